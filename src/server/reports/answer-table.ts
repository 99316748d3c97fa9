import { isQuestion, privacyOf } from '../../domain/answer-types.ts';
import { formatIsoDate, isIsoDate } from '../../domain/iso-date.ts';
import type { Instrument, InstrumentItem } from '../../domain/instrument-schema.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';
import { reportText } from '../../text/reports.ts';
import { table, type Block } from '../print/blocks.ts';
import type { ShownAnswer } from './report-data.ts';

type AnsweredItem = { readonly item: InstrumentItem; readonly answer: ShownAnswer };

/**
 * The answers to an instrument as they were given; an adaptive test asks in another order than its file has. An address is no
 * result.
 */
export function answeredItems(
  instrument: Instrument,
  answers: readonly ShownAnswer[],
): readonly AnsweredItem[] {
  const items = new Map(instrumentItems(instrument).map((item) => [item.id, item]));
  return answers.flatMap((answer) => {
    const item = items.get(answer.item);
    const isResult = isQuestion(answer.type) && privacyOf(answer.type) !== 'address';
    return item && isResult ? [{ item, answer }] : [];
  });
}

/** Questions with their answers. */
export function answerTable(answers: readonly AnsweredItem[]): Block {
  const { item, answer } = reportText.answerColumns;
  const rows = answers.map((one) => [one.item.content, answerText(one)]);
  return table([item, answer], rows, { look: 'answers', widths: [9, 4] });
}

function answerText({ item, answer: { label } }: AnsweredItem): string {
  if (label === null || label.length === 0) return reportText.noAnswer;
  if (typeof label !== 'string') return label.join(', ');
  // A date is kept as yyyy-MM-dd.
  return item.type === 'QUESTION_DATE' && isIsoDate(label) ? formatIsoDate(label) : label;
}
