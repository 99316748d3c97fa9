import assert from 'node:assert/strict';
import { test } from 'node:test';
import standard from '../../protocols/standard.json' with { type: 'json' };
import { changed, mistakesOf, sampleInstrument } from '../../test/sample-instrument.ts';
import { shippedIds, shippedInstrument } from '../../test/survey-samples.ts';
import { partSign } from './part-sign.ts';
import { parseProtocol, type Protocol } from './protocol.ts';
import { inReadingOrder, placedBy, protocolSections, sectionOf, sectionProblems } from './sections.ts';

const eri = shippedInstrument('eri');
const trauma = {
  key: 'trauma',
  title: 'Belastungen',
  patient_title: 'Was schwer war',
  kind: 'symptom',
} as const;
const counting = [{ bands: { condition_severity: 'on' } }] as const;

function protocolOf(change: object): Protocol {
  const parsed = parseProtocol({ ...standard, ...change });
  return parsed.kind === 'protocol' ? parsed.protocol : assert.fail(JSON.stringify(parsed.mistakes));
}

test('an instrument is in a default section, in one of its own, or is a section by itself', () => {
  assert.deepEqual(sectionOf(eri), { key: 'eri', kind: 'resource' });
  assert.deepEqual(sectionOf({ ...eri, section: trauma }), trauma);
  const alone = { id: 'pcl', title: 'PCL', scales: [{}] };
  const names = { key: 'pcl', title: 'PCL', patient_title: 'PCL' };
  assert.deepEqual(sectionOf(alone), { ...names, kind: 'symptom' });
  assert.deepEqual(sectionOf({ ...alone, scales: [] }), { ...names, kind: 'person' });
});

test('the protocol wins over the instrument, and names only instruments that it asks for', () => {
  const protocol = protocolOf({ sections: { eri: trauma } });
  assert.deepEqual(sectionOf(placedBy(protocol, eri)), trauma);
  const wai = shippedInstrument('wai');
  assert.equal(placedBy(protocol, wai), wai);
  const parsed = parseProtocol({ ...standard, sections: { pcl: trauma } });
  assert.deepEqual(parsed.kind === 'mistakes' && parsed.mistakes, [
    { path: 'sections.pcl', message: 'no window asks for this instrument' },
  ]);
});

test('the sections of a protocol are read by kind, and within a kind in its own order', () => {
  const instruments = new Map(shippedIds().map((id) => [id, shippedInstrument(id)]));
  const keysOf = (protocol: Protocol) => protocolSections(protocol, instruments).map(({ key }) => key);
  const read = ['dep', 'anx', 'eq5d', 'exis', 'evos', 'eri', 'wai', 'socio', 'system', 'email'];
  assert.deepEqual(keysOf(protocolOf({})), read);
  const placed = keysOf(protocolOf({ sections: { eri: trauma, eq5d: trauma } }));
  assert.deepEqual(placed.slice(0, 4), ['dep', 'anx', 'trauma', 'exis']);
  const kinds = ['person', 'alliance', 'resource', 'relation', 'function', 'symptom'] as const;
  const ordered = inReadingOrder(kinds.map((kind) => ({ kind })));
  assert.deepEqual(
    ordered.map(({ kind }) => kind),
    kinds.toReversed(),
  );
});

test('two instruments may share a section, but not describe it in two ways', () => {
  const [one, other] = [
    { ...eri, section: trauma },
    { ...shippedInstrument('evos'), section: { ...trauma } },
  ];
  assert.deepEqual(sectionProblems([one, other]), []);
  const differing = { ...other, section: { ...trauma, title: 'Folgen' } };
  assert.deepEqual(sectionProblems([one, differing]), [
    '"eri" and "evos" describe the section "trauma" in two ways',
  ]);
  const taken = { id: 'exis', title: 'Neu', scales: [] };
  assert.match(sectionProblems([taken, shippedInstrument('exis')]).join(), /the section "exis" in two ways/);
});

test('a section has no name that a report needs itself, and what patients do not see counts for no severity', () => {
  assert.match(
    sectionProblems([{ id: 'help', title: 'Hilfe', scales: [] }]).join(),
    /^the section of "help" cannot have the key "help"/,
  );
  const person = { id: 'life', title: 'Leben', section: 'socio', scales: counting } as const;
  assert.match(sectionProblems([person]).join(), /^"life" has a scale with condition_severity "on" in a/);
  assert.deepEqual(sectionProblems([{ ...person, section: 'anx' }]), []);
});

const withSection = (section: unknown) => mistakesOf(changed(sampleInstrument, ['section'], section));

test('a mistake in the section of a file is named with its place', () => {
  assert.deepEqual(withSection(trauma), []);
  assert.match(
    withSection('ptsd').join(),
    /^section: The value must be one of dep, anx, .*kind of symptom, function/,
  );
  assert.match(withSection({ ...trauma, kind: 'mood' }).join(), /^section[^:]*: The value/);
  assert.match(withSection('socio').join(), /^section: "sample" has a scale with condition_severity "on"/);
  assert.match(
    withSection({ ...trauma, key: 'summary' }).join(),
    /^section: .*"summary", which is a part of every/,
  );
});

test('every section of the shipped battery and every part of a report has a sign of its own', () => {
  const parts = ['overview', 'crisis', 'documentation', 'expected-course', 'answers', ...shippedIds()];
  assert.equal(new Set(parts.map(partSign)).size, parts.length);
});
