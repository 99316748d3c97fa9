import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { SurveyPage } from '../src/contract/surveys.ts';
import type { Answer } from '../src/domain/answer-types.ts';
import { loadRegistry } from '../src/server/instruments/registry.ts';
import type { Services } from '../src/server/services.ts';
import { call } from './call.ts';
import { effectFile, habitFile } from './conditional-sample.ts';
import { submit } from './survey-calls.ts';
import { anAnswer } from './survey-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-conditions-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The services of a clinic whose first survey is the questionnaires with conditions. */
export async function withHabits(services: Services): Promise<Services> {
  const standard = JSON.parse(readFileSync(join(import.meta.dirname, '../protocols/standard.json'), 'utf8'));
  const [first] = standard.windows;
  const windows = [{ ...first, instruments: ['habit', 'effect'], patient_report: 'on' }];
  const protocol = { ...standard, id: 'habits', skips: [], parts: [], windows };
  for (const file of [habitFile, effectFile])
    writeFileSync(join(folder, `${file.id}.json`), JSON.stringify(file));
  const protocolFile = join(folder, 'protocol.txt');
  writeFileSync(protocolFile, JSON.stringify(protocol));
  return {
    ...services,
    registry: await loadRegistry(services.pool, { protocolFile, instrumentsDir: folder }),
  };
}

export type Habits = Readonly<Record<string, Answer['value']>>;

/** Answers to a page: items that are not named get the value 1, texts a word. */
export function habitsOn({ items }: Pick<SurveyPage, 'items'>, given: Habits = {}): readonly Answer[] {
  return items.map(({ id, response_options: options }) => {
    const value = given[id] ?? options[1]?.value ?? 'Wort';
    return anAnswer(id, value, options.find((option) => option.value === value)?.label ?? '');
  });
}

/** Answers the whole survey; returns the items of each page. */
export async function answerHabits(
  app: FastifyInstance,
  as: Record<string, string>,
  given: Habits,
): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = [];
  for (;;) {
    const { status, body } = await call(app, 'getSurvey', { as });
    if (status === 204) return pages;
    pages.push(body.items.map(({ id }: { id: string }) => id));
    const { status: taken, problem } = await submit(app, as, habitsOn(body, given));
    if (taken !== 200) throw new Error(`a page was not taken: ${JSON.stringify(problem)}`);
  }
}
