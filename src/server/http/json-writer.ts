import * as v from 'valibot';

/** The JSON text of a value; undefined where JSON.stringify would leave it out. */
export type Writer = (value: unknown) => string | undefined;

const known = new WeakMap<v.GenericSchema, Writer>();

/**
 * Writes what `JSON.stringify(v.parse(schema, value))` would, in one go and without the copy between the two, which a long
 * list spends most of its time on. What is not as expected, and every schema of a kind that is not in the table, takes
 * just that way: so a wrong value is refused in the schema's own words.
 */
export function writerOf(schema: v.GenericSchema): Writer {
  const writer = known.get(schema) ?? newWriter(schema);
  known.set(schema, writer);
  return writer;
}

function newWriter(schema: v.GenericSchema): Writer {
  const bySchema: Writer = (value) => JSON.stringify(v.parse(schema, value));
  return (isPlain(schema) && makers[schema.type]?.(schema, bySchema)) || bySchema;
}

/** Whether the schema changes nothing and checks nothing but the type. */
function isPlain(schema: v.GenericSchema): boolean {
  const hasDefault = 'default' in schema && schema.default !== undefined;
  return !('pipe' in schema || 'fallback' in schema || hasDefault);
}

type Maker = (schema: v.GenericSchema, bySchema: Writer) => Writer;

// Each cast is true by the type that the schema is listed under.
const makers: Readonly<Record<string, Maker>> = {
  string: (_, bySchema) => (value) => (typeof value === 'string' ? quoted(value) : bySchema(value)),
  boolean: (_, bySchema) => (value) => (typeof value === 'boolean' ? String(value) : bySchema(value)),
  number: (_, bySchema) => (value) => (Number.isFinite(value) ? String(value) : bySchema(value)),
  picklist: (schema, bySchema) => {
    const { options } = schema as v.PicklistSchema<v.PicklistOptions, undefined>;
    const texts = new Map<unknown, string>(options.map((option) => [option, JSON.stringify(option)]));
    return (value) => texts.get(value) ?? bySchema(value);
  },
  nullable: (schema) => {
    const write = writerOf((schema as v.NullableSchema<v.GenericSchema, undefined>).wrapped);
    return (value) => (value === null ? 'null' : write(value));
  },
  array: (schema, bySchema) => {
    const write = writerOf((schema as v.ArraySchema<v.GenericSchema, undefined>).item);
    return (value) => (Array.isArray(value) ? arrayText(value, write) : bySchema(value));
  },
  object: (schema, bySchema) => {
    const { entries } = schema as v.ObjectSchema<v.ObjectEntries, undefined>;
    const fields = Object.entries(entries).map(fieldOf);
    // The first one has no comma before it; without a first one there is no object to write here.
    return (value) =>
      (fields[0]?.isOptional === false ? objectText(value, fields) : undefined) ?? bySchema(value);
  },
};

// What JSON writes in another way: quotes, backslashes, control characters, and surrogates that stand alone.
// oxlint-disable-next-line no-control-regex
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;

function quoted(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function arrayText(values: readonly unknown[], write: Writer): string {
  let text = '[';
  let comma = '';
  for (const value of values) {
    text += `${comma}${write(value) ?? 'null'}`;
    comma = ',';
  }
  return `${text}]`;
}

type Field = { name: string; start: string; write: Writer; isOptional: boolean };

function fieldOf([name, entry]: [string, v.GenericSchema], index: number): Field {
  const isOptional = entry.type === 'optional' && isPlain(entry);
  const write = writerOf(
    isOptional ? (entry as v.OptionalSchema<v.GenericSchema, undefined>).wrapped : entry,
  );
  return { name, start: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`, write, isOptional };
}

/** Undefined where the value is no object or something is missing that is not optional. */
function objectText(value: unknown, fields: readonly Field[]): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  // Any object can be asked for any name.
  const record = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const { name, start, write, isOptional } of fields) {
    const one = record[name];
    if (one === undefined && isOptional) continue;
    const written = one === undefined ? undefined : write(one);
    if (written === undefined) return undefined;
    text += start + written;
  }
  return `${text}}`;
}
