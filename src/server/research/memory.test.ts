import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { aFolder, exportScene } from '../../../test/export-scene.ts';
import { manySurveys, usualExport } from '../../../test/many-surveys.ts';
import { extensions } from '../../extensions/list.ts';
import { runExport } from './run-export.ts';

// The test counts memory only after a collection of garbage.
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const SESSIONS = 800;

type Manifest = { readonly files: readonly { readonly bytes: number }[] };

test('an export needs no more memory at its end than at its beginning', async () => {
  const { services } = await exportScene();
  const clinicId = await manySurveys(services, SESSIONS);
  const secret = randomBytes(32);
  const used: number[] = [];
  const progress = () => {
    collectGarbage();
    used.push(process.memoryUsage().heapUsed);
  };
  const folder = join(aFolder(), 'out');
  const request = {
    clinics: [{ id: clinicId, name: 'Viele' }],
    ...usualExport,
  } as const;
  const settings = {
    folder,
    secretOf: () => secret,
    start: 'anew',
    extensions,
    progress,
    saveEveryMs: 0,
    batch: 10,
  } as const;
  const [counts] = await runExport(services, request, settings);
  assert.equal(counts?.sessions, SESSIONS);
  const part = Math.floor(used.length / 4);
  assert.ok(part >= 4);
  const growth = Math.max(...used.slice(-part)) - Math.max(...used.slice(part, 2 * part));
  const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const written = files.reduce((sum, { bytes }) => sum + bytes, 0);
  assert.ok(written > 5_000_000, `${written} bytes`);
  assert.ok(growth < 2_000_000, `${growth} bytes more`);
});
