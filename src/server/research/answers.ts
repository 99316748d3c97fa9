import { isExported, isExportedAsDay, reasonIn } from '../../domain/answer-types.ts';
import { openAnswer } from '../keys/answer-cells.ts';
import type { Keys } from '../keys/keys.ts';
import { itemsOf, type AskedItem, type Catalogue } from './catalogue.ts';
import { surveyText } from '../../text/survey.ts';
import type { StoredAnswerRow } from './export-queries.ts';
import type { SessionRecord } from './records.ts';

export type CellValue = string | number | readonly (string | number)[] | null;

/** An answer as it is exported. */
export type ExportedAnswer = {
  readonly asked: AskedItem;
  readonly page: number;
  /** Null: the patient saw the item and left it empty. A text may be the reason in place of an answer (`reasonIn`). */
  readonly value: CellValue;
  readonly label: string | readonly string[] | null;
  readonly seconds: number;
  /** Seconds on the page until the last touch of the answer; null where they are not known. */
  readonly after: number | null;
};

export type AnswerContext = {
  readonly keys: Keys;
  readonly catalogue: Catalogue;
  readonly freeText: 'included' | 'left_out';
};

/** The answers of a survey session for the export. Addresses are never exported, free text only on request. */
export function exportedAnswers(record: SessionRecord, context: AnswerContext): readonly ExportedAnswer[] {
  const items = itemsOf(context.catalogue, record.session.instruments);
  return record.answers.flatMap((row) => {
    const asked = items.get(row.item_id);
    if (!asked || !isShown(asked, context)) return [];
    const value = valueOf(row, asked, record, context);
    const { page_number: page, time_taken: seconds, answered_after: after } = row;
    return [{ asked, page, value, label: labelOf(value, asked), seconds, after }];
  });
}

/** Says whether answers to the item are exported. */
export function isShown(
  { columns: { item } }: Pick<AskedItem, 'columns'>,
  { freeText }: Pick<AnswerContext, 'freeText'>,
): boolean {
  return isExported(item.type, freeText);
}

function valueOf(
  row: StoredAnswerRow,
  { columns: { item } }: AskedItem,
  { person, session }: SessionRecord,
  { keys }: AnswerContext,
): CellValue {
  const { value } = openAnswer(keys, { clinicId: person.clinicId, sessionId: session.id }, row);
  if (value === '') return null;
  if (reasonIn(item, value)) return value;
  return isExportedAsDay(item.type) ? person.shown(String(value)) : value;
}

function labelOf(value: CellValue, { columns: { item } }: AskedItem): ExportedAnswer['label'] {
  if (value === null) return null;
  const reason = reasonIn(item, value);
  if (reason) return surveyText.reasons[reason];
  if (item.options.length === 0) return null;
  if (!Array.isArray(value)) return item.options.find((option) => option.value === value)?.label ?? null;
  return item.options.flatMap((option) => (value.includes(option.value) ? [option.label] : []));
}
