import type { Formula, FunctionName, Operator } from './formula.ts';

/** The number of a name; null where it is missing. */
export type Lookup = (name: string, isT: boolean) => number | null;
type Call = Extract<Formula, { kind: 'call' }>;

/**
 * The value of a formula. What is missing is null: an operation or comparison with null is null, so is a division by 0. `and` is
 * false where one side is false, `or` true where one side is true. `if` is null where its condition is null. `mean`, `sum`, `min`
 * and `max` take the parts that are there, null if there is none; `count` counts the conditions that are true.
 */
export function formulaValue(formula: Formula, lookup: Lookup): number | null {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'name':
      return lookup(formula.name, formula.isT);
    case 'negative':
      return both(formulaValue(formula.of, lookup), 0, (value) => 0 - value);
    case 'call':
      return callValue(formula, lookup);
    case 'operation':
      return operationValue(formula, lookup);
  }
}

function both<Value>(
  one: number | null,
  other: number | null,
  compute: (one: number, other: number) => Value | null,
): Value | null {
  return one === null || other === null ? null : compute(one, other);
}

const numbers: Partial<Record<Operator, (one: number, other: number) => number | null>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => (other === 0 ? null : one / other),
};

const comparisons: Partial<Record<Operator, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '=': (one, other) => one === other,
  '!=': (one, other) => one !== other,
};

type Operation = Extract<Formula, { kind: 'operation' }>;

function operationValue({ operator, left, right }: Operation, lookup: Lookup): number | null {
  const compute = numbers[operator];
  const value = compute && both(formulaValue(left, lookup), formulaValue(right, lookup), compute);
  return finite(value);
}

const finite = (value: number | null | undefined) =>
  value !== null && value !== undefined && Number.isFinite(value) ? value : null;

function isTrue(formula: Formula, lookup: Lookup): boolean | null {
  if (formula.kind !== 'operation') return null;
  const { operator, left, right } = formula;
  if (operator !== 'and' && operator !== 'or') {
    const compare = comparisons[operator];
    return compare ? both(formulaValue(left, lookup), formulaValue(right, lookup), compare) : null;
  }
  const sides = [isTrue(left, lookup), isTrue(right, lookup)];
  const decides = operator === 'or';
  if (sides.includes(decides)) return decides;
  return sides.includes(null) ? null : !decides;
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const functions: Record<Exclude<FunctionName, 'if' | 'count'>, (values: readonly number[]) => number> = {
  mean: (values) => total(values) / values.length,
  sum: total,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
};

function callValue({ name, parts }: Call, lookup: Lookup): number | null {
  if (name === 'count') return parts.filter((part) => isTrue(part, lookup) === true).length;
  const [first, then, otherwise] = parts;
  if (name === 'if') {
    const chosen = first && isTrue(first, lookup);
    const part = chosen ? then : otherwise;
    return typeof chosen !== 'boolean' || !part ? null : formulaValue(part, lookup);
  }
  const values = parts.map((part) => formulaValue(part, lookup)).filter((value) => value !== null);
  return values.length === 0 ? null : finite(functions[name](values));
}
