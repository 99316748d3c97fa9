import { reasonIn } from '../../domain/answer-types.ts';
import type { CrisisAct, CrisisLevel } from '../../domain/crisis.ts';
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

/** An answer that shows danger. */
export type ShownEvent = {
  readonly id: string;
  readonly level: CrisisLevel;
  readonly clinician: string;
  readonly answer: string;
  readonly point: string;
  /** The moment as a report shows it, and its day, from which its age is counted. */
  readonly at: { readonly text: string; readonly day: IsoDate };
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
  const answers = await askedAnswers(context, items);
  const groups = Map.groupBy(events, (event) => nameOf(event.instrument_id, event.item_id));
  const shown: CrisisItem[] = [];
  for (const [name, rows] of groups) {
    const own = answers.filter(({ instrument, item_id: item }) => nameOf(instrument.id, item) === name);
    shown.push(await crisisItem(context, rows, own));
  }
  return shown.sort((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)));
}

const nameOf = (instrument: string, item: string) => `${instrument}|${item}`;

async function askedAnswers({ db, services, key }: Context, items: readonly string[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const row of await listItemAnswers(db, key, items)) {
    const instruments = await services.registry.pinnedInstruments(db, row.instruments);
    const instrument = instruments.find((one) => instrumentItems(one).some(({ id }) => id === row.item_id));
    const session = { clinicId: key.clinicId, sessionId: row.session_id };
    if (instrument) asked.push({ ...row, ...openAnswer(services.keys, session, row), instrument });
  }
  return asked;
}

/** An item with its events and the answers to it. */
async function crisisItem(
  { db, services, key }: Context,
  rows: readonly EventRow[],
  answers: readonly Asked[],
): Promise<CrisisItem> {
  const { time_zone: zone } = services.config.public;
  const dayOf = (at: string) => todayIn(zone, Date.parse(at));
  const textOf = (at: string) => momentIn(zone, Date.parse(at));
  const events: ShownEvent[] = [];
  let question = '';
  for (const row of rows) {
    const event = await shownEvent(db, services, key.clinicId, row);
    const { id, level, answer, acknowledged, handed_over: handed, postponed } = event;
    const own = answers.find((one) => one.session_id === row.session_id);
    question ||= event.question;
    events.push({
      id,
      level,
      answer,
      point: event.measurement_point,
      clinician: (own && ruleOf(own)?.clinician) ?? '',
      at: { text: textOf(row.raised_at), day: dayOf(row.raised_at) },
      acknowledged: acknowledged && { ...acknowledged, at: textOf(acknowledged.at) },
      handed_over: handed && { ...handed, at: textOf(handed.at) },
      postponed,
    });
  }
  const given = answers.map((one) => {
    return { point: one.point, day: dayOf(one.answered_at), answer: labelOf(one) };
  });
  return { question, events, answers: given };
}

/** The rule that the answer fits, in the version of its session. */
function ruleOf({ instrument, item_id: id, value }: Asked): CrisisAnswer | undefined {
  return crisisAnswers([instrument], [{ id, value }])[0];
}

function labelOf({ instrument, item_id: id, value }: Asked): string {
  const item = instrumentItems(instrument).find((one) => one.id === id);
  const reason = reasonIn(item, value);
  if (reason) return surveyText.reasons[reason];
  return item?.options.find((option) => option.value === value)?.label ?? String(value);
}

/** An urgent event is still open. */
function isUrgent({ events }: CrisisItem): boolean {
  return events.some(({ acknowledged, level }) => acknowledged === null && level === 'urgent');
}
