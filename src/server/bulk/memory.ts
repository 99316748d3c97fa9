/** What was computed for a text. The key must be a string of its own, because a part of a longer one keeps all of it. */
type Entry<Value> = { readonly key: string; readonly value: Value };

export type Memory<Value> = { get(key: string): Value | undefined; set(key: string, value: Value): void };

/** A map that forgets: it holds what was used among the last `most` new entries, and at most twice as many. */
export function createMemory<Value>(most: number): Memory<Value> {
  let recent = new Map<string, Entry<Value>>();
  let older = new Map<string, Entry<Value>>();
  const keep = (entry: Entry<Value>) => {
    if (recent.size >= most) [older, recent] = [recent, new Map()];
    recent.set(entry.key, entry);
  };
  return {
    get: (key) => {
      const known = recent.get(key);
      if (known) return known.value;
      const entry = older.get(key);
      if (entry) keep(entry);
      return entry?.value;
    },
    set: (key, value) => keep({ key, value }),
  };
}
