import { CRITERIA, type Criterion } from './item-selection.ts';
import { problemText, type ItemBank, type Problem } from './item-bank.ts';
import { assertPrior, assertQuadrature, type NormalPrior, type Quadrature } from './quadrature.ts';
import { stopRuleProblems, type StopRule } from './stop-rules.ts';

/** Keeps the shares of content groups near their targets: the group furthest below its share gives the next item. */
export type ContentBalancing = {
  readonly targets: readonly { readonly group: string; readonly share: number }[];
  /** Group of each item, by item id. */
  readonly group_of: Readonly<Record<string, string>>;
};

/** Limits how often good items are given. */
export type ExposureControl =
  /** One of the `size` best items at random (Kingsbury & Zara 1989). */
  | { readonly kind: 'randomesque'; readonly size: number }
  /** Each item is given with its own probability when it is the best, else set aside (Sympson & Hetter 1985). */
  | { readonly kind: 'sympson_hetter'; readonly parameters: Readonly<Record<string, number>> };

/** How an adaptive test runs. Plain data; estimates are EAP. */
export type TestConfig = {
  readonly criterion: Criterion;
  /** Alternatives, the first that holds is the reason. Without any the whole bank is given. */
  readonly stop: readonly StopRule[];
  /** Standard normal if not given. */
  readonly prior?: NormalPrior;
  /** 61 nodes on [-6, 6] if not given. */
  readonly quadrature?: Quadrature;
  /** Id of the first item; if not given the criterion chooses it. */
  readonly start_item?: string;
  /** Theta at which the first item is chosen; the mean of the prior if not given. */
  readonly start_theta?: number;
  readonly content?: ContentBalancing;
  /** Sets of item ids of which a person gets at most one. */
  readonly enemies?: readonly (readonly string[])[];
  readonly exposure?: ExposureControl;
};

function thrown(check: () => void, path: string): Problem[] {
  try {
    check();
    return [];
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : String(error) }];
  }
}

function unknownItem(known: ReadonlySet<string>, id: string, path: string): Problem[] {
  return known.has(id) ? [] : [{ path, message: `The bank has no item "${id}".` }];
}

function missingItem(bank: ItemBank, given: Readonly<Record<string, unknown>>, path: string): Problem[] {
  return bank.items.flatMap(({ id }) =>
    Object.hasOwn(given, id) ? [] : [{ path, message: `There is no entry for the item "${id}".` }],
  );
}

function contentProblems(bank: ItemBank, { targets, group_of }: ContentBalancing): Problem[] {
  const groups = new Set(targets.map(({ group }) => group));
  const shares = targets.flatMap(({ share }, i) =>
    share >= 0 && share <= 1
      ? []
      : [{ path: `content.targets[${i}].share`, message: 'A share must lie between 0 and 1.' }],
  );
  const unknown = bank.items.flatMap(({ id }) => {
    const group = group_of[id];
    if (group === undefined || groups.has(group)) return [];
    return [{ path: `content.group_of.${id}`, message: `The group "${group}" has no target share.` }];
  });
  return [...shares, ...missingItem(bank, group_of, 'content.group_of'), ...unknown];
}

function exposureProblems(bank: ItemBank, exposure: ExposureControl): Problem[] {
  if (exposure.kind === 'randomesque') {
    if (Number.isInteger(exposure.size) && exposure.size >= 1) return [];
    return [{ path: 'exposure.size', message: 'The size must be a whole number of at least 1.' }];
  }
  const out = Object.entries(exposure.parameters).filter(([, value]) => !(value >= 0 && value <= 1));
  const message = 'An exposure parameter must lie between 0 and 1.';
  return [
    ...out.map(([id]) => ({ path: `exposure.parameters.${id}`, message })),
    ...missingItem(bank, exposure.parameters, 'exposure.parameters'),
  ];
}

/** Everything that is wrong with a configuration for a valid bank; empty when it can be used. */
function testConfigProblems(bank: ItemBank, config: TestConfig): Problem[] {
  const known = new Set(bank.items.map(({ id }) => id));
  const { prior, quadrature, start_item: start, start_theta: theta, content, enemies, exposure } = config;
  return [
    ...(CRITERIA.includes(config.criterion)
      ? []
      : [{ path: 'criterion', message: `The criterion must be one of ${CRITERIA.join(', ')}.` }]),
    ...config.stop.flatMap((rule, i) => stopRuleProblems(rule, `stop[${i}]`)),
    ...(prior === undefined ? [] : thrown(() => assertPrior(prior), 'prior')),
    ...(quadrature === undefined ? [] : thrown(() => assertQuadrature(quadrature), 'quadrature')),
    ...(start === undefined ? [] : unknownItem(known, start, 'start_item')),
    ...(theta === undefined || Number.isFinite(theta)
      ? []
      : [{ path: 'start_theta', message: 'The first theta must be a number.' }]),
    ...(content === undefined ? [] : contentProblems(bank, content)),
    ...(enemies ?? []).flatMap((set, i) => set.flatMap((id) => unknownItem(known, id, `enemies[${i}]`))),
    ...(exposure === undefined ? [] : exposureProblems(bank, exposure)),
  ];
}

/** Throws an error that lists every problem of the configuration. */
export function assertTestConfig(bank: ItemBank, config: TestConfig): void {
  const problems = testConfigProblems(bank, config);
  if (problems.length > 0) throw new Error(`The adaptive test cannot be used.\n${problemText(problems)}`);
}
