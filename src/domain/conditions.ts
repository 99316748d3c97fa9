import * as v from 'valibot';
import type { Answer, OptionValue } from './answer-types.ts';
import { Finite, ItemId } from './instrument-values.ts';

// A condition says on which earlier answers of the same survey a question depends (docs/instruments.md).

const OPERATORS = ['is', 'is_not', 'at_least', 'at_most', 'answered'] as const;

const Value = v.union(
  [Finite, v.pipe(v.string(), v.minLength(1), v.maxLength(200))],
  'must be a number or a text',
);

const ClauseSchema = v.pipe(
  v.strictObject({
    /** An item of an earlier page. */
    item: ItemId,
    is: v.optional(Value),
    is_not: v.optional(Value),
    at_least: v.optional(Finite),
    at_most: v.optional(Finite),
    answered: v.optional(v.boolean()),
  }),
  v.check(
    (clause) => OPERATORS.filter((name) => clause[name] !== undefined).length === 1,
    `needs one of ${OPERATORS.join(', ')}`,
  ),
);

const Clauses = v.optional(v.pipe(v.array(ClauseSchema), v.minLength(1, 'needs at least one entry')));
const lists = { all: Clauses, any: Clauses };

const isOne = (one: unknown, other: unknown) => (one === undefined) !== (other === undefined);
const NEEDS_A_LIST = 'needs either all or any';

/** The condition of a whole instrument. */
export const ConditionSchema = v.pipe(
  v.strictObject(lists),
  v.check(({ all, any }) => isOne(all, any), NEEDS_A_LIST),
);

/** The condition of an item or page. Its items may count as a value in the scales where they are not asked. */
export const ItemConditionSchema = v.pipe(
  v.strictObject({ ...lists, counts_as: v.optional(Finite) }),
  v.check(({ all, any }) => isOne(all, any), NEEDS_A_LIST),
);

export type Clause = v.InferOutput<typeof ClauseSchema>;
export type Condition = v.InferOutput<typeof ConditionSchema>;
export type ItemCondition = v.InferOutput<typeof ItemConditionSchema>;

/** What an item that is over was answered with; null where it was declined, not applicable, left empty, or not asked. */
export type Known = Answer['value'] | null;

/** Where the answers stand while a survey goes on. */
export type Standing = {
  readonly known: ReadonlyMap<string, Known>;
  /** Is the item asked later? */
  isComing(item: string): boolean;
};

export function clausesOf({ all, any }: Condition): readonly Clause[] {
  return all ?? any ?? [];
}

/** Does the condition hold? Undefined while that depends on an item that comes later. */
export function holds(condition: Condition, { known, isComing }: Standing): boolean | undefined {
  const results = clausesOf(condition).map((clause) =>
    isComing(clause.item) ? undefined : isTrue(clause, known.get(clause.item) ?? null),
  );
  // One true clause decides `any`, one false clause decides `all`.
  const decisive = condition.all === undefined;
  if (results.includes(decisive)) return decisive;
  return results.includes(undefined) ? undefined : !decisive;
}

/** Without an answer every comparison is false. */
function isTrue({ is, is_not, at_least, at_most, answered }: Clause, given: Known): boolean {
  if (answered !== undefined) return answered === (given !== null);
  if (given === null) return false;
  if (is !== undefined) return includes(given, is);
  if (is_not !== undefined) return !includes(given, is_not);
  if (typeof given !== 'number') return false;
  return (at_least === undefined || given >= at_least) && (at_most === undefined || given <= at_most);
}

function includes(given: Answer['value'], value: OptionValue): boolean {
  return Array.isArray(given) ? given.includes(value) : given === value;
}
