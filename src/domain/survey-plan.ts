import type { Answer } from './answer-types.ts';
import type { Instrument } from './instrument-schema.ts';
import type { WindowType } from './window-types.ts';

/** Everything that decides which pages a session has; fixed when the session starts (product 11.1). */
export type SurveyPlan = {
  /** Any text, drawn once per session (128 random bits as hex are plenty). */
  readonly seed: string;
  readonly protocol_version: string;
  /** The pinned versions, in the order of the protocol. */
  readonly instruments: readonly Instrument[];
  readonly context: { readonly window_type: WindowType };
  /** Off: the protocol switches the cut-offs off, condition_severity stays UNKNOWN (product 10.5). */
  readonly condition_severity?: 'on' | 'off';
};

/** An answered page. Pages are counted from 1; answers as `matchSubmission` returned them. */
export type StoredPage = { readonly number: number; readonly answers: readonly Answer[] };

export type PageDimension = {
  readonly id: string;
  readonly title: string;
  readonly paragraph: string;
  readonly connector: string;
  readonly footer: string;
};
