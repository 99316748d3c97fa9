import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import { Dialect } from './compiler.ts';

// Nothing is sent, so the pools are never asked.
const pool = {} as ConstructorParameters<typeof PostgresDialect>[0]['pool'];
const plain = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
const once = new Kysely<unknown>({ dialect: new Dialect({ pool }) });

const own = (name: 's' | 'w') => sql`${sql.raw(name)}.id = ${name}`;
const statements: ((value: unknown) => RawBuilder<unknown>)[] = [
  () => sql`SELECT`,
  (value) => sql`SELECT ${value}, ${value} AS a`,
  (value) => sql`SELECT ${own('s')} AND ${own('w')} OR ${value}`,
  (value) => sql`SELECT ${own('w')} AND ${own('s')} OR ${value}`,
  (value) => sql`SELECT a${value}b${value}`,
  () => sql`SELECT a${sql`b`}`,
  (value) => sql`SELECT a${sql`b`}${value}`,
  (value) => sql`SELECT ${sql.join([value, value, 3])}`,
  (value) => sql`SELECT ${sql.join([value])}`,
  (value) => sql`SELECT ${sql.lit('a')}, ${value}`,
  (value) => sql`SELECT ${sql.lit('b')}, ${value}`,
  (value) => sql`SELECT ${value} FROM ${sql.table('patients')} WHERE ${sql.ref('a.b')} = ${value}`,
];

test('a statement has the text and the values that Kysely would give it, the first time and later', () => {
  for (const value of [1, 'text', null, 1])
    for (const statement of statements) {
      const [expected, given] = [plain, once].map((db) => statement(value).compile(db));
      assert.equal(given!.sql, expected!.sql);
      assert.deepEqual(given!.parameters, expected!.parameters);
    }
});

test('a statement keeps its text and values when more texts have come than are kept', () => {
  for (let number = 0; number < 25_000; number += 1) {
    const { sql: text, parameters } = sql`SELECT ${sql.raw(`a${number}`)}, ${number}`.compile(once);
    assert.equal(text, `SELECT a${number}, $1`);
    assert.deepEqual(parameters, [number]);
  }
});
