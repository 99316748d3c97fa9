import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { join } from 'node:path';
import { aClinic, aPatient } from '../../../../test/builders.ts';
import { aFolder, aSurvey, csv, exportScene, filesOf } from '../../../../test/export-scene.ts';
import { madeFile, type MadeParts } from '../../../../test/made-instruments.ts';
import { manage } from '../../../../test/operator.ts';
import { hasAll } from '../../../../test/programs.ts';
import { structures, structureTexts } from '../../../../test/published/structures.ts';
import { NOT_APPLICABLE } from '../../../domain/answer-types.ts';
import type { InstrumentItem } from '../../../domain/instrument-schema.ts';
import { parseInstrument } from '../../../domain/instrument.ts';
import { withoutTenant } from '../../../server/database/transaction.ts';
import { registerVersion } from '../../../server/instruments/registry-queries.ts';
import type { Services } from '../../../server/services.ts';

// What no published questionnaire of the list has: weights, other norms, percentiles, names between quotation marks, "not applicable".
const norm = { title: 'N', population: 'P', source: 'Q' };
const rules: MadeParts = {
  id: 'rules',
  items: { '1a': [0, 4], 'b-1': [1, 10], c: { boxes: [2, 3, -1] }, d: { slider: [0, 10] } },
  norm_sets: [{ ...norm, id: 'linear', mean: 8, sd: 3 }],
  norm_tables: [
    {
      ...norm,
      id: 'share',
      metric: 'percentile',
      table: [
        [0, 1],
        [9, 50],
        [12, 84],
      ],
    },
    {
      ...norm,
      id: 'share-men',
      metric: 'percentile',
      table: [
        [0, 2],
        [9, 40],
      ],
      group: { genders: ['MALE'] },
    },
  ],
  scales: [
    {
      key: 'weighted',
      method: 'sum',
      items: ['1a', 'b-1', 'c', 'd'],
      reversed: ['b-1', 'd'],
      weights: { '1a': 3, d: 0.5 },
      factor: 1.5,
      decimals: 1,
      missing: { type: 'max_missing', value: 2 },
      percentile_tables: ['share-men', 'share'],
    },
    { key: 'linear', method: 'mean', items: ['1a', 'd'], factor: 3, norm_set: 'linear' },
    {
      key: 'mixed',
      method: 'formula',
      range: [-99, 99],
      formula: '-weighted / ("1a" - 2) + if(d > 5 or t(linear) <= 50, max(b-1, c), -min(b-1, c) * 2)',
      missing: { type: 'min_valid_fraction', value: 0.5 },
    },
    {
      key: 'many',
      method: 'formula',
      formula: 'count("1a" = 2, d != 3) - mean(d, c)',
      range: [-20, 20],
      decimals: 2,
    },
    { key: 'left', method: 'sum', items: ['1a', 'b-1', 'd'], not_applicable: 'left_out' },
    { key: 'valued', method: 'mean', items: ['1a', 'd'], reversed: ['d'], not_applicable: 2 },
    {
      key: 'named',
      method: 'formula',
      formula: 'sum("1a", d, left)',
      range: [0, 99],
      not_applicable: 'left_out',
    },
  ],
};

const person = { gender: 'MALE', age: 40 } as const;

/** The answer of a survey: another option each time. In the second some are not applicable. In the third every fifth is missing, in the fourth the second. */
function answerOf(survey: number) {
  let asked = 0;
  return ({ options, type, not_applicable: isForeign, min = 0, max = 0 }: InstrumentItem) => {
    asked += 1;
    if (isForeign && survey === 1 && asked % 3 === 1) return NOT_APPLICABLE;
    if ((survey === 2 && asked % 5 === 0) || (survey === 3 && asked === 2)) return undefined;
    const values = options.map(({ value }) => Number(value));
    if (type === 'QUESTION_CHECKBOX') return values.slice(survey % 3);
    if (values.length === 0) return min + ((asked * 7 + survey * 3) % (max - min + 1));
    return values[(asked * (survey + 1) + survey) % values.length] ?? 0;
  };
}

async function aFolderOfScores(services: Services, scene: Awaited<ReturnType<typeof exportScene>>) {
  const { id: clinicId } = await aClinic(services);
  const patient = await aPatient(services, clinicId);
  for (const text of [...structureTexts, JSON.stringify(madeFile(rules))]) {
    const parsed = parseInstrument(text);
    assert.ok(parsed.kind === 'instrument', JSON.stringify(parsed));
    const { instrument, hash } = parsed;
    await withoutTenant(services.pool, (db) =>
      registerVersion(db, 'instrument_versions', instrument, { hash, text }),
    );
    for (const survey of [0, 1, 2, 3])
      await aSurvey(services, patient, {
        instruments: [instrument],
        answer: answerOf(survey),
        person,
        inWindow: false,
      });
  }
  const folder = join(aFolder(), 'out');
  assert.equal((await manage(scene, 'export', '--to', folder)).code, 0);
  return folder;
}

test('the R script of an export computes sums, means, formulas, T-scores and percentiles of every rule anew, where R is installed', async (t) => {
  if (!hasAll(t, 'R')) return;
  const scene = await exportScene();
  const folder = await aFolderOfScores(scene.services, scene);
  const { status, stdout, stderr } = spawnSync('Rscript', ['--vanilla', 'rescore.R'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
  const [, difference] = /greatest difference from scores\.csv: (\S+)/.exec(stdout + stderr) ?? [];
  assert.ok(Number(difference) < 1e-9, stdout + stderr);
  const scores = csv(filesOf(folder), 'scores.csv');
  const scales = [...structures, rules].reduce((count, one) => count + one.scales.length, 0);
  assert.equal(scores.length, 4 * scales);
  const scored = new Set(
    scores.filter(({ score }) => score !== '').map((row) => `${row['instrument']} ${row['scale']}`),
  );
  assert.equal(scored.size, scales);
  assert.ok(scores.some(({ score }) => score === ''));
  const foreign = scores.filter((row) => row['items_not_applicable'] !== '0');
  assert.deepEqual(
    foreign.map((row) => [
      row['scale'],
      row['items_not_applicable'],
      row['items_missing'],
      row['score'] !== '',
    ]),
    ['left', 'named', 'valued'].map((scale) => [scale, '2', '0', true]),
  );
  const percentiles = scores.map((row) => row['percentile_table']).filter((key) => key !== '');
  assert.deepEqual(new Set(percentiles), new Set(['share-men']));
});
