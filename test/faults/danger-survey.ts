import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SurveyPage } from '../../src/contract/surveys.ts';
import type { Answer } from '../../src/domain/answer-types.ts';
import type { CrisisLevel } from '../../src/domain/crisis.ts';

// A survey of single questions that all have rules for danger. So many events need few pages.

const QUESTIONS = 6;
const options = [0, 1, 2, 3].map((value) => ({ id: `level-${value}`, label: `Stufe ${value}`, value }));
const ids = Array.from({ length: QUESTIONS }, (_, index) => `danger-${index + 1}`);

const instrument = {
  format: 1,
  id: 'danger',
  version: '1.0.0',
  status: 'demonstration',
  licence: 'Frei',
  source: 'Test',
  language: 'de',
  title: 'Test',
  purpose: 'Test',
  option_sets: { options },
  dimensions: [
    {
      id: 'danger',
      form: 'fixed',
      title: 'Test',
      pages: ids.map((id) => ({ items: [id] })),
      items: ids.map((id) => ({ id, type: 'QUESTION_VERTICAL_RADIO', content: id, options: 'options' })),
    },
  ],
  crisis: ids.flatMap((item) => [
    { item, kind: 'self', at_least: 2, level: 'notice', clinician: 'Test' },
    { item, kind: 'self', at_least: 3, level: 'urgent', clinician: 'Test' },
  ]),
};

const protocol = {
  format: 1,
  id: 'danger',
  version: '1.0.0',
  title: 'Test',
  consent: 'off',
  condition_severity: 'off',
  open_therapy_limit: 8,
  windows: [
    {
      type: 'PRE',
      label: 'Erstgespräch',
      anchor: 'admission',
      offset: { months: 0, days: 0 },
      length_days: 28,
      patient_report: 'off',
      instruments: ['danger'],
    },
  ],
};

/** Writes the survey into a folder. Returns the configuration file. */
export function writeDangerSurvey(folder: string): string {
  const instruments = join(folder, 'instruments');
  mkdirSync(instruments, { recursive: true });
  writeFileSync(join(instruments, 'danger.json'), JSON.stringify(instrument));
  writeFileSync(join(folder, 'protocol.json'), JSON.stringify(protocol));
  const config = { protocol: join(folder, 'protocol.json'), instruments_dir: instruments };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  return join(folder, 'config.json');
}

/** The answers to a page: one of four options, by a number from 0 to 1. A page of help gets none. */
export function dangerAnswers(page: SurveyPage, chance: number): readonly Answer[] {
  return page.items.map((item) => {
    const given = { id: item.id, time_taken: 1, optionalQuestion: false };
    const option = item.response_options[Math.floor(chance * item.response_options.length)];
    return option
      ? { ...given, value: option.value, label: option.label }
      : { ...given, value: '', label: '' };
  });
}

/** The level that the value of an answer shows, by the rules of the instrument above. */
export function levelOf(value: unknown): CrisisLevel | undefined {
  if (Number(value) >= 3) return 'urgent';
  return Number(value) >= 2 ? 'notice' : undefined;
}
