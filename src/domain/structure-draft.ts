import * as v from 'valibot';
import { draftFile, draftOption, scoreTexts } from './instrument-draft.ts';
import { Count, Finite, Key, Text } from './instrument-values.ts';
import { decide } from './undecided.ts';

const Numbers = v.array(Finite);
const Range = v.strictTuple([Finite, Finite]);
const ItemNumbers = v.array(Count);

/** What a published questionnaire is without its words: its questions by number, what their answers count, scores and cut-offs. */
const StructureSchema = v.strictObject({
  id: Key,
  /** Of scoring and cut-offs. */
  source: Text,
  /** The answers of the questions up to a number: whole numbers, these numbers, a slider, a typed number, or boxes with points. */
  items: v.array(
    v.strictObject({
      to: Count,
      range: v.optional(Range),
      values: v.optional(Numbers),
      slider: v.optional(Range),
      typed: v.optional(Range),
      boxes: v.optional(Numbers),
    }),
  ),
  /** Each question has words of its own for its answers. */
  own_answers: v.optional(v.boolean(), false),
  /** The questions about a wish to die or to hurt oneself. */
  danger: v.optional(ItemNumbers, []),
  /** Tables of T-scores that are published, but not free. */
  norm_tables: v.optional(v.array(v.strictObject({ id: Key, group: v.optional(v.unknown()) })), []),
  /** The keys of a scale of an instrument. Questions are numbers, in a formula i1, i2 …; `cuts` are the first scores of its bands. */
  scales: v.array(
    v.looseObject({
      key: Key,
      items: v.optional(ItemNumbers),
      reversed: v.optional(ItemNumbers),
      formula: v.optional(Text),
      cuts: v.optional(Numbers),
      groups: v.optional(v.array(v.unknown())),
    }),
  ),
});
export const StructuresSchema = v.array(StructureSchema);
export type Structure = v.InferOutput<typeof StructureSchema>;

/** The number of questions. */
export const questionsOf = ({ items }: Structure): number => items.at(-1)?.to ?? 0;

/** An instrument file of a structure, in which every wording is still to come. */
export function structureDraft(structure: Structure): object {
  const { id, source, danger, norm_tables: tables } = structure;
  const sets: OptionSets = new Map();
  const items = Array.from({ length: questionsOf(structure) }, (_, index) =>
    itemOf(structure, index + 1, sets),
  );
  return draftFile(
    { id, title: id.toUpperCase(), source },
    {
      option_sets: Object.fromEntries([...sets.values()].map(({ key, options }) => [key, options])),
      dimensions: [
        {
          id: 'all',
          form: 'fixed',
          paragraph: decide('what stands above the questions, for example the days that they ask about'),
          items,
        },
      ],
      norm_tables: tables.map(normTable),
      scales: structure.scales.map((scale) => scaleOf(structure, scale)),
      crisis: danger.map((number) => ({
        item: itemId(structure, number),
        kind: 'self',
        at_least: decide('from which answer on'),
        level: decide('notice or urgent'),
        clinician: decide('what clinicians read after such an answer'),
      })),
    },
  );
}

type OptionSets = Map<string, { readonly key: string; readonly options: readonly object[] }>;

/** Ids begin with that of the instrument, because answers are stored under them. */
const itemId = ({ id }: Pick<Structure, 'id'>, number: number) => `${id}-${number}`;

function itemOf(structure: Structure, number: number, sets: OptionSets): object {
  const item = { id: itemId(structure, number), content: decide(`the wording of question ${number}`) };
  const { range, values = [], slider, typed, boxes } = structure.items.find(({ to }) => number <= to) ?? {};
  if (slider) return { ...item, type: 'QUESTION_RANGE_INDICATOR', min: slider[0], max: slider[1] };
  if (typed) return { ...item, type: 'QUESTION_INTEGER', min: typed[0], max: typed[1] };
  if (boxes) {
    const options = boxes.map((points, value) => ({
      ...draftOption(value, `, which counts ${points}`),
      points,
    }));
    return { ...item, type: 'QUESTION_CHECKBOX', options };
  }
  const numbers = range
    ? Array.from({ length: range[1] - range[0] + 1 }, (_, index) => range[0] + index)
    : values;
  const radio = { ...item, type: 'QUESTION_VERTICAL_RADIO' };
  if (structure.own_answers)
    return { ...radio, options: numbers.map((value) => draftOption(value, ` to question ${number}`)) };
  const name = numbers.join();
  const set = sets.get(name) ?? {
    key: `answers-${sets.size + 1}`,
    options: numbers.map((value) => draftOption(value)),
  };
  sets.set(name, set);
  return { ...radio, options: set.key };
}

function normTable({ id, group }: Structure['norm_tables'][number]): object {
  return {
    id,
    title: decide(`the title of the norms "${id}"`),
    population: decide('the population of the norms'),
    source: decide('where the norms come from'),
    metric: 't',
    table: decide('pairs of a score and its T-score, as [[0, 38], [1, 42]]'),
    ...(group !== undefined && { group }),
  };
}

function scaleOf(structure: Structure, given: Structure['scales'][number]): object {
  const { key, items, reversed, formula, cuts, groups, ...rules } = given;
  const ids = (numbers: readonly number[]) => numbers.map((number) => itemId(structure, number));
  return {
    key,
    title: decide(`the title of the scale "${key}"`),
    direction: 'high_is_worse',
    ...rules,
    ...(items && { items: ids(items) }),
    ...(reversed && { reversed: ids(reversed) }),
    ...(formula !== undefined && { formula: formula.replaceAll(/\bi(\d+)\b/g, `${structure.id}-$1`) }),
    ...(cuts && { bands: bandsOf(key, structure.source, cuts, groups) }),
    ...scoreTexts,
  };
}

function bandsOf(
  scale: string,
  source: string,
  cuts: readonly number[],
  groups: readonly unknown[] | undefined,
): object {
  const list = [null, ...cuts].map((from, index) => {
    const place = from === null ? `below ${cuts[0] ?? ''}` : `from ${from} on`;
    return {
      key: `b${index}`,
      from,
      label: decide(`the name of the scores of "${scale}" ${place}`),
      clinician: decide('what such a score means, for clinicians'),
      patient: decide('what such a score means, for patients'),
    };
  });
  return { metric: 'raw', source, list, ...(groups && { groups }) };
}
