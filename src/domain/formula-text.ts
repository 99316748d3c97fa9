import { BINDS, type Formula } from './formula.ts';

const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9._-]*$/;

/** The formula in plain signs, with no more parentheses than it needs. Read again it is the same formula. */
export function formulaText(formula: Formula): string {
  switch (formula.kind) {
    case 'number':
      return String(formula.value);
    case 'name':
      return formula.isT ? `t(${nameText(formula.name)})` : nameText(formula.name);
    case 'negative':
      return `-${inside(formula.of, BINDS['*'] + 1)}`;
    case 'call':
      return `${formula.name}(${formula.parts.map(formulaText).join(', ')})`;
    case 'operation': {
      const { operator, left, right } = formula;
      const binds = BINDS[operator];
      return `${inside(left, binds)} ${operator} ${inside(right, binds + 1)}`;
    }
  }
}

function inside(part: Formula, least: number): string {
  const text = formulaText(part);
  return part.kind === 'operation' && BINDS[part.operator] < least ? `(${text})` : text;
}

function nameText(name: string): string {
  return PLAIN_NAME.test(name) && name !== 'and' && name !== 'or' ? name : `"${name}"`;
}
