import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { aClinic, anAdmin, aPatient } from '../../../test/builders.ts';
import { testDatabase } from '../../../test/database.ts';
import { manage as run, rowsOf as rows } from '../../../test/operator.ts';
import { testServices } from '../../../test/services.ts';
import { extensions } from '../../extensions/list.ts';
import { insertFingerprint } from '../database/queries.ts';
import { withoutTenant } from '../database/transaction.ts';
import { fingerprint } from '../keys/keys.ts';
import { loadKeys } from '../keys/key-file.ts';
import type { Services } from '../services.ts';
import { commandsWith } from './commands.ts';

const commands = commandsWith(extensions);

const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-commands-'));
const project = join(import.meta.dirname, '..', '..', '..');
let services: Services;

const manage = (...words: string[]) => run({ services, dataDir }, ...words);
const simulate = () => rowsOf('simulate', 'dep', '--persons', '40', '--seed', 'x');
const rowsOf = (...words: string[]) => rows({ services, dataDir }, ...words);

before(async () => {
  services = await testServices({ keys: loadKeys(dataDir, { mayCreate: true }) });
  await withoutTenant(services.pool, (db) => insertFingerprint(db, 1, fingerprint(services.keys, 1)));
});

after(() => rmSync(dataDir, { recursive: true }));

describe('every command', () => {
  test('the help of every command names its words, its options and whether it asks for --yes', async () => {
    for (const { words, summary, options = {}, destructive } of commands) {
      const { code, out } = await manage(...words.split(' '), '--help');
      assert.equal(code, 0, words);
      assert.ok(out.includes(`npm run manage -- ${words}`) && out.includes(summary), words);
      for (const name of Object.keys(options)) assert.ok(out.includes(`--${name}`), `${words} --${name}`);
      assert.equal(out.includes('asks for --yes'), destructive === true, words);
    }
  });

  test('a command that cannot be undone does nothing without --yes', async () => {
    const destructive = commands.filter((command) => command.destructive);
    assert.ok(destructive.length >= 3);
    for (const { words, positionals = '' } of destructive) {
      const blanks = positionals.match(/<[^>]+>/g) ?? [];
      const { code, out, notes } = await manage(...words.split(' '), ...blanks.map(() => 'x'));
      assert.deepEqual([code, out], [2, ''], words);
      assert.match(notes, /Add --yes to confirm/);
    }
  });

  test('a command names the word that is missing', async () => {
    for (const { words, positionals = '', destructive } of commands) {
      if (!positionals.startsWith('<')) continue;
      const { code, out, notes } = await manage(...words.split(' '), ...(destructive ? ['--yes'] : []));
      assert.deepEqual([code, out], [2, ''], words);
      assert.match(notes, /is missing|must be|one of|--/, words);
    }
  });

  test('a command refuses surplus words', async () => {
    for (const { words, positionals = '' } of commands) {
      if (positionals.includes('…')) continue;
      const most = (positionals.match(/[<[]/g) ?? []).length;
      const { code, notes } = await manage(
        ...words.split(' '),
        ...Array.from({ length: most + 1 }, () => 'x'),
        '--yes',
      );
      assert.equal(code, 2, words);
      assert.match(notes, /does not take the word|Unknown option/, words);
    }
  });
});

describe('instruments and protocol', () => {
  test('instruments check lists valid files with their version, a mistake with its line, and a missing file by its name', async () => {
    const sound = join(project, 'instruments', 'wai.json');
    assert.deepEqual(
      (await rowsOf('instruments', 'check', sound)).map(({ id }: { id: string }) => id),
      ['wai'],
    );
    const broken = join(dataDir, 'broken.json');
    writeFileSync(broken, readFileSync(sound, 'utf8').replace(/"version": "[\d.]+"/, '"version": "eins"'));
    const { code, out, notes } = await manage('instruments', 'check', sound, broken, '--json');
    assert.equal(code, 1);
    const [mistake] = JSON.parse(out);
    assert.deepEqual([mistake.file, mistake.path, mistake.line > 1], [broken, 'version', true]);
    assert.match(notes, /1 mistake/);
    const missing = await manage('instruments', 'check', join(dataDir, 'none.json'));
    assert.deepEqual([missing.code, /cannot be read/.test(missing.notes)], [1, true]);
  });

  test('instruments check names two files that describe one section in two ways', async () => {
    const files = ['eri', 'evos'].map((id) => {
      const text = readFileSync(join(project, 'instruments', `${id}.json`), 'utf8');
      const path = join(dataDir, `${id}.json`);
      const section = { key: 'kraft', title: `Kraft ${id}`, patient_title: 'Kraft', kind: 'resource' };
      writeFileSync(path, JSON.stringify({ ...JSON.parse(text), section }));
      return path;
    });
    const { code, out } = await manage('instruments', 'check', ...files, '--json');
    assert.equal(code, 1);
    assert.deepEqual(
      JSON.parse(out).map(({ mistake }: { mistake: string }) => mistake),
      ['"eri" and "evos" describe the section "kraft" in two ways'],
    );
  });

  test('instruments list shows every instrument in force', async () => {
    const ids = (await rowsOf('instruments', 'list')).map(({ id }: { id: string }) => id);
    assert.deepEqual(new Set(ids), new Set(services.registry.instruments.keys()));
  });

  test('the protocol is checked and its windows are shown for a therapy', async () => {
    const windows = await rowsOf(
      'protocol',
      'check',
      '--admission',
      '2026-01-15',
      '--discharge',
      '2026-12-15',
    );
    assert.deepEqual(
      [windows[0].type, windows[0].start, windows[0].end],
      ['PRE', '2026-01-15', '2026-02-11'],
    );
    const file = join(dataDir, 'protocol.json');
    copyFileSync(join(project, 'protocols', 'standard.json'), file);
    assert.equal((await manage('protocol', 'check', file)).code, 0);
    const standard = readFileSync(file, 'utf8');
    for (const [wrong, place] of [
      [standard.replace('"wai"', '"wei"'), /The part .* names the instrument "wei"/],
      [
        standard.replace('"dep", "anx", "wai"', '"dep", "anx", "wei"'),
        /The window .* asks for the instrument "wei"/,
      ],
    ] as const) {
      writeFileSync(file, wrong);
      const unknown = await manage('protocol', 'check', file);
      assert.deepEqual([unknown.code, place.test(unknown.notes)], [1, true], unknown.notes);
    }
    writeFileSync(file, '{');
    assert.equal((await manage('protocol', 'check', file)).code, 1);
    for (const dates of [
      ['--admission', '15.01.2026'],
      ['--admission', '2027-01-01'],
      ['--admission', '9999-01-01', '--discharge', '9999-12-31'],
    ])
      assert.equal((await manage('protocol', 'check', ...dates)).code, 2, dates.join(' '));
  });

  test('a simulation is the same for the same seed, and only adaptive instruments have one', async () => {
    const [all] = await simulate();
    assert.deepEqual([all.theta, all.persons], ['all', 40]);
    assert.deepEqual((await simulate())[0], all);
    const clinical = await rowsOf('simulate', 'dep', '--persons', '40', '--clinical');
    const figures = clinical.map(({ figure }: { figure: string }) => figure);
    for (const one of ['median_items', 'same_set', 'power_8_better', 'asked: joy'])
      assert.ok(figures.includes(one), one);
    assert.equal((await manage('simulate', 'dep', '--window', 'LATER')).code, 2);
    assert.equal((await manage('simulate', 'wai')).code, 1);
    assert.equal((await manage('simulate', 'phq')).code, 1);
    assert.equal((await manage('simulate', 'dep', '--persons', 'many')).code, 2);
  });

  test('without an instrument the simulation shows both banks before and after they were mended', async () => {
    const rows = await rowsOf('simulate', '--persons', '150', '--seed', 'x');
    const [before, after] = [/^dep 1\.1\.1$/, /^dep 2\./].map((version) =>
      Object.keys(rows[0]).find((column) => version.test(column)),
    );
    const of = (figure: string) => rows.find((row: { figure: string }) => row.figure === figure);
    assert.ok(of('same_set')[before ?? ''] > 0.4 && of('same_set')[after ?? ''] < 0.1);
    assert.ok(of('facets')[before ?? ''] < 5 && of('facets')[after ?? ''] > 6);
    assert.ok(of('power_8_better')[after ?? ''] > of('power_8_better')[before ?? '']);
    assert.ok(of('asked: joy')[before ?? ''] < 0.2 && of('asked: joy')[after ?? ''] > 0.6);
  });
});

describe('audit', () => {
  test('audit show selects rows by patient, action and day', async () => {
    const clinic = await aClinic(services);
    const admin = await anAdmin(services, clinic.id, { activated: false });
    await rowsOf('admin', 'activate', clinic.name);
    await rowsOf('admin', 'reset-password', clinic.name, '--yes');
    const patient = await aPatient(services, clinic.id, { code: 'SPUR1' });
    const actions = async (...filter: string[]) =>
      (await rowsOf('audit', 'show', '--clinic', clinic.name, ...filter)).map(
        ({ action }: { action: string }) => action,
      );
    assert.deepEqual(await actions(), ['password_reset', 'admin_activated']);
    assert.deepEqual(await actions('--action', 'admin_activated'), ['admin_activated']);
    assert.deepEqual(await actions('--patient', patient.name), []);
    assert.deepEqual((await actions('--since', services.today())).length, 2);
    assert.deepEqual(await actions('--since', '2999-01-01'), []);
    assert.equal(admin.clinicId, clinic.id);
    for (const words of [[], ['--clinic', clinic.name, '--since', 'gestern']])
      assert.equal((await manage('audit', 'show', ...words)).code, 2);
    const stranger = await manage('audit', 'show', '--clinic', clinic.name, '--patient', 'NIEMAND');
    assert.deepEqual([stranger.code, /has no patient/.test(stranger.notes)], [1, true]);
  });

  test('a day of audit show begins at midnight of the clinic, an hour or two before the day of UTC', async () => {
    const { scene, clinic, asSuperuser } = await aTrailOfOne();
    await asSuperuser(`UPDATE audit SET at = '2026-03-10T23:00:00Z'`);
    const since = async (day: string) =>
      (await rows(scene, 'audit', 'show', '--clinic', clinic.name, '--since', day)).length;
    assert.deepEqual([await since('2026-03-11'), await since('2026-03-12')], [1, 0]);
    await asSuperuser(`UPDATE audit SET at = '2026-03-10T22:59:59Z'`);
    assert.deepEqual([await since('2026-03-10'), await since('2026-03-11')], [1, 0]);
  });

  test('audit verify fails and names a row that was changed in the database', async () => {
    const { scene, clinic, asSuperuser } = await aTrailOfOne();
    assert.equal((await run(scene, 'audit', 'verify')).code, 0);
    await asSuperuser(`UPDATE audit SET action = 'login'`);
    const { code, out, notes } = await run(scene, 'audit', 'verify', '--json');
    assert.equal(code, 1);
    assert.equal(JSON.parse(out)[0].findings > 0, true);
    assert.match(notes, new RegExp(clinic.name));
    assert.match(notes, /tampered with/);
  });
});

/** A clinic in a database of its own with one row in its trail, and the changes that only a superuser may make. */
async function aTrailOfOne() {
  const { url } = await testDatabase();
  const own = await testServices();
  const clinic = await aClinic(own);
  await anAdmin(own, clinic.id, { activated: false });
  const scene = { services: own, dataDir };
  await rows(scene, 'admin', 'activate', clinic.name);
  return { scene, clinic, asSuperuser: (statement: string) => asSuperuser(own, url, statement) };
}

/** Runs a statement in the database of `services`; `url` is any database of its server. */
async function asSuperuser({ pool }: Services, url: string, statement: string): Promise<void> {
  const { rows: named } = await pool.query<{ name: string }>('SELECT current_database() AS name');
  const address = new URL(url);
  address.pathname = `/${named[0]!.name}`;
  const client = new Client({ connectionString: address.href });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe('keys', () => {
  test('keys are rotated and listed, and retiring a version in use is refused', async () => {
    const clinic = await aClinic(services);
    await aPatient(services, clinic.id);
    const [rotated] = await rowsOf('keys', 'rotate');
    assert.deepEqual([rotated.version, rotated.birth_dates > 0], [2, true]);
    const states = (await rowsOf('keys', 'list')).map(
      ({ version, state }: { version: number; state: string }) => [version, state],
    );
    assert.deepEqual(states, [
      [1, 'old'],
      [2, 'in use'],
    ]);
    const [again] = await rowsOf('keys', 'rotate', '--continue');
    assert.deepEqual([again.version, again.birth_dates], [2, 0]);
    // The password hash of an account still needs the old version.
    const refused = await manage('keys', 'retire', '1', '--yes');
    assert.deepEqual([refused.code, /still needed/.test(refused.notes)], [1, true]);
    for (const words of [
      ['keys', 'retire', '9', '--yes'],
      ['keys', 'rotate', '--prepare', '--continue'],
    ])
      assert.equal((await manage(...words)).code, 2);
  });

  test('a rotation uses the version of the keys that was prepared', async () => {
    const [prepared] = await rowsOf('keys', 'rotate', '--prepare');
    assert.equal(prepared.state, 'prepared');
    services.keys.reread?.();
    assert.notEqual(services.keys.current, prepared.version);
    assert.equal((await manage('keys', 'rotate', '--prepare')).code, 2);
    const [rotated] = await rowsOf('keys', 'rotate');
    assert.equal(rotated.version, prepared.version);
  });
});

describe('the database', () => {
  test('demo data is refused in a database that holds a clinic', async () => {
    await aClinic(services);
    const { code, notes } = await manage('demo');
    assert.deepEqual([code, /not empty/.test(notes)], [1, true]);
  });
});
