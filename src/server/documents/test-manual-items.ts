import { reasonsOf } from '../../domain/answer-types.ts';
import { clauseText } from '../../text/conditions.ts';
import { surveyText } from '../../text/survey.ts';
import { clausesOf, type ItemCondition } from '../../domain/conditions.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';
import type { Dimension, Instrument, InstrumentItem } from '../../domain/instrument.ts';
import { itemTypeText, manualText as text, windowTypeText } from '../../text/test-manual.ts';
import { germanNumber } from '../print/number-format.ts';
import { heading, muted, table, type Block } from '../print/blocks.ts';

/** The items of an instrument with their answer formats and, in an adaptive test, their parameters. */
export function itemBlocks(instrument: Instrument): readonly Block[] {
  const formats = answerFormats(instrument);
  const { dimensions, show_if } = instrument;
  const words = conditionWords(instrument);
  const asked = show_if ? [muted(words(show_if))] : [];
  const parts = dimensions.flatMap((dimension) => [
    ...(dimensions.length > 1 && dimension.title !== '' ? [heading(3, dimension.title)] : []),
    ...instruction(dimension),
    ...itemTable(dimension, formats, words),
  ]);
  return [...asked, ...parts, ...[...formats.values()].map(formatTable)];
}

function instruction({ paragraph: lead, connector }: Dimension): readonly Block[] {
  const words = [lead, connector].filter(Boolean).join(' ');
  return words === '' ? [] : [muted(`${text.instruction}: ${words}`)];
}

type Words = (condition: ItemCondition) => string;

/** Conditions as a reader of the manual understands them, with the words of the answers. */
function conditionWords(instrument: Instrument): Words {
  const items = new Map(instrumentItems(instrument).map((item) => [item.id, item]));
  const labelOf = (id: string, value: number | string) =>
    items.get(id)?.options.find((option) => option.value === value)?.label ?? value;
  return ({ counts_as, ...condition }) => {
    const clauses = clausesOf(condition).map((clause) =>
      clauseText(clause, (value) => labelOf(clause.item, value)),
    );
    return text.askedIf(clauses.join(condition.all ? text.and : text.or), counts_as);
  };
}

/** The conditions of an item: its own, and that of its page. */
function conditionsOf(dimension: Dimension, { id, show_if }: InstrumentItem): readonly ItemCondition[] {
  const pages = dimension.form === 'fixed' ? (dimension.pages ?? []) : [];
  const page = pages.find(({ items }) => items.includes(id));
  return [page?.show_if, show_if].filter((condition) => condition !== undefined);
}

function itemTable(
  dimension: Dimension,
  formats: ReadonlyMap<string, Format>,
  words: Words,
): readonly Block[] {
  const wordingOf = (item: InstrumentItem) => contentOf(item, conditionsOf(dimension, item).map(words));
  const { id, content, facet, answers, a, b } = text.itemColumns;
  if (dimension.form === 'adaptive') {
    const rows = dimension.items.map((item) => [
      item.id,
      wordingOf(item),
      item.facet ?? '',
      answerOf(item, formats),
      germanNumber(item.a ?? 0, 2),
      (item.b ?? []).map((value) => germanNumber(value, 2)).join('; '),
    ]);
    return [
      table([id, content, facet, answers, a, b], rows, { numeric: [4], widths: [2, 6, 2, 2, 1, 4] }),
      muted(text.itemParameters(text.model[dimension.model])),
    ];
  }
  const rows = dimension.items.map((item) => [item.id, wordingOf(item), answerOf(item, formats)]);
  return [table([id, content, answers], rows, { widths: [2, 7, 4] })];
}

function contentOf({ content, windows }: InstrumentItem, conditions: readonly string[]): string {
  const notes = [
    ...(windows ? [text.windows(windows.map((type) => windowTypeText[type]).join(', '))] : []),
    ...conditions,
  ];
  return [content, ...notes.map((note) => `(${note})`)].join(' ');
}

/** The answers to an item, and what a person may say in place of one. */
function answerOf(item: InstrumentItem, formats: ReadonlyMap<string, Format>): string {
  const reasons = reasonsOf(item).map((one) => `„${surveyText.reasons[one]}“`);
  return [formOf(item, formats), ...reasons].join('; ');
}

function formOf(item: InstrumentItem, formats: ReadonlyMap<string, Format>): string {
  const format = formats.get(formatKey(item));
  if (format) return format.name;
  const { min = 0, max = 100 } = item;
  return item.type === 'QUESTION_RANGE_INDICATOR' ? text.slider(min, max) : itemTypeText[item.type];
}

type Format = { readonly name: string; readonly options: InstrumentItem['options'] };

const formatKey = ({ options }: InstrumentItem) =>
  JSON.stringify(options.map(({ label, value, points }) => [label, value, points]));

// Items with the same options share a format; formats are named A, B, C … in the order of the items.
function answerFormats({ dimensions }: Instrument): ReadonlyMap<string, Format> {
  const formats = new Map<string, Format>();
  for (const item of dimensions.flatMap(({ items }) => items)) {
    const key = formatKey(item);
    if (item.options.length === 0 || formats.has(key)) continue;
    formats.set(key, { name: formatName(formats.size), options: item.options });
  }
  return formats;
}

function formatName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${formatName(Math.floor(index / 26) - 1)}${letter}`;
}

function formatTable({ name, options }: Format): Block {
  const { label, value } = text.answerColumns;
  const rows = options.map((option) => [
    option.label,
    option.points === undefined
      ? String(option.value).replace('.', ',')
      : text.points(germanNumber(option.points, Number.isInteger(option.points) ? 0 : 2)),
  ]);
  return table([label, value], rows, { caption: text.answerForm(name), widths: [4, 1], numeric: [1] });
}
