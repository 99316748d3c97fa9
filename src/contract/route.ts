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
  /** The call answers 204 where the handler returns null. */
  optional?: true;
  /** A GET that changes something. */
  effect?: true;
  /** The audit row that every success writes (R64); null where a success writes none. */
  audit: string | null;
  /** Whether the call honours an `Idempotency-Key` (R26). False only where a second call does no harm. */
  retryKey?: boolean;
};

/** What a route must say: `params` where its path has one, `retryKey` where its method is not GET. */
export type DetailsOf<E extends Endpoint> = Omit<Route, keyof Endpoint> &
  (E['path'] extends `${string}{${string}` ? { params: v.GenericSchema } : { params?: never }) &
  (E['method'] extends 'GET' ? { retryKey?: never } : { retryKey: boolean; effect?: never });
