import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';

const SLICE = 250;

/**
 * The JSON text of an answer. A field that its schema does not name does not leave (R3). A list of more than 250
 * elements is parsed in slices, and the event loop runs between them, so that a list of 3,000 patients does not stop
 * the other requests.
 */
export async function answerText(schema: v.GenericSchema, answer: unknown): Promise<string | Buffer> {
  const list = longList(schema, answer);
  if (!list) return JSON.stringify(v.parse(schema, answer));
  const { entries, fields, key, values } = list;
  const parts: Buffer[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const content = name === key ? await listText(entry, values) : valueText(entry, fields[name]);
    if (content.length > 0)
      parts.push(Buffer.from(`${parts.length > 0 ? ',' : ''}${JSON.stringify(name)}:`), ...content);
  }
  return Buffer.concat([Buffer.from('{'), ...parts, Buffer.from('}')]);
}

// Like JSON.stringify, this leaves out a key without a value.
function valueText(schema: v.GenericSchema, value: unknown): Buffer[] {
  const text: string | undefined = JSON.stringify(v.parse(schema, value));
  return text === undefined ? [] : [Buffer.from(text)];
}

async function listText(schema: v.GenericSchema, values: readonly unknown[]): Promise<Buffer[]> {
  const slices: Buffer[] = [];
  for (let at = 0; at < values.length; at += SLICE) {
    const text = JSON.stringify(v.parse(schema, values.slice(at, at + SLICE)));
    slices.push(Buffer.from(`${at === 0 ? '[' : ','}${text.slice(1, -1)}`));
    await setImmediate();
  }
  return [...slices, Buffer.from(']')];
}

type LongList = {
  entries: Record<string, v.GenericSchema>;
  fields: Record<string, unknown>;
  key: string;
  values: readonly unknown[];
};

/** The first long list of an answer such as { list: […] }. A list whose schema has a check of its own is not sliced. */
function longList(schema: v.GenericSchema, answer: unknown): LongList | undefined {
  if (!isPlainObjectSchema(schema) || typeof answer !== 'object' || answer === null) return undefined;
  const fields: Record<string, unknown> = { ...answer };
  for (const [key, entry] of Object.entries(schema.entries)) {
    const values = fields[key];
    if (!Array.isArray(values) || values.length <= SLICE || entry.type !== 'array' || 'pipe' in entry)
      continue;
    return { entries: schema.entries, fields, key, values };
  }
  return undefined;
}

function isPlainObjectSchema(
  schema: v.GenericSchema,
): schema is v.ObjectSchema<Record<string, v.GenericSchema>, undefined> {
  return schema.type === 'object' && !('pipe' in schema);
}
