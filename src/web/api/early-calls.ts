import type { Answer, RouteName } from '../../contract/routes.ts';
import { call, type CallArguments } from './call.ts';
import { session } from './session.ts';

const begun = new Map<RouteName, Promise<unknown>>();

// The answers belong to one user (R35).
session.subscribe(() => {
  if (!session.get()) begun.clear();
});

/** Makes a call without input before the page that needs its answer has arrived. The page takes the answer once. */
export function beginCall(name: RouteName): void {
  // The answer for a page that was left before it was shown would be old at its next visit.
  begun.clear();
  const answer = call(name, ...([] as unknown as CallArguments<typeof name>));
  begun.set(name, answer);
  // The page that takes the answer hears of the failure.
  answer.catch(() => undefined);
}

/** The answer that is on its way, for the first page that asks for it. */
export function takeBegun<Name extends RouteName>(name: Name): Promise<Answer<Name>> | undefined {
  const answer = begun.get(name);
  begun.delete(name);
  // The name of the route is the key of its own answer.
  return answer as Promise<Answer<Name>> | undefined;
}
