import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'config-'));

function configOf(text: string) {
  const path = join(folder, 'config.json');
  writeFileSync(path, text);
  return readConfig(path);
}

test('every setting has a value without a configuration file', () => {
  const config = readConfig(undefined);
  assert.deepEqual([config.public.product_name, config.trustedProxies, config.unknown], ['Resonanz', 0, []]);
});

test('the configuration file replaces the defaults that it names and no others', () => {
  const config = configOf('{"product_name":"Echo","sessions":{"staff_idle_minutes":20}}');
  assert.deepEqual([config.public.product_name, config.public.time_zone], ['Echo', 'Europe/Berlin']);
  assert.deepEqual([config.sessions.staff_idle_minutes, config.sessions.patient_idle_minutes], [20, 30]);
});

test('a file that begins with the invisible sign of some editors is read like any other', () => {
  assert.equal(configOf('\uFEFF{"product_name":"Echo"}').public.product_name, 'Echo');
});

const help = (keys: string) => configOf(keys).public.help;

test('the operator may set text and numbers of the help in a crisis, each alone', () => {
  const { text, numbers } = readConfig(undefined).public.help;
  const own = [{ name: 'Krisendienst', number: '0800 655 3000', hours: 'rund um die Uhr' }];
  assert.deepEqual(help('{"crisis_text":"Rufen Sie an."}'), { text: 'Rufen Sie an.', numbers });
  assert.deepEqual(help(JSON.stringify({ crisis_numbers: own })), { text, numbers: own });
});

test('the help in a crisis names 112, 116 117 and the TelefonSeelsorge where the operator sets none', () => {
  const numbers = readConfig(undefined).public.help.numbers.map(({ number }) => number);
  assert.deepEqual(numbers, ['112', '116 117', '0800 111 0 111', '0800 111 0 222', '116 123']);
});

test('a misspelt key of the configuration file is named', () => {
  assert.deepEqual(configOf('{"trusted_proxy":1,"product_name":"Echo"}').unknown, ['trusted_proxy']);
  assert.deepEqual(configOf('{"sessions":{"staff_idle":5}}').unknown, ['sessions.staff_idle']);
});

test('an invalid configuration file is refused with its name and the place of the mistake', () => {
  for (const [text, words] of [
    ['', /cannot be read/],
    ['[]', /one JSON object/],
    ['null', /not valid/],
    ['"x"', /not valid/],
    ['{"sessions":{"staff_idle_minutes":0}}', /sessions\.staff_idle_minutes/],
    ['{"time_zone":"Mars/Olympus"}', /time_zone/],
    ['{"trusted_proxies":"1"}', /trusted_proxies/],
    ['{"log_level":"loud"}', /log_level/],
    ['{"crisis_text":" "}', /"crisis_text": must not be empty/],
    ['{"crisis_text":["x"]}', /"crisis_text": must be text/],
    ['{"crisis_numbers":[]}', /"crisis_numbers": must not be empty/],
    ['{"crisis_numbers":"112"}', /"crisis_numbers": /],
    ['{"crisis_numbers":[{"name":"Notruf","number":"112"}]}', /"crisis_numbers\.0\.hours": /],
    [
      '{"crisis_numbers":[{"name":"Notruf","number":"eins eins zwei","hours":""}]}',
      /"crisis_numbers\.0\.number": must be a telephone number/,
    ],
  ] as const)
    assert.throws(
      () => configOf(text),
      (error) =>
        error instanceof StartError && error.message.includes('config.json') && words.test(error.message),
      text,
    );
});
