import { shownSurvey, conditionItems, type ConditionalPlan } from '../../domain/survey-shown.ts';
import { notAskedText } from '../../text/reports.ts';
import { openAnswer } from '../keys/answer-cells.ts';
import { isShown, type AnswerContext } from './answers.ts';
import { itemsOf, protocolName, type AskedItem, type Catalogue } from './catalogue.ts';
import type { SessionRecord } from './records.ts';

/** The value of an item that was not asked, because an earlier answer of the survey made it pointless. */
const NOT_ASKED = 'not_asked';

/** An item that a condition left out. No row of the database holds it: it follows from the answers and the pinned versions. */
export type NotAskedItem = {
  readonly asked: AskedItem;
  readonly page: null;
  readonly value: typeof NOT_ASKED;
  readonly label: string;
  readonly seconds: null;
  readonly after: null;
  /** The value for which the item counts in scales. */
  readonly countsAs: number | null;
};

export function notAskedItems(record: SessionRecord, context: AnswerContext): readonly NotAskedItem[] {
  const plan = planOf(record, context.catalogue);
  const sources = conditionItems(plan);
  if (sources.size === 0) return [];
  const { notAsked } = shownSurvey(plan, openedAnswers(record, sources, context));
  const given = new Set(record.answers.map(({ item_id: id }) => id));
  const items = itemsOf(context.catalogue, record.session.instruments);
  return [...notAsked].flatMap(([id, countsAs]) => {
    const asked = items.get(id);
    if (!asked || given.has(id) || !isShown(asked, context)) return [];
    return [
      {
        asked,
        page: null,
        value: NOT_ASKED,
        label: notAskedText,
        seconds: null,
        after: null,
        countsAs,
      },
    ];
  });
}

function planOf({ session }: SessionRecord, { instruments, skips }: Catalogue): ConditionalPlan {
  const pinned = session.instruments.flatMap(
    ({ id, version }) => instruments.find((one) => one.id === id && one.version === version) ?? [],
  );
  const own = skips.get(protocolName({ id: session.protocol_id, version: session.protocol_version }));
  return { instruments: pinned, context: { window_type: session.window_type }, skips: own ?? [] };
}

/** The answers of the session. Only those that a condition reads are decrypted. */
function openedAnswers(
  { person, session, answers }: SessionRecord,
  sources: ReadonlySet<string>,
  { keys }: AnswerContext,
) {
  const place = { clinicId: person.clinicId, sessionId: session.id };
  return answers.map((row) => {
    return { id: row.item_id, value: sources.has(row.item_id) ? openAnswer(keys, place, row).value : '' };
  });
}
