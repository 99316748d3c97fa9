import { decide } from './undecided.ts';

// Instrument files in which a person decides what only a person can: wording, licence, meaning, danger. The check refuses them
// until then.

/** A name as the id of an instrument. */
export function instrumentKey(name: string): string {
  const clean = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-$/g, '');
  return clean === '' ? 'questionnaire' : clean.slice(0, 40);
}

export const draftTexts = {
  licence: decide('by which licence the clinic may use the questionnaire'),
  purpose: decide('what the questionnaire measures, for report and test manual'),
  crisisDecidedBy: decide(
    'the person who read every question and answer, and decided which of them show danger',
  ),
} as const;

/** What a score means. */
export const scoreTexts = {
  clinician: decide('what the score means, for clinicians'),
  patient: decide('what the score means, for patients'),
} as const;

type Parts = {
  readonly option_sets: object;
  readonly dimensions: readonly object[];
  readonly norm_sets?: readonly object[];
  readonly norm_tables?: readonly object[];
  readonly scales: readonly object[];
  readonly crisis: readonly object[];
};

/** A whole file around these parts. */
export function draftFile(
  { id, title, source }: { readonly id: string; readonly title: string; readonly source: string },
  parts: Parts,
): object {
  return {
    format: 1,
    id,
    version: '1.0.0',
    status: 'draft',
    licence: draftTexts.licence,
    source,
    language: 'de',
    title,
    purpose: draftTexts.purpose,
    ...parts,
    crisis_decided_by: draftTexts.crisisDecidedBy,
  };
}

/** An answer whose words are still to come. */
export const draftOption = (value: number, of = '') => {
  return { id: `o${value}`, label: decide(`the words of the answer ${value}${of}`), value };
};
