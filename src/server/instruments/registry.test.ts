import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { withoutTenant } from '../database/transaction.ts';
import { testServices } from '../../../test/services.ts';
import { CRISIS_KINDS } from '../../domain/crisis.ts';
import { contentHash } from '../../domain/canonical-json.ts';
import { loadRegistry } from './registry.ts';
import { registerVersion } from './registry-queries.ts';

let services: Services;
const folder = mkdtempSync(join(tmpdir(), 'registry-'));
const protocolFile = 'protocols/standard.json';
const own = (id: string) =>
  JSON.parse(readFileSync(new URL(`../../../instruments/${id}.json`, import.meta.url), 'utf8'));
const standard = JSON.parse(
  readFileSync(new URL('../../../protocols/standard.json', import.meta.url), 'utf8'),
);

before(async () => {
  services = await testServices();
});
after(() => rmSync(folder, { recursive: true }));

/** A folder of instruments, or a protocol file, with this content. */
function written(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function aFolder(files: Record<string, unknown>): string {
  const path = mkdtempSync(join(folder, 'instruments-'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(path, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return path;
}

async function refusal(options: Partial<Parameters<typeof loadRegistry>[1]>): Promise<string> {
  const start = loadRegistry(services.pool, { protocolFile, instrumentsDir: undefined, ...options });
  const error = await start.then(
    () => assert.fail('it was not refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StartError, String(error));
  return error.message;
}

test('a second start accepts the instrument versions of the first', async () => {
  const again = await loadRegistry(services.pool, { protocolFile, instrumentsDir: undefined });
  assert.equal(again.protocol.id, 'standard');
  assert.ok(again.instruments.has('dep'));
});

test('a changed instrument file is refused under a published version and accepted as a new version', async () => {
  const eri = own('eri');
  const changed = { ...eri, purpose: 'Etwas anderes.' };
  const message = await refusal({ instrumentsDir: aFolder({ 'eri.json': changed }) });
  assert.match(message, /instrument "eri" .* published version never changes/);
  const newer = aFolder({ 'eri.json': { ...changed, version: '9.0.0' } });
  const registry = await loadRegistry(services.pool, { protocolFile, instrumentsDir: newer });
  assert.equal(registry.instruments.get('eri')?.version, '9.0.0');
});

test('a session keeps the instrument version of its start although a newer one is in force', async () => {
  const newer = aFolder({ 'evos.json': { ...own('evos'), version: '9.0.0', title: 'Neuer Titel' } });
  const registry = await loadRegistry(services.pool, { protocolFile, instrumentsDir: newer });
  const old = await withoutTenant(services.pool, (db) =>
    registry.pinnedInstrument(db, { id: 'evos', version: own('evos').version }),
  );
  assert.equal(old.title, own('evos').title);
  const again = await withoutTenant(services.pool, (db) =>
    registry.pinnedInstrument(db, { id: 'evos', version: own('evos').version }),
  );
  assert.equal(again, old, 'it is read once');
});

test('a stored version that newer checks refuse is read for its surveys, but not accepted from a file', async () => {
  const [rule] = own('dep').crisis;
  const older = { ...own('dep'), version: '0.9.0', crisis: [rule, rule] };
  assert.match(await refusal({ instrumentsDir: aFolder({ 'dep.json': older }) }), /Two rules of the item/);
  const stored = { hash: contentHash(older), text: JSON.stringify(older) };
  const instrument = await withoutTenant(services.pool, async (db) => {
    await registerVersion(db, 'instrument_versions', older, stored);
    return services.registry.pinnedInstrument(db, older);
  });
  assert.equal(instrument.crisis.length, 2);
});

test('a stored version from before there were kinds is read for its surveys: its rules are of the kind self', async () => {
  const rules = own('dep').crisis.map((rule: object) => ({ ...rule, kind: undefined }));
  const older = { ...own('dep'), version: '0.9.1', crisis: rules };
  const stored = { hash: contentHash(older), text: JSON.stringify(older) };
  const instrument = await withoutTenant(services.pool, async (db) => {
    await registerVersion(db, 'instrument_versions', older, stored);
    return services.registry.pinnedInstrument(db, older);
  });
  assert.ok(rules.length > 0);
  assert.deepEqual(
    instrument.crisis,
    rules.map((rule: object) => ({ ...rule, kind: 'self' })),
  );
});

test('the start refuses a file that does not decide about danger, and a stored version without the decision is read', async () => {
  const { crisis: _, crisis_decided_by: __, ...silent } = { ...own('eri'), version: '0.9.0' };
  assert.match(
    await refusal({ instrumentsDir: aFolder({ 'eri.json': silent }) }),
    /eri\.json .*The key "crisis" is missing\. .*"crisis_decided_by"/,
  );
  const stored = { hash: contentHash(silent), text: JSON.stringify(silent) };
  const instrument = await withoutTenant(services.pool, async (db) => {
    await registerVersion(db, 'instrument_versions', silent, stored);
    return services.registry.pinnedInstrument(db, silent);
  });
  assert.deepEqual(instrument.crisis, []);
});

test('the start refuses an instrument whose crisis rule has no kind, or one without words and numbers yet', async () => {
  const [rule] = own('dep').crisis;
  const startWith = (kind: object) => {
    const instrument = { ...own('dep'), version: '9.0.0', crisis: [{ ...rule, ...kind }] };
    return refusal({ instrumentsDir: aFolder({ 'dep.json': instrument }) });
  };
  assert.match(
    await startWith({ kind: undefined }),
    /dep\.json .*The rule of "dep-31" has no kind\. Add "kind": "self"/,
  );
  for (const kind of CRISIS_KINDS.filter((one) => one !== 'self'))
    assert.match(
      await startWith({ kind }),
      new RegExp(`dep\\.json .*The rule of "dep-31" is of the kind "${kind}"`),
    );
});

test('a changed protocol under a published version is refused', async () => {
  const file = written('protocol.json', { ...standard, title: 'Anders' });
  assert.match(await refusal({ protocolFile: file }), /protocol "standard" \d+\.\d+\.\d+ /);
});

test('an invalid instrument or protocol file is reported with the place of the mistake', async () => {
  assert.match(await refusal({ instrumentsDir: join(folder, 'nowhere') }), /cannot be read/);
  assert.match(await refusal({ instrumentsDir: aFolder({ 'x.json': '{ "id": ' }) }), /x\.json .* line 1/);
  assert.match(await refusal({ protocolFile: join(folder, 'none.json') }), /cannot be read/);
  assert.match(await refusal({ protocolFile: written('broken.json', '{') }), /no valid JSON/);
  assert.match(
    await refusal({ protocolFile: written('odd.json', { ...standard, consent: 'perhaps' }) }),
    /"consent"/,
  );
});

test('a protocol that names a missing instrument is refused', async () => {
  const [first, ...rest] = standard.windows;
  const windows = [{ ...first, instruments: ['dep', 'phlogiston'] }, ...rest];
  const file = written('missing.json', { ...standard, id: 'missing', windows });
  assert.match(await refusal({ protocolFile: file }), /"phlogiston", which was not found/);
});

test('two instruments of a window may not share an item', async () => {
  const twin = { ...own('eri'), id: 'twin' };
  const [first, ...rest] = standard.windows;
  const file = written('twin.json', {
    ...standard,
    id: 'twins',
    windows: [{ ...first, instruments: ['eri', 'twin'] }, ...rest],
  });
  assert.match(
    await refusal({ protocolFile: file, instrumentsDir: aFolder({ 'twin.json': twin }) }),
    /have an item "eri-/,
  );
});

const ofProtocol = (id: string, change: object) => written(`${id}.json`, { ...standard, id, ...change });

test('sections that do not fit together stop the start, also those that the protocol gives', async () => {
  const section = { key: 'eri', title: 'Kraft', patient_title: 'Meine Kraft', kind: 'resource' };
  assert.match(
    await refusal({ protocolFile: ofProtocol('twice', { sections: { evos: section } }) }),
    /twice\.json: "evos" and "eri" describe the section "eri" in two ways\./,
  );
  assert.match(
    await refusal({ protocolFile: ofProtocol('hidden', { sections: { anx: 'socio' } }) }),
    /hidden\.json: "anx" has a scale with condition_severity "on" in a section of the kind "person"/,
  );
});

test('two instrument files of one folder with the same id are refused', async () => {
  const files = aFolder({ 'a.json': own('eri'), 'b.json': { ...own('eri'), version: '2.0.0' } });
  assert.match(await refusal({ instrumentsDir: files }), /Two files .* have the id "eri"/);
});
