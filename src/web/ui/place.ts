/** The shown entry of the browser's history. `key` differs for each visit, also of the same address. */
export type Place = { pathname: string; search: string; hash: string; state: unknown; key: string };

export type Entry = { usr: unknown; key: string; idx: number };

// Other scripts may write any state.
export const entry = () => (history.state ?? {}) as Partial<Entry>;

export function shownPlace(): Place {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = 'default' } = entry();
  return { pathname, search, hash, state: usr, key };
}
