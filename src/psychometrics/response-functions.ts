import { entry } from './numeric.ts';
import { preparedItem, type PreparedItem } from './item-bank.ts';
import * as graded from './graded-response.ts';
import * as credit from './partial-credit.ts';
import { categoryCount, type Item, type ItemBank, type ItemModel } from './item-bank.ts';

type Write = (item: PreparedItem, theta: number, out: Float64Array, offset: number, stride: number) => void;

/** The functions of theta that define a model, on prepared items. */
export type ResponseModel = {
  probabilities: Write;
  logProbabilities: Write;
  information(item: PreparedItem, theta: number): number;
};

export const RESPONSE_MODELS = {
  GRM: {
    probabilities: graded.gradedProbabilities,
    logProbabilities: graded.gradedLogProbabilities,
    information: graded.gradedInformation,
  },
  GPCM: {
    probabilities: credit.creditProbabilities,
    logProbabilities: credit.creditLogProbabilities,
    information: credit.creditInformation,
  },
} satisfies Record<ItemModel, ResponseModel>;

function written(write: Write, item: Item, theta: number): number[] {
  const out = new Float64Array(categoryCount(item));
  write(preparedItem(item), theta, out, 0, 1);
  return Array.from(out);
}

/**
 * Probability of each category 0 … m at `theta`, with full relative precision even when it is tiny.
 * GRM: P_x = P*_x - P*_{x+1} with P*_k = 1 / (1 + exp(-a (theta - b_k))) (Samejima 1969).
 * GPCM: P_x proportional to exp(sum_{v<=x} a (theta - b_v)) (Muraki 1992).
 */
export function categoryProbabilities(model: ItemModel, item: Item, theta: number): number[] {
  return written(RESPONSE_MODELS[model].probabilities, item, theta);
}

/** Natural logarithm of each category's probability; finite even when the probability itself is 0 in a double. */
export function categoryLogProbabilities(model: ItemModel, item: Item, theta: number): number[] {
  return written(RESPONSE_MODELS[model].logProbabilities, item, theta);
}

/** Fisher information of one item, sum_x P'_x² / P_x. GRM: a² sum_x P_x (v_x + v_{x+1}); GPCM: a² Var(x). */
export function itemInformation(model: ItemModel, item: Item, theta: number): number {
  return RESPONSE_MODELS[model].information(preparedItem(item), theta);
}

/** Information of several items together: the sum over them. All items of the bank if none are named. */
export function testInformation(bank: ItemBank, theta: number, items: readonly Item[] = bank.items): number {
  return items.reduce((sum, item) => sum + itemInformation(bank.model, item, theta), 0);
}

/** One answer: the item's id in the bank and the category chosen, counted from 0. */
export type Answer = {
  readonly item: string;
  readonly category: number;
};

/** Position of an item in the bank. Throws if the bank does not have it. */
export function itemPosition(bank: ItemBank, id: string): number {
  const position = bank.items.findIndex((item) => item.id === id);
  if (position === -1) throw new Error(`The bank "${bank.id}" has no item "${id}".`);
  return position;
}

/** The item of the bank with this id. Throws if there is none. */
export function itemOf(bank: ItemBank, id: string): Item {
  const item = bank.items[itemPosition(bank, id)];
  if (item === undefined) throw new Error(`The bank "${bank.id}" has changed after its first use.`);
  return item;
}

/** Throws unless the item has this category. */
export function assertCategory(item: Item, category: number): void {
  if (Number.isInteger(category) && category >= 0 && category < categoryCount(item)) return;
  throw new Error(`Item "${item.id}" has the categories 0 to ${item.b.length}, not ${category}.`);
}

/** The answers of one person from a list by bank position; null stands for no answer. */
export function answersByPosition(bank: ItemBank, categories: readonly (number | null)[]): Answer[] {
  return bank.items.flatMap(({ id }, i) => {
    const category = categories[i] ?? null;
    return category === null ? [] : [{ item: id, category }];
  });
}

/** Looks up the items of the answers. Throws if the bank lacks one of them or the item its category. */
function answeredItems(bank: ItemBank, answers: readonly Answer[]): { item: Item; category: number }[] {
  return answers.map(({ item: id, category }) => {
    const item = itemOf(bank, id);
    assertCategory(item, category);
    return { item, category };
  });
}

/** Log-likelihood of the answers at `theta`: the sum of their log-probabilities; 0 without answers. */
export function logLikelihood(bank: ItemBank, answers: readonly Answer[], theta: number): number {
  return answeredItems(bank, answers).reduce(
    (sum, { item, category }) => sum + entry(categoryLogProbabilities(bank.model, item, theta), category),
    0,
  );
}

/** Expected information of the items that were answered. */
export function expectedInformation(bank: ItemBank, answers: readonly Answer[], theta: number): number {
  const items = answeredItems(bank, answers).map(({ item }) => item);
  return testInformation(bank, theta, items);
}
