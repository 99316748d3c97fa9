import type { NormalPrior } from '../psychometrics/quadrature.ts';
import type { Answer } from './answer-types.ts';
import type { ProtocolPart, ProtocolSkip } from './protocol.ts';
import type { Instrument } from './instrument-schema.ts';
import type { WindowType } from './window-types.ts';

/** Priors of single patients, by `priorKey`. */
export type Priors = ReadonlyMap<string, NormalPrior>;

/** The name of an adaptive dimension among the priors of a session. */
export function priorKey(instrumentId: string, dimensionId: string): string {
  return `${instrumentId}/${dimensionId}`;
}

/** All data that decide about the pages of a session. They are fixed at the start of the session (product 11.1). */
export type SurveyPlan = {
  /** Any text, drawn once per session (128 random bits as hex are enough). */
  readonly seed: string;
  readonly protocol_version: string;
  /** The pinned versions, in the order of the protocol. */
  readonly instruments: readonly Instrument[];
  readonly context: { readonly window_type: WindowType };
  /** What earlier surveys say about the patient before a test, by `priorKey`. Fixed by the surveys that ended before this one began. */
  readonly priors?: Priors;
  /** The parts of the survey for the patient, by the protocol. */
  readonly parts?: readonly ProtocolPart[];
  /** Answers after which some instruments are not asked. */
  readonly skips?: readonly ProtocolSkip[];
  /** If off, the protocol switches the cut-offs off, and condition_severity stays UNKNOWN (product 10.5). */
  readonly condition_severity?: 'on' | 'off';
  /** If off, the protocol raises no events for clinicians. The patient gets help all the same (product 10.5). */
  readonly crisis_events?: 'on' | 'off';
};

/** An answered page. Page numbers begin at 1; the answers are those that `matchSubmission` returned. */
export type StoredPage = { readonly number: number; readonly answers: readonly Answer[] };

export type PageDimension = {
  readonly id: string;
  readonly title: string;
  readonly paragraph: string;
  readonly connector: string;
  readonly footer: string;
};
