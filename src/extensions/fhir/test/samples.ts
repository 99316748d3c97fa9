import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importQuestionnaire, type ImportedQuestionnaire } from '../domain/fhir-questionnaire.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import type { Instrument } from '../../../domain/instrument-schema.ts';
import type { StoredPage } from '../../../domain/survey-plan.ts';
import { isHelpPage } from '../../../domain/help-page.ts';
import { currentPage } from '../../../domain/survey-flow.ts';
import { aPlan, anAnswer } from '../../../../test/survey-samples.ts';

export const fixtures = join(import.meta.dirname, 'fixtures');
// The published Questionnaire is not part of the repository. If its folder lies beside it, the import is tested.
export const published = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'fhir');

export type Json = { readonly [key: string]: unknown };

export function read(folder: string, name: string): Json {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
}

export const recovery = read(fixtures, 'Questionnaire-recovery');
export const frequency = read(fixtures, 'ValueSet-frequency');
export const limitation = read(fixtures, 'ValueSet-limitation');
export const sidecar = read(fixtures, 'recovery.sidecar');

export function imported(result: ImportedQuestionnaire): Instrument {
  if (result.kind === 'instrument') return result.instrument;
  throw new Error(JSON.stringify(result.mistakes, null, 2));
}

/** What the import lists as lost, as `name: places`. */
export function notKept(result: ImportedQuestionnaire): readonly string[] {
  if (result.kind === 'mistakes') throw new Error(JSON.stringify(result.mistakes, null, 2));
  return result.notKept.map(({ name, places }) => `${name}: ${places.join(', ')}`);
}

/** What the import says once of the whole form. */
export function notes(result: ImportedQuestionnaire): readonly string[] {
  return result.kind === 'instrument' ? result.notes : messages(result);
}

export function messages(result: ImportedQuestionnaire): readonly string[] {
  return result.kind === 'mistakes'
    ? result.mistakes.map(({ source, message }) => `${source}: ${message}`)
    : [];
}

/** The pages of a survey whose options are chosen by number, item by item. */
export function chosen(instrument: Instrument, options: readonly number[]): readonly StoredPage[] {
  const answers = instrumentItems(instrument).map((item, index) => {
    const option = item.options[options[index] ?? 0];
    return anAnswer(item.id, option?.value ?? '', option?.label ?? '');
  });
  const stored: StoredPage[] = [];
  for (
    let page = currentPage(aPlan([instrument]), stored);
    page;
    page = currentPage(aPlan([instrument]), stored)
  ) {
    const ids = page.items.map(({ id }) => id);
    const given = isHelpPage(page.items)
      ? page.items.map(({ id }) => anAnswer(id, ''))
      : answers.filter(({ id }) => ids.includes(id));
    stored.push({ number: page.number, answers: given });
  }
  return stored;
}

/** A Questionnaire of one item, and what its sidecar needs. */
export function importItem(item: Json, extra: Json = {}, form: Json = {}): ImportedQuestionnaire {
  const questionnaire = { ...recovery, item: [{ linkId: '1', text: 'Frage', ...item }], ...form };
  const plain = {
    ...sidecar,
    pages: undefined,
    scales: [],
    crisis: [],
    crisis_decided_by: 'Prüfung',
    ...extra,
  };
  return importQuestionnaire(questionnaire, [frequency, limitation], JSON.parse(JSON.stringify(plain)));
}

export function importedItem(item: Json, extra: Json = {}) {
  return instrumentItems(imported(importItem(item, extra)))[0];
}

/** The sidecar with which the Questionnaire of an instrument is read again. */
export function sidecarOf(instrument: Instrument, questionnaire: { readonly url: string }) {
  const { id, version, status, licence, source, title, purpose } = instrument;
  return {
    format: 1,
    questionnaire: questionnaire.url,
    id,
    version,
    status,
    licence,
    source,
    title,
    purpose,
    crisis: [],
    crisis_decided_by: 'Prüfung',
  };
}
