// The formulas of scales (docs/instruments.md): a language of numbers, names and a few functions. A formula computes a number and
// does nothing else.

const OPERATORS = ['or', 'and', '<', '<=', '>', '>=', '=', '!=', '+', '-', '*', '/'] as const;
export type Operator = (typeof OPERATORS)[number];

export const FUNCTIONS = ['mean', 'sum', 'min', 'max', 'count', 'if'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** A part of a formula. `at` is the place of its first sign in the text, from 0. */
export type Formula = { readonly at: number } & (
  | { readonly kind: 'number'; readonly value: number }
  /** The answer to an item, or the score of a scale: as a T-score where `isT`. */
  | { readonly kind: 'name'; readonly name: string; readonly isT: boolean }
  | { readonly kind: 'negative'; readonly of: Formula }
  | {
      readonly kind: 'operation';
      readonly operator: Operator;
      readonly left: Formula;
      readonly right: Formula;
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly parts: readonly Formula[] }
);

/** How tightly an operator binds; equal ones from left to right. */
export const BINDS = {
  or: 1,
  and: 2,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '=': 3,
  '!=': 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
} as const satisfies Record<Operator, number>;

const DEEPEST = 40;

export type ReadFormula =
  | { readonly kind: 'formula'; readonly formula: Formula }
  | {
      readonly kind: 'mistake';
      readonly line: number;
      readonly column: number;
      readonly message: string;
    };

/** Reads a formula. Never throws: a mistake has its line and column, both from 1, and an English sentence. */
export function readFormula(text: string): ReadFormula {
  try {
    const reader = { tokens: readTokens(text), next: 0, end: text.length };
    const formula = readOperations(reader, 1, 0);
    const rest = reader.tokens[reader.next];
    if (rest) throw new FormulaMistake(rest.at, `"${rest.text}" is not expected here.`);
    expectType(formula, 'number');
    return { kind: 'formula', formula };
  } catch (error) {
    if (!(error instanceof FormulaMistake)) throw error;
    const before = text.slice(0, error.at).split('\n');
    return {
      kind: 'mistake',
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      message: error.message,
    };
  }
}

/** Every item or scale that a formula names, once. */
export function namesOf(formula: Formula): readonly { readonly name: string; readonly isT: boolean }[] {
  const found = new Map(namedParts(formula).map((one) => [`${one.isT} ${one.name}`, one]));
  return [...found.values()].map(({ name, isT }) => ({ name, isT }));
}

type Named = Extract<Formula, { kind: 'name' }>;

/** The names of a formula in the order of its text. */
export function namedParts(formula: Formula): readonly Named[] {
  switch (formula.kind) {
    case 'number':
      return [];
    case 'name':
      return [formula];
    case 'negative':
      return namedParts(formula.of);
    case 'operation':
      return [...namedParts(formula.left), ...namedParts(formula.right)];
    case 'call':
      return formula.parts.flatMap(namedParts);
  }
}

type Reader = { readonly tokens: readonly Token[]; next: number; readonly end: number };

function readOperations(reader: Reader, least: number, depth: number): Formula {
  let left = readSigned(reader, depth);
  for (;;) {
    const token = reader.tokens[reader.next];
    const operator = OPERATORS.find((one) => token?.kind === 'sign' && one === token.text);
    if (operator === undefined || BINDS[operator] < least) return left;
    reader.next += 1;
    const right = readOperations(reader, BINDS[operator] + 1, depth + 1);
    left = { kind: 'operation', at: left.at, operator, left, right };
  }
}

function readSigned(reader: Reader, depth: number): Formula {
  const token = reader.tokens[reader.next];
  if (depth > DEEPEST) throw new FormulaMistake(token?.at ?? reader.end, 'The formula is nested too deeply.');
  if (!token) throw new FormulaMistake(reader.end, 'The formula ends too early.');
  if (token.kind !== 'sign' || token.text !== '-') return readPart(reader, depth);
  reader.next += 1;
  return { kind: 'negative', at: token.at, of: readSigned(reader, depth + 1) };
}

function readPart(reader: Reader, depth: number): Formula {
  const token = reader.tokens[reader.next];
  if (!token) throw new FormulaMistake(reader.end, 'The formula ends too early.');
  reader.next += 1;
  const { at, text } = token;
  if (token.kind === 'number') return { kind: 'number', at, value: Number(text) };
  if (token.kind === 'name') return readName(reader, token, depth);
  if (text !== '(') throw new FormulaMistake(at, `"${text}" is not expected here.`);
  const inner = readOperations(reader, 1, depth + 1);
  expectSign(reader, ')');
  return inner;
}

function readName(reader: Reader, { at, text, quoted }: Token, depth: number): Formula {
  const isCall = !quoted && isSign(reader, '(');
  if (!isCall) return { kind: 'name', at, name: text, isT: false };
  reader.next += 1;
  if (text === 't') {
    const named = reader.tokens[reader.next];
    if (named?.kind !== 'name')
      throw new FormulaMistake(named?.at ?? reader.end, 't(…) needs the key of a scale.');
    reader.next += 1;
    expectSign(reader, ')');
    return { kind: 'name', at, name: named.text, isT: true };
  }
  const name = FUNCTIONS.find((one) => one === text);
  if (!name) throw new FormulaMistake(at, `There is no function "${text}", only ${FUNCTIONS.join(', ')}, t.`);
  const parts = [readOperations(reader, 1, depth + 1)];
  while (isSign(reader, ',')) {
    reader.next += 1;
    parts.push(readOperations(reader, 1, depth + 1));
  }
  expectSign(reader, ')');
  return { kind: 'call', at, name, parts };
}

function isSign({ tokens, next }: Reader, text: string): boolean {
  const token = tokens[next];
  return token?.kind === 'sign' && token.text === text;
}

function expectSign(reader: Reader, text: string): void {
  const token = reader.tokens[reader.next];
  if (!isSign(reader, text))
    throw new FormulaMistake(
      token?.at ?? reader.end,
      token ? `"${text}" is missing before "${token.text}".` : `"${text}" is missing at the end.`,
    );
  reader.next += 1;
}

type Type = 'number' | 'condition';

/** A formula with a condition where a number belongs, or the other way round, is a mistake. */
function expectType(formula: Formula, expected: Type): void {
  const type = checkParts(formula);
  if (type === expected) return;
  const wanted = expected === 'number' ? 'a number' : 'a condition like a > 1';
  throw new FormulaMistake(
    formula.at,
    `Here belongs ${wanted}, not a ${type === 'number' ? 'number' : 'condition'}.`,
  );
}

function checkParts(formula: Formula): Type {
  if (formula.kind === 'negative') expectType(formula.of, 'number');
  if (formula.kind === 'call') return checkCall(formula);
  if (formula.kind !== 'operation') return 'number';
  const { operator, left, right } = formula;
  const needed = operator === 'and' || operator === 'or' ? 'condition' : 'number';
  expectType(left, needed);
  expectType(right, needed);
  return BINDS[operator] < BINDS['+'] ? 'condition' : 'number';
}

function checkCall({ at, name, parts }: Extract<Formula, { kind: 'call' }>): Type {
  if (name === 'if' && parts.length !== 3)
    throw new FormulaMistake(at, 'if needs three parts: a condition, a value if it is true, and one if not.');
  for (const [index, part] of parts.entries())
    expectType(part, name === 'count' || (name === 'if' && index === 0) ? 'condition' : 'number');
  return 'number';
}

/** A mistake in a formula, at a place of its text from 0. */
class FormulaMistake extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** `quoted`: a name between quotation marks is never a function. `length`: of the token in the text. */
export type Token = {
  readonly kind: 'number' | 'name' | 'sign';
  readonly text: string;
  readonly at: number;
  readonly length: number;
  readonly quoted: boolean;
};

const LONGEST = 2000;
const WORDS = new Set(['and', 'or']);
/** Signs that look better in print, and what they mean. */
const SIGNS: Readonly<Record<string, string>> = {
  '−': '-',
  '×': '*',
  '÷': '/',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
};
const NUMBER = /\d+(\.\d+)?/y;
const NAME = /[A-Za-z][A-Za-z0-9._-]*/y;
const QUOTED = /"([A-Za-z0-9][A-Za-z0-9._-]*)"/y;
const SIGN = /<=|>=|!=|[-+*/<>=(),−×÷≤≥≠]/y;
const SPACE = /\s+/y;

/** A number of at most nine digits before the point and six behind it. */
const PLAIN_NUMBER = /^\d{1,9}(\.\d{1,6})?$/;

/** The numbers, names and signs of a formula. Throws a `FormulaMistake`. */
function readTokens(text: string): readonly Token[] {
  if (text.length > LONGEST)
    throw new FormulaMistake(LONGEST, `A formula has at most ${LONGEST} characters.`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const space = matchAt(SPACE, text, at);
    const token = space === undefined ? readToken(text, at) : undefined;
    if (token) tokens.push(token);
    at += token?.length ?? space?.length ?? 1;
  }
  return tokens;
}

function readToken(text: string, at: number): Token {
  const number = matchAt(NUMBER, text, at);
  if (number !== undefined) {
    if (!PLAIN_NUMBER.test(number))
      throw new FormulaMistake(at, 'A number has at most nine digits before the point and six behind it.');
    return { kind: 'number', text: number, at, quoted: false, length: number.length };
  }
  const name = matchAt(NAME, text, at);
  if (name !== undefined) {
    const kind = WORDS.has(name) ? 'sign' : 'name';
    return { kind, text: name, at, quoted: false, length: name.length };
  }
  const quoted = matchAt(QUOTED, text, at);
  if (quoted !== undefined)
    return { kind: 'name', text: quoted.slice(1, -1), at, quoted: true, length: quoted.length };
  const sign = matchAt(SIGN, text, at);
  if (sign !== undefined)
    return { kind: 'sign', text: SIGNS[sign] ?? sign, at, quoted: false, length: sign.length };
  const [letter = ''] = text.slice(at);
  throw new FormulaMistake(at, `"${letter}" has no meaning in a formula.`);
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
