import { createStore } from '../api/store.ts';

const YEAR_S = 31_536_000;

/**
 * A setting of this browser; the first value is the default. It is kept in a cookie, because a logout clears the browser's
 * storage (R35) and a setting should outlive it.
 */
export function cookieSetting<Value extends string>(name: string, values: readonly [Value, ...Value[]]) {
  const stored = document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const store = createStore<Value>(values.find((value) => value === stored) ?? values[0]);
  const choose = (next: Value) => {
    document.cookie = `${name}=${next}; Path=/; Max-Age=${YEAR_S}; SameSite=Strict`;
    store.set(next);
  };
  return { store, choose };
}
