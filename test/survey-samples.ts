import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../src/domain/answer-types.ts';
import { parseInstrument } from '../src/domain/instrument.ts';
import type { Instrument } from '../src/domain/instrument-schema.ts';
import type { WindowType } from '../src/domain/window-types.ts';
import type { StoredPage, SurveyPlan } from '../src/domain/survey-plan.ts';
import {
  currentPage,
  matchSubmission,
  plannedItems,
  type PageItem,
  type SurveyPage,
} from '../src/domain/survey-flow.ts';
import { randomSource, type RandomSource } from '../src/psychometrics/random.ts';

const folder = join(import.meta.dirname, '..', 'instruments');

export function instrumentText(id: string): string {
  return readFileSync(join(folder, `${id}.json`), 'utf8');
}

/** The ids of the instruments that the repository ships. */
export function shippedIds(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** An instrument from its text; throws with the mistakes where it has some. */
export function anInstrument(text: string): Instrument {
  const parsed = parseInstrument(text);
  if (parsed.kind === 'instrument') return parsed.instrument;
  throw new Error(parsed.mistakes.map(({ path, line, message }) => `${line} ${path}: ${message}`).join('\n'));
}

export function shippedInstrument(id: string): Instrument {
  return anInstrument(instrumentText(id));
}

export function aPlan(
  instruments: readonly Instrument[],
  change: Partial<SurveyPlan> & { readonly window?: WindowType } = {},
): SurveyPlan {
  const { window = 'PRE', ...rest } = change;
  return { seed: 'seed', protocol_version: '1.0.0', instruments, context: { window_type: window }, ...rest };
}

/** An answer as a browser sends it. */
export function anAnswer(id: string, value: Answer['value'], label: Answer['label'] = String(value)): Answer {
  return { id, value, label, time_taken: 1.5, optionalQuestion: false };
}

/**
 * A patient whose answers to adaptive items follow the model. All others are random, or stand where `place` says among the
 * options: from 0, the first one, to 1, the last.
 */
export type Patient = {
  readonly theta: number;
  readonly random: RandomSource;
  readonly place?: (item: string) => number;
};

export function aPatient(name: string): Patient {
  const random = randomSource(name);
  const normal = Math.sqrt(-2 * Math.log(1 - random(0))) * Math.cos(2 * Math.PI * random(1));
  return { theta: 0.5 + normal, random };
}

/** The answers of a patient to a page; the same patient gives the same answers. */
export function answersOf(patient: Patient, plan: SurveyPlan, page: SurveyPage): readonly Answer[] {
  const items = plannedItems(plan);
  return page.items.map((item, index) => {
    const u = patient.random(1000 + page.number * 100 + index);
    const parameters = items.get(item.id);
    const category =
      parameters?.a === undefined
        ? undefined
        : (parameters.b ?? []).filter(
            (b) => 1 / (1 + Math.exp(-(parameters.a ?? 1) * (patient.theta - b))) > u,
          ).length;
    return answerTo(item, patient.place ? Math.min(patient.place(item.id), 0.999) : u, category);
  });
}

function answerTo(item: PageItem, u: number, category: number | undefined): Answer {
  const options = item.response_options;
  const chosen = options.find(({ value }) => value === category) ?? options[Math.floor(u * options.length)];
  switch (item.type) {
    case 'QUESTION_CHECKBOX':
      return anAnswer(item.id, [chosen?.value ?? ''], [chosen?.label ?? '']);
    case 'QUESTION_RANGE_INDICATOR':
      return anAnswer(item.id, Math.floor(u * 101));
    case 'QUESTION_INTEGER':
      return anAnswer(item.id, String((item.min ?? 0) + Math.floor(u * 10)));
    case 'QUESTION_DOUBLE_POSITIVE':
      return anAnswer(item.id, `${Math.floor(u * 10)},5`);
    case 'QUESTION_DATE':
      return anAnswer(item.id, '2026-02-28');
    case 'QUESTION_TEXT':
    case 'QUESTION_TEXT_AREA':
      return anAnswer(item.id, `Wort ${Math.floor(u * 100)}`);
    default:
      return chosen ? anAnswer(item.id, chosen.value, chosen.label) : anAnswer(item.id, '');
  }
}

/** A survey taken to its end, or for so many pages: the pages as shown, and the pages as a server would store them. */
export function taken(
  plan: SurveyPlan,
  patient: Patient,
  pages = Infinity,
): { readonly shown: readonly SurveyPage[]; readonly stored: readonly StoredPage[] } {
  const shown: SurveyPage[] = [];
  const stored: StoredPage[] = [];
  while (stored.length < pages) {
    const page = currentPage(plan, stored);
    if (!page) break;
    const match = matchSubmission(plan, stored, answersOf(patient, plan, page));
    if (match.kind !== 'current') throw new Error(`The answers to page ${page.number} were ${match.kind}.`);
    shown.push(page);
    stored.push({ number: page.number, answers: match.answers });
  }
  return { shown, stored };
}

/** The pages that a server would store of a survey taken to its end, or for so many pages. */
export function answered(plan: SurveyPlan, patient: Patient, pages = Infinity): readonly StoredPage[] {
  return taken(plan, patient, pages).stored;
}
