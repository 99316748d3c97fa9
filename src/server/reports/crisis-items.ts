import { DECLINED } from '../../domain/answer-types.ts';
import { compareLevels, type CrisisAct, type CrisisLevel } from '../../domain/crisis.ts';
import { crisisAnswers, type CrisisAnswer } from '../../domain/crisis-rules.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { todayIn } from '../../domain/today.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { momentIn } from '../../text/moments.ts';
import { surveyText } from '../../text/survey.ts';
import { listEvents, type EventRow } from '../crisis/queries.ts';
import { shownEvent } from '../crisis/shown-event.ts';
import type { PatientKey, SessionKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { openAnswer, type AnswerContent } from '../keys/answer-cells.ts';
import { listItemAnswers, type ItemAnswer } from '../surveys/page-queries.ts';

/** A moment as a report shows it, and its day, from which its age is counted. */
export type ShownMoment = { readonly text: string; readonly day: IsoDate };

/** An answer that shows danger. */
export type ShownEvent = {
  readonly id: string;
  readonly level: CrisisLevel;
  readonly clinician: string;
  readonly answer: string;
  readonly point: string;
  readonly at: ShownMoment;
  readonly acknowledged: {
    readonly by: string;
    readonly at: string;
    readonly done: CrisisAct;
    readonly note: string;
  } | null;
  /** What was agreed about an event that is open. */
  readonly handed_over?: { readonly to: string; readonly at: string; readonly note: string } | null;
  readonly postponed?: { readonly again_on: IsoDate; readonly note: string } | null;
};

/** An item whose answers showed danger: its events, the newest first, and all answers to it, the oldest first. */
export type CrisisItem = {
  readonly question: string;
  readonly events: readonly ShownEvent[];
  readonly answers: readonly { readonly point: string; readonly day: IsoDate; readonly answer: string }[];
};

type Context = {
  db: Db;
  services: Pick<Services, 'registry' | 'keys' | 'config'>;
  key: SessionKey & PatientKey;
};

/** An answer with the instrument that asked for it. */
type Asked = ItemAnswer & AnswerContent & { readonly instrument: Instrument };

/**
 * What the first box of a clinician's report shows (product 19.3): the open events of the patient, and all events of the
 * session.
 */
export async function crisisItems(
  db: Db,
  services: Context['services'],
  key: SessionKey & PatientKey,
): Promise<readonly CrisisItem[]> {
  const context = { db, services, key };
  const all = await listEvents(db, key);
  const events = all.filter((event) => event.acknowledged_at === null || event.session_id === key.sessionId);
  const items = [...new Set(events.map((event) => event.item_id))];
  const answers = await askedAnswers(context, await listItemAnswers(db, key, items));
  const found = await shownEvents(context, events, answers);
  const groups = Map.groupBy(found, ({ item }) => item);
  return [...groups.values()].map((group) => crisisItem(context, group, answers)).sort(graverFirst);
}

async function askedAnswers(
  { db, services, key: { clinicId } }: Context,
  rows: readonly ItemAnswer[],
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const row of rows) {
    const instruments = await services.registry.pinnedInstruments(db, row.instruments);
    const instrument = instruments.find((one) => instrumentItems(one).some(({ id }) => id === row.item_id));
    const session = { clinicId, sessionId: row.session_id };
    if (instrument) asked.push({ ...row, ...openAnswer(services.keys, session, row), instrument });
  }
  return asked;
}

/** An event and the item that it belongs to, `instrument|item`. */
type Found = { readonly item: string; readonly question: string; readonly event: ShownEvent };

const nameOf = (instrument: string, item: string) => `${instrument}|${item}`;

async function shownEvents(
  { db, services, key }: Context,
  events: readonly EventRow[],
  answers: readonly Asked[],
): Promise<readonly Found[]> {
  const shown: Found[] = [];
  for (const row of events) {
    const {
      id,
      level,
      question,
      answer,
      measurement_point: point,
      acknowledged,
      handed_over: handed,
      postponed,
    } = await shownEvent(db, services, key.clinicId, row);
    const given = answers.find((one) => one.session_id === row.session_id && one.item_id === row.item_id);
    shown.push({
      item: nameOf(row.instrument_id, row.item_id),
      question,
      event: {
        id,
        level,
        answer,
        point,
        clinician: (given && ruleOf(given)?.clinician) ?? '',
        at: momentOf(services, row.raised_at),
        acknowledged: acknowledged && {
          ...acknowledged,
          at: momentOf(services, acknowledged.at).text,
        },
        handed_over: handed && { ...handed, at: momentOf(services, handed.at).text },
        postponed,
      },
    });
  }
  return shown;
}

/** The rule that the answer fits, in the version of its session. */
function ruleOf({ instrument, item_id: id, value }: Asked): CrisisAnswer | undefined {
  return crisisAnswers([instrument], [{ id, value }])[0];
}

function itemOf({ instrument, item_id: id }: Asked) {
  return instrumentItems(instrument).find((item) => item.id === id);
}

function labelOf(asked: Asked): string {
  if (asked.value === DECLINED) return surveyText.declined;
  const option = itemOf(asked)?.options.find(({ value }) => value === asked.value);
  return option?.label ?? String(asked.value);
}

function crisisItem({ services }: Context, group: readonly Found[], answers: readonly Asked[]): CrisisItem {
  const [first] = group;
  return {
    question: first?.question ?? '',
    events: group.map(({ event }) => event),
    answers: answers
      .filter((one) => nameOf(one.instrument.id, one.item_id) === first?.item)
      .map((one) => ({
        point: one.point,
        day: momentOf(services, one.answered_at).day,
        answer: labelOf(one),
      })),
  };
}

function momentOf({ config }: Context['services'], at: string): ShownMoment {
  const { time_zone: zone } = config.public;
  return { text: momentIn(zone, Date.parse(at)), day: todayIn(zone, Date.parse(at)) };
}

function graverFirst(one: CrisisItem, other: CrisisItem): number {
  return compareLevels(gravest(one), gravest(other));
}

function gravest({ events }: CrisisItem): CrisisLevel {
  const open = events.filter(({ acknowledged }) => acknowledged === null);
  return open.some(({ level }) => level === 'urgent') ? 'urgent' : 'notice';
}
