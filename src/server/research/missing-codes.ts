import { reasonIn } from '../../domain/answer-types.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { CodedValue, ItemColumns, ItemVariable } from '../../domain/research-variables.ts';
import { researchMissingCodes } from '../../text/research-export.ts';
import type { ExportedAnswer } from './answers.ts';
import type { ReadSession } from './read-person.ts';

// The wide files say why an item has no answer: researchers must not count a question that was never asked as refused.

type MissingReason = keyof typeof researchMissingCodes;
export type ReasonOf = (instrument: Instrument, columns: ItemColumns) => MissingReason;

/** The codes, from −99. No item has such a value (`isCoded`). */
export const missingCodes: readonly CodedValue[] = Object.values(researchMissingCodes);

const HIGHEST_CODE = Math.max(...Object.values(researchMissingCodes).map(({ value }) => value));

/** Numbers and chosen options have codes. An empty text or date would need a word that could be an answer. */
export function isCoded({ form, values }: Pick<ItemVariable, 'form' | 'values'>): boolean {
  if (form === 'date' || (form === 'text' && values.length === 0)) return false;
  return values.every(({ value }) => !(Number(value) <= HIGHEST_CODE));
}

/** Finds the reason for each item without an answer in one survey session. */
export function missingReasons({ record, answers, notAsked }: ReadSession): ReasonOf {
  const given = new Map(answers.map((answer) => [answer.asked.columns, answer]));
  const hidden = new Set(notAsked.map(({ asked: { columns } }) => columns));
  const lastPage = Math.max(0, ...record.answers.map(({ page_number: page }) => page));
  const { finished_day: finished, instruments: asked } = record.session;
  return (instrument, columns) => {
    const answer = given.get(columns);
    if (answer) return reasonIn(columns.item, answer.value ?? '') ?? 'left_empty';
    if (hidden.has(columns)) return 'not_asked';
    if (finished !== null || !asked.some(({ id }) => id === instrument.id)) return 'by_design';
    return lastPageOfTest(instrument, columns.item.id, answers) < lastPage ? 'by_design' : 'not_reached';
  };
}

/** The last answered page of the item's adaptive test. An unfinished survey is past a test if later pages have answers. */
function lastPageOfTest(
  { id, dimensions }: Instrument,
  item: string,
  answers: readonly ExportedAnswer[],
): number {
  const own = dimensions.find(({ items }) => items.some((one) => one.id === item));
  if (own?.form !== 'adaptive') return Infinity;
  const isOwn = ({ asked: { instrument, columns } }: ExportedAnswer) =>
    instrument.id === id && own.items.some((one) => one.id === columns.item.id);
  const pages = answers.filter(isOwn).map(({ page }) => page);
  return pages.length > 0 ? Math.max(...pages) : Infinity;
}
