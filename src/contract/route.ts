import type * as v from 'valibot';
import type { Endpoint } from './endpoints.ts';

/** One call of the API: its endpoint and everything else that the server must know of it. */
export type Route = Endpoint & {
  summary: string;
  /** Checks the parameters of the path. */
  params?: v.GenericSchema;
  /** Checks the JSON body of the request. */
  body?: v.GenericSchema;
  /** The request is one file in a multipart body. */
  upload?: true;
  /** Checks the answer: a field that it does not name does not leave. 'html' and 'pdf' are sent as they are; null means 204. */
  answer: v.GenericSchema | 'html' | 'pdf' | null;
  /** The call answers 204 if the handler returns null. */
  optional?: true;
  /** A GET that changes something. */
  effect?: true;
  /** The action of the audit row that every success writes (R64); null if a success writes none. */
  audit: string | null;
  /** Whether the call honours an `Idempotency-Key` (R26). It is false only if a second call does no harm. */
  retryKey?: boolean;
};

/** The facts that a route must state: also `params` if its path has one, and `retryKey` if its method is not GET. */
export type DetailsOf<E extends Endpoint> = Omit<Route, keyof Endpoint> &
  (E['path'] extends `${string}{${string}` ? { params: v.GenericSchema } : { params?: never }) &
  (E['method'] extends 'GET' ? { retryKey?: never } : { retryKey: boolean; effect?: never });
