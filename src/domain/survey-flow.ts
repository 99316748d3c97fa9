import type { Answer, ItemType, ResponseOption } from './answer-types.ts';
import type { AnswerError } from './answers.ts';
import type { Instrument } from './instrument.ts';
import type { WindowType } from './instrument-schema.ts';

/** Everything that decides which pages a session has; fixed when the session starts (decisions 3). */
export type SurveyPlan = {
  /** An unsigned 32-bit integer, drawn once per session. */
  readonly seed: number;
  readonly protocol_version: string;
  /** The pinned versions, in the order of the protocol. */
  readonly instruments: readonly Instrument[];
  readonly context: { readonly window_type: WindowType };
  /** Off: the protocol switches the cut-offs off, condition_severity stays UNKNOWN (decisions 8). */
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

export type PageItem = {
  readonly id: string;
  readonly type: ItemType;
  readonly content: string;
  readonly response_options: readonly ResponseOption[];
};

export type SurveyPage = {
  readonly number: number;
  readonly dimension: PageDimension;
  readonly items: readonly PageItem[];
  /** 0 to 1, the part already answered; never falls from page to page. */
  readonly progress: number;
};

/** What a submission is (R23). */
export type SubmissionMatch =
  /** The current page, every answer valid: store `answers` as page `page.number`. */
  | { readonly kind: 'current'; readonly page: SurveyPage; readonly answers: readonly Answer[] }
  /** A page already stored, with the same answers: 200, write nothing. */
  | { readonly kind: 'repeat'; readonly number: number }
  /** A page already stored, with other answers: 409. */
  | { readonly kind: 'conflict'; readonly number: number }
  /** The current page, with answers that cannot be taken: 422, one error per item. */
  | { readonly kind: 'invalid'; readonly page: SurveyPage; readonly errors: readonly AnswerError[] }
  /** Neither the current nor a stored page: 400. */
  | { readonly kind: 'unknown' };
