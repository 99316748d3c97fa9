import { daysBetween } from '../../domain/day-count.ts';
import { formatIsoDate, type IsoDate } from '../../domain/iso-date.ts';
import { crisisActText, crisisLevelText } from '../../text/crisis-events.ts';
import { crisisBoxText as words } from '../../text/reports.ts';
import {
  disclosure,
  heading,
  muted,
  note,
  paragraph,
  table,
  type Block,
  type Fact,
} from '../print/blocks.ts';
import type { CrisisItem, ShownEvent } from './crisis-items.ts';
import type { ReportInput } from './report-data.ts';

/**
 * The first box of a report: answers that show danger, what was done about them, and earlier answers (product 19.3). Below it
 * stand the questions about danger that the person declined.
 */
export function crisisBox({ crisis, declined, retrieved }: ReportInput): readonly Block[] {
  const notes = declined.map((question) => note('warning', words.declined(question)));
  if (crisis.length === 0) return notes;
  const events = crisis.flatMap((item) => item.events);
  const isSeen = events.length > 0 && events.every(({ acknowledged }) => acknowledged !== null);
  return [
    {
      kind: 'section',
      id: 'crisis',
      title: isSeen ? words.seenTitle : words.title,
      level: 2,
      look: isSeen ? 'seen' : 'flags',
      unlisted: true,
      blocks: crisis.flatMap((item) => itemBlocks(item, retrieved)),
    },
    ...notes,
  ];
}

function itemBlocks({ question, events, answers }: CrisisItem, today: IsoDate): readonly Block[] {
  return [
    heading(3, words.question(question)),
    ...openFirst(events).map((event) => eventBlock(event, today)),
    ...(answers.length > 1 ? answerBlocks(answers) : [muted(words.noOtherAnswer)]),
  ];
}

const openFirst = (events: readonly ShownEvent[]) =>
  events.toSorted((one, other) => Number(one.acknowledged !== null) - Number(other.acknowledged !== null));

// More answers would push the result of a weekly survey off the first page.
const SHOWN = 4;

function answerBlocks(answers: CrisisItem['answers']): readonly Block[] {
  const { point, date, answer } = words.columns;
  const tableOf = (some: CrisisItem['answers'], caption: string) => {
    const rows = some.map((one) => [one.point, formatIsoDate(one.day), one.answer]);
    return table([point, date, answer], rows, { caption, widths: [3, 2, 4] });
  };
  if (answers.length <= SHOWN) return [tableOf(answers, words.answers)];
  return [
    tableOf(answers.slice(1 - SHOWN), words.lastAnswers),
    disclosure(words.allAnswers(answers.length), [tableOf(answers, words.answers)]),
  ];
}

// An acknowledged event is shown calmly: first who acknowledged it and when, without the text of the rule.
function eventBlock(event: ShownEvent, today: IsoDate): Block {
  const { id, acknowledged } = event;
  return {
    kind: 'group',
    look: acknowledged ? 'seen-event' : 'event',
    ...(acknowledged ? {} : { event: id }),
    blocks: [
      { kind: 'paragraph', runs: [{ text: leadOf(event, words.level), bold: true }] },
      { kind: 'facts', rows: eventFacts(event, today) },
    ],
  };
}

function leadOf({ level, clinician, acknowledged }: ShownEvent, levels: typeof words.level): string {
  if (acknowledged) return words.acknowledged(acknowledged.by, acknowledged.at);
  return `${levels[level]}: ${clinician}`.trim();
}

function eventFacts(event: ShownEvent, today: IsoDate): Fact[] {
  const { level, answer, point, at, acknowledged } = event;
  const given: Fact[] = [
    [words.answer, answer],
    [words.point, point],
    [words.at, `${at.text} (${words.age(daysBetween(at.day, today))})`],
  ];
  if (!acknowledged) return [...given, ...standingFacts(event)];
  const { done, note: remark } = acknowledged;
  return [
    ...given,
    [words.levelName, crisisLevelText[level]],
    [words.done, crisisActText[done]],
    ...(remark === '' ? [] : [[words.note, remark] satisfies Fact]),
  ];
}

function standingFacts({ handed_over: handed = null, postponed = null }: ShownEvent): Fact[] {
  return [
    ...(handed ? [[words.state, words.handedOver(handed.to, handed.at)] satisfies Fact] : []),
    ...(handed?.note ? [[words.handedNote, handed.note] satisfies Fact] : []),
    ...(postponed ? [[words.state, words.postponed(formatIsoDate(postponed.again_on))] satisfies Fact] : []),
    ...(postponed?.note ? [[words.postponedNote, postponed.note] satisfies Fact] : []),
    ...(handed || postponed ? [] : [[words.state, words.open] satisfies Fact]),
  ];
}

/** The box in brief, for the clinic's own record. */
export function crisisSummary({ crisis, declined, retrieved }: ReportInput): readonly Block[] {
  const events = crisis.flatMap((item) => [
    ...openFirst(item.events).map((event) => paragraph(eventSentence(item.question, event, retrieved))),
    ...(item.answers.length > 1 ? [paragraph(answersSentence(item))] : []),
  ]);
  return [...events, ...declined.map((question) => paragraph(words.declined(question)))];
}

function eventSentence(question: string, event: ShownEvent, today: IsoDate): string {
  const facts = eventFacts(event, today).map(([name, value]) => `${name}: ${value}`);
  // A note may end with a full stop of its own.
  const said = facts.join('; ').replace(/\.$/, '');
  const lead = leadOf(event, words.summary);
  return `${lead}${event.acknowledged ? ':' : ''} ${words.question(question)} ${said}.`;
}

function answersSentence({ answers }: CrisisItem): string {
  const parts = answers.map(({ point, day, answer }) => `${point}, ${formatIsoDate(day)}: ${answer}`);
  return `${words.answers}: ${parts.join('; ')}.`;
}
