import { isQuestion, isItemType } from './answer-types.ts';
import { showPath, type JsonPath } from './json-lines.ts';
import { isUndecided, undecidedValues } from './undecided.ts';

// A draft is any JSON until a person has decided, so its parts are looked at one by one.

/** A value that a person must decide: where it stands, in words, and what it is. */
export type ToDecide = { readonly where: string; readonly what: string };

/** Every "DECIDE: …" of the draft of an instrument. */
export function openDecisions(instrument: object): readonly ToDecide[] {
  return undecidedValues(instrument).map(({ path, what }) => ({
    where: placeInWords(instrument, path),
    what,
  }));
}

/** How many questions the draft of an instrument asks. A text between them is none. */
export function questionsIn(instrument: object): number {
  return itemsOf(instrument).filter((item) => {
    const type = partOf(item, ['type']);
    return typeof type !== 'string' || !isItemType(type) || isQuestion(type);
  }).length;
}

function placeInWords(instrument: object, path: JsonPath): string {
  const [part, index, inner, number, ...rest] = path;
  if (part === 'dimensions' && inner === 'items' && number !== undefined) {
    const item = partOf(instrument, path.slice(0, 4));
    return joined(questionInWords(instrument, item), rest);
  }
  if (part === 'scales' && index !== undefined) {
    const title = partOf(instrument, [part, index, 'title']);
    return joined(`scale ${quoted(title) ?? Number(index) + 1}`, path.slice(2));
  }
  if (part === 'crisis' && index !== undefined) {
    const id = partOf(instrument, [part, index, 'item']);
    const item = itemsOf(instrument).find((one) => partOf(one, ['id']) === id) ?? { id };
    return joined(`rule for danger, ${questionInWords(instrument, item)}`, path.slice(2));
  }
  if (part === 'option_sets') return joined(`answers "${index}"`, path.slice(2));
  return joined('', path);
}

function questionInWords(instrument: object, item: unknown): string {
  const words = quoted(partOf(item, ['content'])) ?? quoted(partOf(item, ['id']));
  const number = itemsOf(instrument).indexOf(item) + 1;
  return ['question', number === 0 ? undefined : number, words]
    .filter((word) => word !== undefined)
    .join(' ');
}

const ONE: Readonly<Record<string, string>> = { options: 'answer', dimensions: 'part', pages: 'page' };

/** The steps after a place as words: `options[1].label` is "answer 2, label". */
function joined(place: string, path: JsonPath): string {
  const words = path.flatMap((step, index) => {
    if (typeof step !== 'number')
      return typeof path[index + 1] === 'number' ? [] : [step.replaceAll('_', ' ')];
    const list = path[index - 1];
    return [`${typeof list === 'string' ? (ONE[list] ?? list) : 'answer'} ${step + 1}`];
  });
  const all = place === '' ? words : [place, ...words];
  return all.length === 0 ? showPath(path) : all.join(', ');
}

/** The words, where a person has written them. */
const quoted = (value: unknown) =>
  typeof value === 'string' && value !== '' && !isUndecided(value) ? `"${value}"` : undefined;

function itemsOf(instrument: object): readonly unknown[] {
  const dimensions = partOf(instrument, ['dimensions']);
  return listOf(dimensions).flatMap((dimension) => listOf(partOf(dimension, ['items'])));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function partOf(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (part, step) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, step)
        ? (part as Readonly<Record<string | number, unknown>>)[step]
        : undefined,
    value,
  );
}
