import { reportText } from '../../text/reports.ts';
import { table, type Block } from '../print/blocks.ts';
import type { AnsweredItem } from './report-data.ts';

/** Questions with their answers. */
export function answerTable(answers: readonly AnsweredItem[]): Block {
  const { item, answer } = reportText.answerColumns;
  const rows = answers.map((one) => [one.item.content, answerText(one)]);
  return table([item, answer], rows, { look: 'answers', widths: [9, 4] });
}

function answerText({ answer: { label } }: AnsweredItem): string {
  if (label === null || label.length === 0) return reportText.noAnswer;
  return typeof label === 'string' ? label : label.join(', ');
}
