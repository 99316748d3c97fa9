import type { Problem } from './item-bank.ts';

/** When a test ends. Rules of a list are alternatives; `all` holds when each of its rules holds. */
export type StopRule =
  | { readonly kind: 'se_below'; readonly se: number }
  | { readonly kind: 'se_change_below'; readonly change: number }
  /** Holds after this number of items. Useful only inside `all`, to delay another rule. */
  | { readonly kind: 'min_items'; readonly items: number }
  | { readonly kind: 'max_items'; readonly items: number }
  /** The estimate is further from the cut (theta metric) than z standard errors. */
  | { readonly kind: 'classified'; readonly cut: number; readonly z: number }
  /** Each of the first so many answers was the healthiest one: the lowest or the highest category. */
  | { readonly kind: 'healthiest'; readonly items: number; readonly category: 'lowest' | 'highest' }
  | { readonly kind: 'all'; readonly rules: readonly StopRule[] };

type Leaf = Exclude<StopRule, { kind: 'all' }>;

/** Why a test ended: the rule that held, or that no item was left. */
export type StopReason = Leaf['kind'] | 'no_item_left';

/** The data that the rules check, after at least one answer. */
export type Progress = {
  readonly categories: readonly number[];
  readonly theta: readonly number[];
  readonly se: readonly number[];
  /** Highest category of each answered item. */
  readonly highest: readonly number[];
};

function last(values: readonly number[], back = 1): number {
  return values[values.length - back] ?? Infinity;
}

type Tests = { [K in Leaf['kind']]: (rule: Extract<Leaf, { kind: K }>, progress: Progress) => boolean };

const TESTS = {
  se_below: ({ se }, progress) => last(progress.se) < se,
  se_change_below: ({ change }, { se }) => Math.abs(last(se) - last(se, 2)) < change,
  min_items: ({ items }, { categories }) => categories.length >= items,
  max_items: ({ items }, { categories }) => categories.length >= items,
  classified: ({ cut, z }, { theta, se }) => Math.abs(last(theta) - cut) > z * last(se),
  healthiest: ({ items, category }, { categories, highest }) =>
    categories.length >= items &&
    categories.slice(0, items).every((x, i) => x === (category === 'lowest' ? 0 : highest[i])),
} satisfies Tests;

function holds(rule: StopRule, progress: Progress): boolean {
  if (rule.kind === 'all') return rule.rules.every((part) => holds(part, progress));
  const test = TESTS[rule.kind] as (rule: Leaf, progress: Progress) => boolean; // the table pairs kind and rule
  return test(rule, progress);
}

/** The rule that names the reason; `min_items` only holds others back and names it only if alone. */
function reasonOf(rule: StopRule): StopReason {
  if (rule.kind !== 'all') return rule.kind;
  const reasons = rule.rules.map(reasonOf);
  return reasons.find((reason) => reason !== 'min_items') ?? 'min_items';
}

/** Why the test ends now: the first rule that holds, in the order given; null if it goes on. */
export function stopReason(rules: readonly StopRule[], progress: Progress): StopReason | null {
  if (progress.categories.length === 0) return null;
  const held = rules.find((rule) => holds(rule, progress));
  return held === undefined ? null : reasonOf(held);
}

function numberProblem(value: unknown, path: string, whole: boolean): Problem[] {
  const fits = typeof value === 'number' && (whole ? Number.isInteger(value) && value >= 1 : value > 0);
  if (fits && Number.isFinite(value)) return [];
  return [{ path, message: `This must be a ${whole ? 'whole number of at least 1' : 'number above 0'}.` }];
}

/** Everything that is wrong with a stop rule. */
export function stopRuleProblems(rule: StopRule, path: string): Problem[] {
  switch (rule.kind) {
    case 'se_below':
      return numberProblem(rule.se, `${path}.se`, false);
    case 'se_change_below':
      return numberProblem(rule.change, `${path}.change`, false);
    case 'min_items':
    case 'max_items':
      return numberProblem(rule.items, `${path}.items`, true);
    case 'healthiest':
      return rule.category === 'lowest' || rule.category === 'highest'
        ? numberProblem(rule.items, `${path}.items`, true)
        : [{ path: `${path}.category`, message: 'The healthiest category must be "lowest" or "highest".' }];
    case 'classified':
      return Number.isFinite(rule.cut)
        ? numberProblem(rule.z, `${path}.z`, false)
        : [{ path: `${path}.cut`, message: 'The cut must be a number in the theta metric.' }];
    case 'all':
      return rule.rules.length > 0
        ? rule.rules.flatMap((part, i) => stopRuleProblems(part, `${path}.rules[${i}]`))
        : [{ path: `${path}.rules`, message: 'A combined rule needs at least one rule.' }];
    default:
      return [{ path: `${path}.kind`, message: 'There is no stop rule of this kind.' }];
  }
}
