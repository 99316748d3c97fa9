// Made-up answers to the structures of published questionnaires, scored by the product and by a program in R that was written from
// the manuals and shares nothing with it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { instrumentItems } from '../../src/domain/instrument-items.ts';
import type { Instrument, InstrumentItem } from '../../src/domain/instrument-schema.ts';
import type { NormedPerson } from '../../src/domain/scoring-classical.ts';
import { scoreSession } from '../../src/domain/scoring.ts';
import { randomSource } from '../../src/psychometrics/random.ts';
import { amount, seed } from '../amount.ts';
import { hasAll } from '../programs.ts';
import { anAnswer, aPlan } from '../survey-samples.ts';
import { structures } from './structures.ts';

const persons = amount({ usual: 20, all: 300 });
const folder = mkdtempSync(join(tmpdir(), 'resonanz-published-'));
after(() => rmSync(folder, { recursive: true, force: true }));

type Value = number | readonly number[] | null;
type Dice = () => number;

/** The numbers that an item can have as an answer. */
function choicesOf({ options, min = 0, max = 0 }: InstrumentItem): readonly number[] {
  if (options.length > 0) return options.map(({ value }) => Number(value));
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

/** An answer: in most surveys all are there, in some a few are missing. */
function draw(item: InstrumentItem, gaps: number, random: Dice): Value {
  const choices = choicesOf(item);
  const pick = () => choices[Math.floor(random() * choices.length)] ?? 0;
  if (random() < gaps) return null;
  if (item.type !== 'QUESTION_CHECKBOX') return pick();
  const last = choices.at(-1) ?? 0;
  const ticked = choices.filter((value) => value !== last && random() < 0.4);
  return ticked.length > 0 ? ticked : [last];
}

type Survey = {
  readonly instrument: Instrument;
  readonly number: number;
  readonly person: NormedPerson;
  readonly values: ReadonlyMap<string, Value>;
};

const genders = ['FEMALE', 'MALE', 'DIVERSE'] as const;

function surveysOf(instrument: Instrument, random: Dice): readonly Survey[] {
  return Array.from({ length: persons }, (_, number) => {
    const gender = genders[Math.floor(random() * 3)] ?? 'FEMALE';
    const person = { gender, age: 18 + Math.floor(random() * 70) };
    const gaps = number % 3 === 2 ? 0.08 : 0;
    const items = instrumentItems(instrument);
    const values = new Map(items.map((item) => [item.id, draw(item, gaps, random)]));
    return { instrument, number, person, values };
  });
}

function rowsOf({ instrument, number, person, values }: Survey): readonly string[] {
  return [...values].map(([item, value]) =>
    [
      instrument.id,
      number,
      person.gender,
      person.age,
      item,
      Array.isArray(value) ? value.join('|') : (value ?? ''),
    ].join(','),
  );
}

type Row = Readonly<Record<'instrument' | 'person' | 'scale' | 'score' | 'band', string>>;

function scoresInR(surveys: readonly Survey[]): readonly Row[] {
  const [input, output] = [join(folder, 'answers.csv'), join(folder, 'scores.csv')];
  const head = 'instrument,person,gender,age,item,value';
  writeFileSync(input, [head, ...surveys.flatMap(rowsOf), ''].join('\n'));
  const program = join(import.meta.dirname, 'scores.R');
  const run = spawnSync('Rscript', ['--vanilla', program, input, output], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  return parse(readFileSync(output, 'utf8'), { columns: true });
}

function scoresOf({ instrument, person, values }: Survey) {
  const answers = [...values].flatMap(([id, value]) => (value === null ? [] : [anAnswer(id, value)]));
  return scoreSession(aPlan([instrument]), [{ number: 1, answers }], person).scales;
}

test(`an independent program in R finds the same scores and bands of ${structures.length} published questionnaires (seed ${seed})`, (t) => {
  if (!hasAll(t, 'R')) return;
  assert.ok(structures.length >= 24);
  const stream = randomSource(String(seed));
  let drawn = 0;
  const random = () => stream(drawn++);
  const surveys = structures.flatMap((one) => surveysOf(one, random));
  const inR = new Map(scoresInR(surveys).map((row) => [`${row.instrument} ${row.person} ${row.scale}`, row]));
  const tally = { scored: new Set<string>(), missing: 0 };
  for (const survey of surveys)
    for (const score of scoresOf(survey)) {
      const name = `${score.instrument_id} ${survey.number} ${score.scale}`;
      const row = inR.get(name);
      assert.ok(row, `${name} is missing in R`);
      const value = score.t ?? score.raw;
      if (value === null) tally.missing += 1;
      else tally.scored.add(`${score.instrument_id} ${score.scale}`);
      const expected = row.score.trim() === 'NA' ? null : Number(row.score);
      const isSame =
        value === null || expected === null ? value === expected : Math.abs(value - expected) < 1e-9;
      assert.ok(isSame, `${name}: ${value}, in R ${row.score}`);
      assert.equal(score.band?.slice(1) ?? '', row.band, `${name}: band of ${value}`);
      inR.delete(name);
    }
  assert.deepEqual([...inR.keys()], []);
  const scales = structures.reduce((count, one) => count + one.scales.length, 0);
  assert.equal(tally.scored.size, scales, 'every scale has a score of somebody');
  assert.ok(tally.missing > 0);
  t.diagnostic(`${surveys.length} surveys, ${scales} scales, ${tally.missing} scores missing on both sides`);
});
