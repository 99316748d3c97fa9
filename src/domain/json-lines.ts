import { findNodeAtLocation, type Node, parseTree, printParseErrorCode, visit } from 'jsonc-parser';

// JSON.parse loses the line of a value and accepts repeated keys. People write instrument files by hand, so each mistake
// must name its line.

export type JsonPath = readonly (string | number)[];

/** Something wrong at a place of a file. */
export type Problem = { readonly path: JsonPath; readonly message: string };

export type JsonLines =
  | { readonly kind: 'value'; readonly value: unknown; readonly lineOf: (path: JsonPath) => number }
  | { readonly kind: 'mistake'; readonly line: number; readonly message: string };

const MAX_DEPTH = 100;

/** Ends the reading at the first mistake, because the mistakes after it are mostly its consequences. */
class JsonMistake extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Reads JSON text (RFC 8259). `lineOf` gives the line, from 1, of the value at a path or of the nearest value around it. */
export function parseJsonLines(text: string): JsonLines {
  try {
    refuseMistakes(text);
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    return { kind: 'mistake', line: lineAt(text, error.offset), message: error.message };
  }
  const root = parseTree(text);
  const value: unknown = JSON.parse(text);
  return { kind: 'value', value, lineOf: (path) => lineAt(text, nearestOffset(root, path)) };
}

/** A path as text: `dimensions[0].items[3].b`; the empty path is `(file)`. */
export function showPath(path: JsonPath): string {
  if (path.length === 0) return '(file)';
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function nearestOffset(root: Node | undefined, path: JsonPath): number {
  if (root === undefined) return 0;
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return node.offset;
  }
  return root.offset;
}

/** The expected next token, with the sentence for a text without it. */
const missing = {
  value: () => 'A value is missing, or a text without double quotes.',
  key: () => 'A key in double quotes is missing.',
  colon: (key: string) => `A colon is missing after "${key}".`,
  'object end': () => 'A comma or } is missing.',
  'list end': () => 'A comma or ] is missing.',
  end: () => 'The text goes on after the end of the JSON value.',
};

/** Mistakes inside a text or a number. Every other mistake means that another token was expected. */
const malformed: Readonly<Record<string, (part: string) => string>> = {
  UnexpectedEndOfString: () => 'A text is not closed on its line, or holds a control character.',
  InvalidCharacter: () => 'A text is not closed on its line, or holds a control character.',
  InvalidEscapeCharacter: (part) => `The text ${part} holds an escape that JSON does not know.`,
  InvalidUnicode: (part) => `The text ${part} holds an escape that JSON does not know.`,
  UnexpectedEndOfNumber: (part) => `The number ${part} is not complete.`,
};

function refuseMistakes(text: string): void {
  /** The objects (with their keys) and lists that are open at this place, the innermost last. */
  const open: (Set<string> | 'list')[] = [];
  let due: keyof typeof missing = 'value';
  let lastKey = '';

  function begin(container: Set<string> | 'list', offset: number): void {
    open.push(container);
    if (open.length > MAX_DEPTH)
      throw new JsonMistake(`The values are nested more than ${MAX_DEPTH} deep.`, offset);
    due = container === 'list' ? 'value' : 'key';
  }

  function afterValue(): void {
    const around = open.at(-1);
    due = around === undefined ? 'end' : around === 'list' ? 'list end' : 'object end';
  }

  // The parser also closes a container at the end of the text, and then reports the missing bracket.
  function end(offset: number): void {
    if (offset === text.length) return;
    open.pop();
    afterValue();
  }

  function readKey(key: string, offset: number): void {
    const keys = open.at(-1);
    if (keys === undefined || keys === 'list') return;
    const complaint = keys.has(key) ? 'is given twice' : key === '__proto__' ? 'is not allowed' : undefined;
    if (complaint !== undefined) throw new JsonMistake(`The key "${key}" ${complaint}.`, offset);
    keys.add(key);
    lastKey = key;
    due = 'colon';
  }

  visit(
    text,
    {
      onObjectBegin: (offset) => begin(new Set(), offset),
      onArrayBegin: (offset) => begin('list', offset),
      onObjectEnd: end,
      onArrayEnd: end,
      onObjectProperty: readKey,
      onLiteralValue: afterValue,
      onSeparator: (sign) => {
        due = sign === ':' || open.at(-1) === 'list' ? 'value' : 'key';
      },
      onError: (error, offset, length) => {
        const inside = malformed[printParseErrorCode(error)];
        if (inside !== undefined) throw new JsonMistake(inside(text.slice(offset, offset + length)), offset);
        const early = due === 'value' && offset === text.length;
        throw new JsonMistake(early ? 'The text ends too early.' : missing[due](lastKey), offset);
      },
    },
    { disallowComments: true },
  );
}
