/** A mistake in a formula, at a place of its text from 0. */
export class FormulaMistake extends Error {
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
export function readTokens(text: string): readonly Token[] {
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
