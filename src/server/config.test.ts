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

test('a misspelt key of the configuration file is named', () => {
  assert.deepEqual(configOf('{"trusted_proxy":1,"product_name":"Echo"}').unknown, ['trusted_proxy']);
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
  ] as const)
    assert.throws(
      () => configOf(text),
      (error) =>
        error instanceof StartError && error.message.includes('config.json') && words.test(error.message),
      text,
    );
});
