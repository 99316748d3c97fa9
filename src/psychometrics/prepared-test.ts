import { bankTables, priorWeights, type BankTables, type PriorWeights } from './bank-tables.ts';
import { assertItemBank, type ItemBank } from './item-bank.ts';
import type { ValuedItem } from './item-selection.ts';
import { STANDARD_NORMAL, STANDARD_QUADRATURE } from './quadrature.ts';
import { itemPosition } from './response-functions.ts';
import { assertTestConfig, type TestConfig } from './test-config.ts';

/** The chosen item with the number of random numbers used and the items set aside on the way to it. */
export type Choice = ValuedItem & {
  draws: number;
  setAside: readonly number[];
};

/** A bank and a configuration with the tables that every step needs. Item ids are replaced by bank positions. */
export type PreparedTest = {
  readonly bank: ItemBank;
  readonly config: TestConfig;
  readonly tables: BankTables;
  readonly prior: PriorWeights;
  readonly hash: string;
  readonly startTheta: number;
  /** First choices by the answers before them: there are few different ones, and they take longest to find. */
  readonly firstChoices: Map<string, Choice | null>;
  /** Sets of which a person gets at most one item. */
  readonly enemies: readonly (readonly number[])[];
  /** Group of each item as an index into `shares`; null without content balancing. */
  readonly content: { readonly groupOf: readonly number[]; readonly shares: readonly number[] } | null;
};

function preparedContent(bank: ItemBank, { content }: TestConfig): PreparedTest['content'] {
  if (content === undefined) return null;
  const names = content.targets.map(({ group }) => group);
  return {
    groupOf: bank.items.map(({ id }) => names.indexOf(content.group_of[id] ?? '')),
    shares: content.targets.map(({ share }) => share),
  };
}

function prepare(bank: ItemBank, config: TestConfig): PreparedTest {
  assertItemBank(bank);
  assertTestConfig(bank, config);
  const tables = bankTables(bank, config.quadrature ?? STANDARD_QUADRATURE);
  const prior = config.prior ?? STANDARD_NORMAL;
  return {
    bank,
    config,
    tables,
    prior: priorWeights(tables, prior),
    hash: tables.hash,
    firstChoices: new Map(),
    startTheta: config.start_theta ?? prior.mean,
    enemies: (config.enemies ?? []).map((set) => set.map((id) => itemPosition(bank, id))),
    content: preparedContent(bank, config),
  };
}

const prepared = new WeakMap<ItemBank, WeakMap<TestConfig, PreparedTest>>();

/** The prepared form of a test, made at the first call. Throws if bank or configuration cannot be used. */
export function preparedTest(bank: ItemBank, config: TestConfig): PreparedTest {
  let ofBank = prepared.get(bank);
  if (ofBank === undefined) prepared.set(bank, (ofBank = new WeakMap()));
  const known = ofBank.get(config);
  if (known !== undefined) return known;
  const made = prepare(bank, config);
  ofBank.set(config, made);
  return made;
}
