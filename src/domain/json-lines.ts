// JSON.parse forgets where things stood. Files written by hand deserve mistakes that name a line, so this reads JSON
// (RFC 8259) and remembers the position of every value. It also refuses a key given twice, which JSON.parse lets pass.

export type JsonPath = readonly (string | number)[];
export type JsonLines =
  | { readonly kind: 'value'; readonly value: unknown; readonly lineOf: (path: JsonPath) => number }
  | { readonly kind: 'mistake'; readonly line: number; readonly message: string };

type Reader = { readonly text: string; readonly starts: Map<string, number>; at: number };
type Found = { readonly value: unknown };

const MAX_DEPTH = 100;
const BLANK = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y; // oxlint-disable-line no-control-regex
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = { true: true, false: false, null: null } as const;

class JsonMistake extends Error {}

/** Reads JSON text. `lineOf` gives the line (from 1) of the value at a path, or of the nearest value around it. */
export function parseJsonLines(text: string): JsonLines {
  const reader: Reader = { text, starts: new Map(), at: 0 };
  try {
    const { value } = readValue(reader, []);
    skipBlank(reader);
    if (reader.at < text.length) throw new JsonMistake('The text goes on after the end of the JSON value.');
    return { kind: 'value', value, lineOf: (path) => lineAt(text, nearestStart(reader.starts, path)) };
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    return { kind: 'mistake', line: lineAt(text, reader.at), message: error.message };
  }
}

/** A path as people write it: `dimensions[0].items[3].b`; the empty path is `(file)`. */
export function showPath(path: JsonPath): string {
  if (path.length === 0) return '(file)';
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function nearestStart(starts: ReadonlyMap<string, number>, path: JsonPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const start = starts.get(JSON.stringify(path.slice(0, length)));
    if (start !== undefined) return start;
  }
  return starts.get('[]') ?? 0;
}

function readValue(reader: Reader, path: JsonPath): Found {
  if (path.length > MAX_DEPTH) throw new JsonMistake(`The values are nested more than ${MAX_DEPTH} deep.`);
  skipBlank(reader);
  reader.starts.set(JSON.stringify(path), reader.at);
  const next = reader.text[reader.at];
  if (next === '{') return { value: readObject(reader, path) };
  if (next === '[') return { value: readArray(reader, path) };
  if (next === '"') return { value: readString(reader) };
  return readWord(reader) ?? { value: readNumber(reader) };
}

function readObject(reader: Reader, path: JsonPath): Record<string, unknown> {
  const entries = new Map<string, unknown>();
  reader.at += 1;
  while (!take(reader, '}')) {
    if (entries.size > 0) expect(reader, ',', 'A comma or } is missing.');
    skipBlank(reader);
    const key = readKey(reader, entries);
    expect(reader, ':', `A colon is missing after "${key}".`);
    entries.set(key, readValue(reader, [...path, key]).value);
  }
  return Object.fromEntries(entries);
}

function readKey(reader: Reader, entries: ReadonlyMap<string, unknown>): string {
  if (reader.text[reader.at] !== '"') throw new JsonMistake('A key in double quotes is missing.');
  const start = reader.at;
  const key = readString(reader);
  const complaint = entries.has(key) ? 'is given twice' : key === '__proto__' ? 'is not allowed' : undefined;
  if (complaint === undefined) return key;
  reader.at = start;
  throw new JsonMistake(`The key "${key}" ${complaint}.`);
}

function readArray(reader: Reader, path: JsonPath): unknown[] {
  const values: unknown[] = [];
  reader.at += 1;
  while (!take(reader, ']')) {
    if (values.length > 0) expect(reader, ',', 'A comma or ] is missing.');
    values.push(readValue(reader, [...path, values.length]).value);
  }
  return values;
}

function readString(reader: Reader): string {
  const quoted = match(reader, STRING);
  if (quoted === undefined)
    throw new JsonMistake('A text is not closed on its line, or holds a control character.');
  try {
    const value: unknown = JSON.parse(quoted);
    return String(value);
  } catch {
    reader.at -= quoted.length;
    throw new JsonMistake(`The text ${quoted} holds an escape that JSON does not know.`);
  }
}

function readWord(reader: Reader): Found | undefined {
  for (const [word, value] of Object.entries(WORDS)) {
    if (!reader.text.startsWith(word, reader.at)) continue;
    reader.at += word.length;
    return { value };
  }
  return undefined;
}

function readNumber(reader: Reader): number {
  const digits = match(reader, NUMBER);
  if (digits !== undefined) return Number(digits);
  if (reader.at >= reader.text.length) throw new JsonMistake('The text ends too early.');
  throw new JsonMistake('A value is missing, or a text without double quotes.');
}

function match(reader: Reader, form: RegExp): string | undefined {
  form.lastIndex = reader.at;
  const found = form.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function skipBlank(reader: Reader): void {
  match(reader, BLANK);
}

function take(reader: Reader, character: string): boolean {
  skipBlank(reader);
  if (reader.text[reader.at] !== character) return false;
  reader.at += 1;
  return true;
}

function expect(reader: Reader, character: string, message: string): void {
  if (!take(reader, character)) throw new JsonMistake(message);
}
