import { noteServedScript } from './announcements.ts';
import { config } from './config.ts';
import { CallFailed } from './failure.ts';
import { noteServerTime } from './server-time.ts';

const TIMEOUT_MS = 30_000;

export type Outgoing = {
  method: string;
  path: string;
  body?: unknown;
  file?: File | undefined;
  /** The Idempotency-Key. The server takes a repetition with the same key for the same request (R26). */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Finishes the sending even if the user leaves the page. */
  keepalive?: boolean | undefined;
  /** The longest wait for an answer. */
  timeoutMs?: number | undefined;
};

/** Sends one request. A refusal is a result as well. Only a missing answer is a failure. */
export async function send(outgoing: Outgoing): Promise<Response> {
  const { signal, keepalive = false, timeoutMs = TIMEOUT_MS } = outgoing;
  const ending = endingOf(signal, timeoutMs);
  try {
    const response = await fetch(config().base_url + outgoing.path, {
      method: outgoing.method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: headersOf(outgoing),
      body: bodyOf(outgoing),
      signal: ending.signal,
      keepalive,
    });
    noteServerTime(response.headers.get('date'));
    noteServedScript(response.headers.get('x-page-script'));
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailed(null);
  } finally {
    ending.forget();
  }
}

// Some supported browsers do not have AbortSignal.any.
function endingOf(signal: AbortSignal | undefined, timeoutMs: number) {
  const controller = new AbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  return {
    signal: controller.signal,
    forget() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    },
  };
}

function headersOf({ body, key }: Outgoing): Record<string, string> {
  return {
    // Other sites cannot send this header. It proves that the request comes from our pages (product 7.1).
    'X-Requested-With': 'resonanz',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
  };
}

function bodyOf({ body, file }: Outgoing): BodyInit | null {
  if (file) {
    const form = new FormData();
    form.append('file', file);
    return form;
  }
  return body === undefined ? null : JSON.stringify(body);
}
