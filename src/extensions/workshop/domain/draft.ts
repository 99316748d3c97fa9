import { CRISIS_LEVELS } from '../../../domain/crisis.ts';

// What a person edits of a questionnaire. `contract/routes.ts` explains each field.

/** How a clinic may use a questionnaire. `not_allowed` keeps it a draft for ever. */
export const LICENCES = ['free', 'registered', 'licensed', 'not_allowed'] as const;
export type LicenceKind = (typeof LICENCES)[number];

/** Who answers for what: `clinical` for danger and meaning, `psychometric` for scoring. */
export const SIGNATURE_ROLES = ['clinical', 'psychometric'] as const;
export type SignatureRole = (typeof SIGNATURE_ROLES)[number];

/** The parts of a draft in the order in which a person works through them. */
export const STEPS = [
  'basics',
  'licence',
  'questions',
  'scoring',
  'danger',
  'examples',
  'signatures',
] as const;
export type Step = (typeof STEPS)[number];

/** What an answer shows. */
export const DANGER_MARKS = ['none', ...CRISIS_LEVELS] as const;
export type DangerMark = (typeof DANGER_MARKS)[number];

export type Danger = {
  marks: Record<string, Record<string, DangerMark>>;
  says: Record<string, string>;
};

/** An example of the manual: answers, and the scores that must come out. */
export type Example = {
  name: string;
  answers: { item: string; value: number | string }[];
  expected: { scale: string; score: number }[];
};

export type DraftContent = {
  instrument: Record<string, unknown>;
  licence: { kind: LicenceKind | null; number: string; date: string | null };
  danger: Danger;
  examples: Example[];
};
