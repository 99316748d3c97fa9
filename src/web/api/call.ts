import type { Answer, BodyInput, Params, RouteName, Routes } from '../../contract/routes.ts';
import { endpoints } from './endpoints.ts';
import { codeOf, failureOf } from './failure.ts';
import { type Outgoing, send } from './http.ts';
import { refreshSession } from './refresh.ts';
import { endSession } from './session.ts';

type Needed<Name extends RouteName> = (Params<Name> extends undefined ? object : { params: Params<Name> }) &
  (BodyInput<Name> extends undefined ? object : { body: BodyInput<Name> }) &
  (Routes[Name] extends { upload: true } ? { file: File } : object);

type Extras = { key?: string | undefined; signal?: AbortSignal | undefined; keepalive?: boolean | undefined };

/** What a call takes: path parameters, body and file as its route says, and how to send it. */
export type CallInput<Name extends RouteName> = Needed<Name> & Extras;

/** The input may be left out where the route needs none. */
export type CallArguments<Name extends RouteName> =
  object extends Needed<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

/**
 * Makes a call of the contract. An expired access token is renewed and the call repeated exactly once, with the same
 * Idempotency-Key. Fails with `CallFailed`.
 */
export async function call<Name extends RouteName>(
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<Answer<Name>> {
  // Whatever the route, the input is some of these; the compiler cannot see that while the route is open.
  const outgoing = outgoingOf(name, (input ?? {}) as Sendable);
  const sentAt = Date.now();
  const first = await send(outgoing);
  if (first.ok) return readAnswer<Name>(first);
  const failure = await failureOf(first);
  if (codeOf(failure) !== 'token_expired' || !isAuthenticated(outgoing.path)) throw failure;
  await refreshSession(sentAt);
  const second = await send(outgoing);
  if (second.ok) return readAnswer<Name>(second);
  const lasting = await failureOf(second);
  if (codeOf(lasting) === 'token_expired') endSession('lost');
  throw lasting;
}

function isAuthenticated(path: string): boolean {
  return path.startsWith('/api/auth/');
}

type Sendable = Partial<Outgoing> & { params?: object };

function outgoingOf(name: RouteName, input: Sendable): Outgoing {
  const [method, pattern] = endpoints[name];
  const { params = {}, key, ...rest } = input;
  const values = new Map<string, unknown>(Object.entries(params));
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_match, part: string) =>
    encodeURIComponent(String(values.get(part))),
  );
  return { ...rest, method, path, key: method === 'GET' ? undefined : (key ?? newKey()) };
}

/** A fresh Idempotency-Key. */
export function newKey(): string {
  // On an insecure origin (a test server in a local network) the browser hides randomUUID.
  if (globalThis.isSecureContext) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

async function readAnswer<Name extends RouteName>(response: Response): Promise<Answer<Name>> {
  // The server checks what it answers against the contract, so that the types hold here.
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
