import { readCookie, writeCookie } from '../api/cookie.ts';
import { createStore } from '../api/store.ts';

/** A setting of this browser; the first value is the default. It is kept in a cookie, so it outlives a logout. */
export function cookieSetting<Value extends string>(name: string, values: readonly [Value, ...Value[]]) {
  const stored = readCookie(name);
  const store = createStore<Value>(values.find((value) => value === stored) ?? values[0]);
  const choose = (next: Value) => {
    writeCookie(name, next);
    store.set(next);
  };
  return { store, choose };
}
