// Made-up values for the functions of the queries files. Their statements are prepared and never run, so any value will do.

// Kysely and promises ask a value for these names, to see whether it is one of theirs.
const FOREIGN = new Set<string | symbol>([
  'then',
  'toOperationNode',
  'isOperationNodeSource',
  'expressionType',
]);

const TEXT = '2026-01-01';

/** A value that has every field, is a list of one such value, and is a text. */
export function anything(): unknown {
  return new Proxy([], {
    get(_, name) {
      if (FOREIGN.has(name)) return undefined;
      if (name === Symbol.toPrimitive || name === 'toJSON') return () => TEXT;
      if (name === 'length') return 1;
      if (name === Symbol.iterator || name in Array.prototype) return Reflect.get([anything()], name);
      if (name in String.prototype) return Reflect.get(String.prototype, name).bind(TEXT);
      return anything();
    },
    has: () => true,
  });
}

/** An object whose every field has the value. */
const objectOf = (value: unknown) =>
  new Proxy({}, { get: (_, name) => (FOREIGN.has(name) || typeof name === 'symbol' ? undefined : value) });

/**
 * The arguments of several calls: everything is there, nothing is, and the words that a file compares with stand at every place.
 * The first arguments, mostly the clinic and an id, are there in some calls while the others are missing.
 */
export function makeSamples(words: readonly string[]): (readonly unknown[])[] {
  const values = [undefined, null, false, 0, TEXT, ...words];
  const kinds = [anything(), () => anything(), {}, [], ...values, ...values.map(objectOf)];
  return kinds.flatMap((kind) => {
    const rest = Array.from({ length: 4 }, () => kind);
    const all = Array.from({ length: 4 }, anything);
    return [rest, [anything(), ...rest], [anything(), anything(), ...rest], [anything(), kind, ...all]];
  });
}
