import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { extensions } from '../../extensions/list.ts';
import { settingsReference } from '../settings/settings-reference.ts';
import { runCommand } from './run-command.ts';

async function run(words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await runCommand(words, {
    dataDir: tmpdir(),
    services: () => Promise.reject(new Error('no database is needed')),
    databaseUrl: () => Promise.reject(new Error('no database is needed')),
    extensions,
    note: (line) => notes.push(line),
    write: (text) => void out.push(text),
  });
  return { code, out: out.join(''), notes: notes.join('\n') };
}

test('the page of all settings is that of the program, before the chapter on extensions', () => {
  // Where it differs: npm run -s manage -- config reference > docs/settings.md
  const page = settingsReference([]);
  assert.ok(readFileSync('docs/settings.md', 'utf8').startsWith(page));
  const protocol = page.slice(page.indexOf('## Protocol file'));
  assert.deepEqual(protocol.match(/^\| `.*\|  \|$/gm), null, 'each key of a protocol says what it means');
});

test('config check needs no database and names the placeholders of a real installation', async () => {
  const { code, out, notes } = await run(['config', 'check', '--json']);
  assert.equal(code, 0, notes);
  assert.match(JSON.parse(out)[0].placeholders, /operator, support_email/);
  assert.match(notes, /^operator still holds a sample: set it before the first patient$/m);
  assert.match(notes, /^SMTP_URL is not set: .* no mail reaches anybody$/m);
});

test('config check names every mistake of the file, and what it names that is not there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-config-'));
  const file = join(folder, 'config.json');
  const refusalOf = async (config: object, variables: Record<string, string> = {}) => {
    writeFileSync(file, JSON.stringify(config));
    Object.assign(process.env, { CONFIG_FILE: file, ...variables });
    const { code, notes } = await run(['config', 'check']);
    for (const name of ['CONFIG_FILE', ...Object.keys(variables)]) delete process.env[name];
    assert.equal(code, 1);
    return notes;
  };
  const clinic = '0b5cf1d6-5f6b-4a55-9d0c-8a4d4b7f3a11';
  const mistakes = await refusalOf({
    operator: { name: 'Klinik' },
    time_zone: 'Europe/Berln',
    clinics: { [clinic]: { mailfrom: 'a@klinik.example' } },
  });
  assert.match(mistakes, /"operator.address": is missing; .*"operator.security_email": is missing/);
  assert.match(mistakes, /"time_zone": must be a time zone like Europe\/Berlin/);
  assert.match(mistakes, new RegExp(`"clinics.${clinic}.mailfrom": is an unknown key`));
  assert.match(await refusalOf({ protocol: '/nowhere.json' }), /protocol file \/nowhere.json cannot be read/);
  const ofClinic = { clinics: { [clinic]: { protocol: '/elsewhere.json' } } };
  assert.match(await refusalOf(ofClinic), /protocol file \/elsewhere.json cannot be read/);
  const misspelt = await refusalOf({ suport_email: 'it@klinik.de', operator: { nme: 'x' }, protokol: 1 });
  assert.match(misspelt, /"suport_email": is an unknown key/);
  assert.match(misspelt, /"operator.nme": is an unknown key/);
  assert.match(misspelt, /"operator.name": is missing/);
  const both = {
    protocol: '/nowhere.json',
    crisis_numbers: [{ name: 'Notruf', number: 'eins', hours: '' }],
    ...ofClinic,
  };
  const several = await refusalOf(both, { PORT: 'abc', DB_POOL: 'many', SMTP_URL: 'mail.klinik.de' });
  for (const words of [
    /"crisis_numbers.0.number": must be a telephone number/,
    /protocol file \/nowhere.json cannot be read/,
    /protocol file \/elsewhere.json cannot be read/,
    /PORT must be a number/,
    /DB_POOL must be a number/,
    /SMTP_URL must be an address like/,
  ])
    assert.match(several, words);
  assert.match(await refusalOf({}, { SMTP_URL: 'mail.klinik.example' }), /SMTP_URL must be an address like/);
  assert.match(await refusalOf({}, { METRICS_ADDRESS: 'all' }), /METRICS_ADDRESS must be a port/);
  rmSync(folder, { recursive: true });
});

test('--version and version print the version of the package and its build', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.equal((await run(['--version'])).out, `${version} (checkout)\n`);
  const [told] = JSON.parse((await run(['version', '--json'])).out);
  assert.deepEqual([told.version, told.build], [version, 'checkout']);
});

test('the JSON Schema holds every key of the configuration file', async () => {
  const { properties } = JSON.parse((await run(['config', 'schema'])).out);
  assert.ok(Object.keys(properties).length >= 20);
  assert.equal(properties.trusted_proxies.maximum, 10);
});

test('keys create makes the key file at the given place, closed to others, and never twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-keys-'));
  const file = join(folder, 'vault', 'secrets.json');
  assert.equal((await run(['keys', 'create', '--to', file])).code, 0);
  assert.equal(statSync(file).mode & 0o777, 0o400);
  assert.match((await run(['keys', 'create', '--to', file])).notes, /There is a key file already/);
  rmSync(folder, { recursive: true });
});
