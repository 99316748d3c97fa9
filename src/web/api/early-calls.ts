import type { Answer } from '../../contract/routes.ts';
import { call, type Callable, type CallArguments, type CallInput } from './call.ts';
import { session } from './session.ts';

type Begun = { answer: Promise<unknown>; arrived?: unknown };

const begun = new Map<string, Begun>();

// The answers belong to one user (R35).
session.subscribe(() => {
  if (!session.get()) begun.clear();
});

/** Makes a call before the page that needs its answer has arrived. The page takes the answer once. */
export function beginCall<Name extends Callable>(
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<Answer<Name>> {
  // The compiler cannot see that the input of a generic route is its own arguments.
  const rest = [input] as unknown as CallArguments<Name>;
  const answer = call(name, ...rest);
  const entry: Begun = { answer };
  begun.set(keyOf(name, input), entry);
  // The page that takes the answer hears of the failure.
  answer.then(
    (arrived) => (entry.arrived = arrived),
    () => undefined,
  );
  return answer;
}

/** The answer for a page that was left before it was shown would be old at its next visit. */
export function forgetBegun(): void {
  begun.clear();
}

/** The answer that is on its way, for the first page that asks for it. */
export function takeBegun<Name extends Callable>(
  name: Name,
  input: CallInput<Name> | null = null,
): Promise<Answer<Name>> | undefined {
  const key = keyOf(name, input);
  const entry = begun.get(key);
  begun.delete(key);
  // The name of the route is part of the key of its own answer.
  return entry?.answer as Promise<Answer<Name>> | undefined;
}

/** The answer that has come already, so that a page need not begin with a wait. It stays for `takeBegun`. */
export function arrivedAnswer<Name extends Callable>(
  name: Name,
  input: CallInput<Name> | null = null,
): Answer<Name> | undefined {
  return begun.get(keyOf(name, input))?.arrived as Answer<Name> | undefined;
}

const keyOf = (name: Callable, input: object | null | undefined) => JSON.stringify([name, input ?? null]);
