import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const sql = readFileSync(new URL('../migrations/002_diagnoses.sql', import.meta.url), 'utf8');
const entries = [...sql.matchAll(/^ {2}\('([^']*)', '((?:[^']|'')*)'\)[,;]$/gm)];
const names = new Map(entries.map(([, id = '', name = '']) => [id, name]));

test('the catalogue has the whole chapter of mental disorders, each code once and in order', () => {
  const ids = entries.map(([, id = '']) => id);
  assert.equal(ids.length, sql.split('\n').filter((line) => line.startsWith('  (')).length);
  assert.equal(ids.length, 519);
  assert.deepEqual(ids, [...new Set(ids)].sort());
});

test('every code is one of F00 to F99 with up to two more characters, and its category is listed, too', () => {
  for (const id of names.keys()) {
    assert.match(id, /^F\d\d(\.\d{1,2})?$/);
    const category = id.length === 6 ? id.slice(0, 5) : id.slice(0, 3);
    assert.ok(names.has(category), `${id} without ${category}`);
  }
});

test('codes of everyday practice have their official names', () => {
  const known = {
    'F32.1': 'Mittelgradige depressive Episode',
    'F33.2': 'Rezidivierende depressive Störung, gegenwärtig schwere Episode ohne psychotische Symptome',
    'F40.01': 'Agoraphobie: Mit Panikstörung',
    'F41.1': 'Generalisierte Angststörung',
    'F43.1': 'Posttraumatische Belastungsstörung',
    'F10.2': 'Psychische und Verhaltensstörungen durch Alkohol: Abhängigkeitssyndrom',
    'F60.31': 'Emotional instabile Persönlichkeitsstörung: Borderline-Typ',
    'F90.0': 'Einfache Aktivitäts- und Aufmerksamkeitsstörung',
  };
  for (const [id, name] of Object.entries(known)) assert.equal(names.get(id), name);
});
