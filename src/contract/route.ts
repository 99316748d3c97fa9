import type * as v from 'valibot';
import type { Endpoint } from './endpoints.ts';

/** One call of the API: its endpoint and its rules on the server. */
export type Route = Endpoint & {
  summary: string;
  /** The schema of the path parameters. */
  params?: v.GenericSchema;
  /** The schema of the JSON body. */
  body?: v.GenericSchema;
  /** The request is one file in a multipart body; `optional`: it may be the JSON body instead. */
  upload?: true | 'optional';
  /** The schema of the answer. It drops all other fields. 'html' and 'pdf' are sent unchanged, null means 204. */
  answer: v.GenericSchema | 'html' | 'pdf' | null;
  /** The handler may return null, and the answer is then 204. */
  optional?: true;
  /** A GET that changes something. */
  effect?: true;
  /** The action in the audit row of every success (R64). Null means no audit row. */
  audit: string | null;
  /** The call checks a password or code. Such calls of one user wait for each other. */
  checksSecret?: true;
  /** The answer holds every patient of a clinic. A process makes few of them at a time. */
  ofWholeClinic?: true;
  /** True if the call honours an `Idempotency-Key` (R26). False only if a second call does no harm. */
  retryKey?: boolean;
};

/** A call of an extension in the browser: its endpoint and, as a type alone, its route. */
export type FurtherCall<R extends Route = Route> = Endpoint & {
  readonly name: string;
  /** Never set. */
  readonly ofRoute: R | null;
};

/** The required facts of a route: `params` only for a path with parameters, `retryKey` only for methods other than GET. */
export type DetailsOf<E extends Endpoint> = Omit<Route, keyof Endpoint> &
  (E['path'] extends `${string}{${string}` ? { params: v.GenericSchema } : { params?: never }) &
  (E['method'] extends 'GET' ? { retryKey?: never } : { retryKey: boolean; effect?: never });
