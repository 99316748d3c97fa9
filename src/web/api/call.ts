import { endpoints } from '../../contract/endpoints.ts';
import type { FurtherCall } from '../../contract/route.ts';
import type { Answer, BodyInput, Params, RouteName, RouteOf } from '../../contract/routes.ts';
import { codeOf, failureOf } from './failure.ts';
import { type Outgoing, send } from './http.ts';
import { refreshSession } from './refresh.ts';
import { newKey, retryKeys } from './retry-key.ts';
import { endSession } from './session.ts';
import { sendWhenFree } from './when-free.ts';

/** A call of the core by its name, or one of an extension. */
export type Callable = RouteName | FurtherCall;

type Needed<Name extends Callable> = (Params<Name> extends undefined ? object : { params: Params<Name> }) &
  (RouteOf<Name> extends { upload: 'optional' }
    ? { body: BodyInput<Name> } | { file: File }
    : (BodyInput<Name> extends undefined ? object : { body: BodyInput<Name> }) &
        (RouteOf<Name> extends { upload: true } ? { file: File } : object));

type Extras = { key?: string | undefined; signal?: AbortSignal | undefined; keepalive?: boolean | undefined };

/** The input of a call: path parameters, body and file of its route, and options for sending. */
export type CallInput<Name extends Callable> = Needed<Name> & Extras;

/** The input may be left out if the route needs none. */
export type CallArguments<Name extends Callable> =
  object extends Needed<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

/**
 * Makes a call of the contract. An expired access token is renewed and the call repeated exactly once, with the same
 * Idempotency-Key. Fails with `CallFailed`.
 */
export async function call<Name extends Callable>(
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<Answer<Name>> {
  // The input of every route has only these parts. The compiler cannot see this for a generic route.
  const outgoing = outgoingOf(name, (input ?? {}) as Sendable);
  const attempt = () => send(outgoing);
  const sentAt = Date.now();
  try {
    return await readAnswer<Name>(await sendWhenFree(attempt));
  } catch (error) {
    if (codeOf(error) !== 'token_expired' || !isAuthenticated(outgoing.path)) throw error;
  }
  await refreshSession(sentAt);
  try {
    return await readAnswer<Name>(await sendWhenFree(attempt));
  } catch (error) {
    if (codeOf(error) === 'token_expired') endSession('lost');
    throw error;
  }
}

export type RepeatableCall = <Name extends Callable>(
  name: Name,
  ...rest: CallArguments<Name>
) => Promise<Answer<Name>>;

/**
 * Makes calls that may be repeated after a lost answer (R26). It cannot tell two files apart, so each file needs a
 * `repeatableCall()` of its own.
 */
export function repeatableCall(): RepeatableCall {
  const underKey = retryKeys();
  return (name, ...[input]) =>
    underKey([name, input], (key) => {
      // The input fits the route, and every route accepts a key.
      const keyed = [{ ...input, key }] as unknown as CallArguments<typeof name>;
      return call(name, ...keyed);
    });
}

function isAuthenticated(path: string): boolean {
  return path.startsWith('/api/auth/');
}

type Sendable = Partial<Outgoing> & { params?: object };

function outgoingOf(name: Callable, input: Sendable): Outgoing {
  const { method, path: pattern } = typeof name === 'string' ? endpoints[name] : name;
  const { params = {}, key, ...rest } = input;
  const values = new Map<string, unknown>(Object.entries(params));
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_match, part: string) =>
    encodeURIComponent(String(values.get(part))),
  );
  return { ...rest, method, path, key: method === 'GET' ? undefined : (key ?? newKey()) };
}

async function readAnswer<Name extends Callable>(response: Response): Promise<Answer<Name>> {
  // The server checks its answers against the contract.
  return (await contentOf(response)) as Answer<Name>;
}

async function contentOf(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/pdf')) return new Uint8Array(await response.arrayBuffer());
  if (type.startsWith('text/html')) return response.text();
  try {
    return await response.json();
  } catch {
    throw await failureOf(response);
  }
}
