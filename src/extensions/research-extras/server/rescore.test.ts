import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { join } from 'node:path';
import { aClinic, aPatient, signIn } from '../../../../test/builders.ts';
import { aFolder, csv, exportScene, filesOf, type CsvRow } from '../../../../test/export-scene.ts';
import { answerHabits, withHabits } from '../../../../test/conditional-scene.ts';
import { manage } from '../../../../test/operator.ts';
import { hasAll } from '../../../../test/programs.ts';
import { aPerson, answerSurvey } from '../../../../test/survey-calls.ts';
import { addDays } from '../../../domain/dates.ts';
import { buildApp } from '../../../server/app.ts';
import type { Services } from '../../../server/services.ts';
import { rescoreScript } from './rescore-script.ts';

// The scores of an export, computed anew from its files alone, by code that shares nothing with the program.

async function aFilledFolder(): Promise<string> {
  const scene = await exportScene();
  const app = await buildApp(scene.services);
  const clinic = await aClinic(scene.services);
  for (const name of ['one', 'two', 'three']) {
    const patient = await aPatient(scene.services, clinic.id);
    await answerSurvey(app, await signIn(scene.services, patient), { person: aPerson(name) });
  }
  await answerTwice(scene.services, clinic.id);
  await answerWithConditions(scene.services, clinic.id);
  const folder = join(aFolder(), 'out');
  assert.equal((await manage(scene, 'export', '--to', folder)).code, 0);
  await app.close();
  return folder;
}

/** A patient whose second survey begins with the estimates of the first. */
async function answerTwice(services: Services, clinicId: string): Promise<void> {
  const admission = addDays(services.today(), -95);
  const patient = await aPatient(services, clinicId, { admission });
  for (const days of [90, 0]) {
    const now = () => services.now() - days * 86_400_000;
    const then = { ...services, now, today: () => addDays(services.today(), -days) };
    const app = await buildApp(then);
    await answerSurvey(app, await signIn(then, patient), { person: aPerson('twice') });
    await app.close();
  }
}

/** Patients whose first answer leaves out items: with a value for their scale, without one, and none. */
async function answerWithConditions(services: Services, clinicId: string): Promise<void> {
  const asked = await withHabits(services);
  const app = await buildApp(asked);
  for (const habits of [
    { 'h-1': 0, 'h-5': 4 },
    { 'h-1': 1, 'h-2': 1, 'h-5': 3 },
    { 'h-1': 3, 'h-2': 2 },
  ])
    await answerHabits(app, await signIn(asked, await aPatient(asked, clinicId)), habits);
  await app.close();
}

const folder = await aFilledFolder();
const files = filesOf(folder);
const [answers, items, scales, scores] = ['answers', 'items', 'scales', 'scores'].map((name) =>
  csv(files, `${name}.csv`),
) as [CsvRow[], CsvRow[], CsvRow[], CsvRow[]];

const parts = (text = '', by = '|') => (text === '' ? [] : text.split(by));
const isSame = (one: CsvRow, other: CsvRow, ...names: string[]) =>
  names.every((name) => one[name] === other[name]);

type Values = ReadonlyMap<string, number>;

function thetaScore(scale: CsvRow, values: Values, score: CsvRow): number {
  const nodes = Array.from({ length: 61 }, (_, index) => -6 + index / 5);
  const source = score['prior_mean'] ? score : scale;
  const prior = [Number(source['prior_mean']), Number(source['prior_sd'])] as const;
  const weights = nodes.map((theta, index) => {
    let weight = Math.exp(-(((theta - prior[0]) / prior[1]) ** 2) / 2) * (index % 60 === 0 ? 0.5 : 1);
    for (const [id, value] of values) {
      const item = items.find(
        (one) => one['item'] === id && isSame(one, scale, 'instrument', 'instrument_version'),
      );
      const b = parts(item?.['thresholds']?.replaceAll(/[()]/g, '')).map(Number);
      const above = [1, ...b.map((one) => 1 / (1 + Math.exp(-Number(item?.['slope']) * (theta - one)))), 0];
      weight *= (above[value] ?? NaN) - (above[value + 1] ?? NaN);
    }
    return weight;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const theta = weights.reduce((sum, weight, index) => sum + weight * (nodes[index] ?? 0), 0) / total;
  return 50 + (10 * (theta - Number(scale['norm_mean']))) / Number(scale['norm_sd']);
}

function indexScore(scale: CsvRow, values: Values): number {
  const losses = parts(scale['decrements']).map((part) => {
    const [id = '', list] = part.split(':');
    return Number(parts(list, '/')[(values.get(id) ?? 0) - 1]);
  });
  return Math.round(1000 * (1 - losses.reduce((sum, loss) => sum + loss, 0))) / 1000;
}

function meanScore(scale: CsvRow, values: Values): number {
  const turn = Number(scale['lowest_value']) + Number(scale['highest_value']);
  const reversed = parts(scale['reversed_items']);
  const turned = [...values].map(([id, value]) => (reversed.includes(id) ? turn - value : value));
  return turned.reduce((sum, value) => sum + value, 0) / turned.length;
}

function scoreAnew(score: CsvRow): number {
  const scale = scales.find((one) =>
    isSame(one, score, 'instrument', 'instrument_version', 'scale', 'norm_set'),
  );
  assert.ok(scale);
  const ids = parts(scale['scale_items']);
  const own = answers.filter((one) => isSame(one, score, 'session_id') && ids.includes(one['item'] ?? ''));
  // An item that was not asked counts as a value, or is no part of the scale.
  const counted = own.filter((one) => one['value'] !== 'not_asked' || one['counts_as'] !== '');
  const values = new Map(counted.map((one) => [one['item'] ?? '', Number(one['counts_as'] || one['value'])]));
  const computations: Record<string, () => number> = {
    irt: () => thetaScore(scale, values, score),
    index: () => indexScore(scale, values),
    value: () => values.get(ids[0] ?? '') ?? NaN,
    mean: () => meanScore(scale, values),
    sum: () => meanScore(scale, values) * ids.length,
  };
  return computations[scale['method'] ?? '']?.() ?? NaN;
}

test('every score of an export follows from the files of its folder', () => {
  assert.ok(scores.length > 20);
  assert.equal(
    scores.filter((score) => score['prior_mean'] !== '').length,
    2,
    'scores that begin with an estimate',
  );
  assert.deepEqual([...new Set(scores.map((score) => score['method']))].sort(), [
    'index',
    'irt',
    'mean',
    'sum',
    'value',
  ]);
  for (const score of scores) {
    const difference = Math.abs(scoreAnew(score) - Number(score['score']));
    assert.ok(difference < 1e-9, `${score['scale']}: ${difference}`);
  }
});

test('every score, item and scale of an invented instrument is marked as a demonstration', () => {
  for (const row of [...scores, ...items, ...scales]) assert.equal(row['status'], 'demonstration');
});

test('the R script of the folder computes the same scores, where R is installed', (t) => {
  if (!hasAll(t, 'R')) return;
  const { status, stdout, stderr } = spawnSync('Rscript', ['--vanilla', 'rescore.R'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const [, difference] = /greatest difference from scores\.csv: (\S+)/.exec(stdout + stderr) ?? [];
  assert.ok(Number(difference) < 1e-9, stdout + stderr);
});

test('the script is ASCII, so that it runs in every locale', () => {
  assert.deepEqual(rescoreScript.match(/[^\n -~]/gu), null);
});
