import { isQuestion, privacyOf } from '../../domain/answer-types.ts';
import { formatIsoDate, isIsoDate } from '../../domain/iso-date.ts';
import type { Instrument, InstrumentItem } from '../../domain/instrument-schema.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';
import { blocksOf } from '../../domain/survey-flow-blocks.ts';
import type { SurveyPlan } from '../../domain/survey-plan.ts';
import type { Shown } from '../../domain/survey-shown.ts';
import { notAskedText, reportText } from '../../text/reports.ts';
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

/** The answers and the items that were not asked, each at its place in the plan. */
export function withNotAsked(
  answers: readonly ShownAnswer[],
  plan: Pick<SurveyPlan, 'instruments' | 'context'>,
  notAsked: Shown['notAsked'],
): readonly ShownAnswer[] {
  const items = new Map(plan.instruments.flatMap(instrumentItems).map((item) => [item.id, item]));
  const order = blocksOf(plan).flatMap(({ itemIds }) => [...itemIds]);
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ item }: ShownAnswer) => places.get(item) ?? -1;
  return [...notAsked.keys()].reduce<readonly ShownAnswer[]>((rows, id) => {
    const row: ShownAnswer = { item: id, type: items.get(id)?.type ?? 'INFO', label: null, not_asked: true };
    const next = rows.findIndex((one) => placeOf(one) > placeOf(row));
    return rows.toSpliced(next === -1 ? rows.length : next, 0, row);
  }, answers);
}

function answerText({ item, answer: { label, not_asked: isHidden } }: AnsweredItem): string {
  if (isHidden) return notAskedText;
  if (label === null || label.length === 0) return reportText.noAnswer;
  if (typeof label !== 'string') return label.join(', ');
  // A date is kept as yyyy-MM-dd.
  return item.type === 'QUESTION_DATE' && isIsoDate(label) ? formatIsoDate(label) : label;
}
