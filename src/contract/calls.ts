import { endpoints } from './endpoints.ts';
import { holdsSecret } from './fields.ts';
import type { Route } from './route.ts';
import { routes, type RouteName, type Routes } from './routes.ts';

type TwinRoute = { [Name in RouteName]: Routes[Name] extends { twin: 'GET' } ? Name : never }[RouteName];

/** The name of a call: the name of its route, and for a GET twin this name with `ByGet`. */
export type CallName = RouteName | `${TwinRoute}ByGet`;

/** `isSecret` is true if the answer holds a generated password, a shared secret or recovery codes. */
export type Call = Route & { isSecret: boolean };
type CoreCall = Call & { route: RouteName };

/** Every call (product 7.2), with the GET twins. The server, the tests and openapi.json are made from it. */
export const calls = Object.fromEntries(
  (Object.keys(endpoints) as RouteName[]).flatMap(namedCalls),
  // namedCalls returns exactly the names of CallName.
) as Readonly<Record<CallName, CoreCall>>;

/** A route with what follows from it. */
export function callOf(route: Route): Call {
  const isSecret = typeof route.answer === 'object' && route.answer !== null && holdsSecret(route.answer);
  return { ...route, isSecret };
}

function namedCalls(name: RouteName): [string, CoreCall][] {
  const call: CoreCall = { ...callOf({ ...endpoints[name], ...routes[name] }), route: name };
  if (!call.twin) return [[name, call]];
  return [
    [name, call],
    [`${name}ByGet`, { ...call, method: 'GET', effect: true }],
  ];
}
