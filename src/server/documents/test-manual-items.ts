import { reasonsOf } from '../../domain/answer-types.ts';
import { surveyText } from '../../text/survey.ts';
import type { Dimension, Instrument, InstrumentItem } from '../../domain/instrument.ts';
import { itemTypeText, manualText as text, windowTypeText } from '../../text/test-manual.ts';
import { germanNumber } from '../print/number-format.ts';
import { heading, muted, table, type Block } from '../print/blocks.ts';

/** The items of an instrument with their answer formats and, in an adaptive test, their parameters. */
export function itemBlocks(instrument: Instrument): readonly Block[] {
  const formats = answerFormats(instrument);
  const { dimensions } = instrument;
  const parts = dimensions.flatMap((dimension) => [
    ...(dimensions.length > 1 && dimension.title !== '' ? [heading(3, dimension.title)] : []),
    ...instruction(dimension),
    ...itemTable(dimension, formats),
  ]);
  return [...parts, ...[...formats.values()].map(formatTable)];
}

function instruction({ paragraph: lead, connector }: Dimension): readonly Block[] {
  const words = [lead, connector].filter(Boolean).join(' ');
  return words === '' ? [] : [muted(`${text.instruction}: ${words}`)];
}

function itemTable(dimension: Dimension, formats: ReadonlyMap<string, Format>): readonly Block[] {
  const { id, content, facet, answers, a, b } = text.itemColumns;
  if (dimension.form === 'adaptive') {
    const rows = dimension.items.map((item) => [
      item.id,
      contentOf(item),
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
  const rows = dimension.items.map((item) => [item.id, contentOf(item), answerOf(item, formats)]);
  return [table([id, content, answers], rows, { widths: [2, 7, 4] })];
}

function contentOf({ content, windows }: InstrumentItem): string {
  if (!windows) return content;
  return `${content} (${text.windows(windows.map((type) => windowTypeText[type]).join(', '))})`;
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
