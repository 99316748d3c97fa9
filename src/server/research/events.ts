import { researchTableText, researchValueText } from '../../text/research-export.ts';
import { itemsOf, type AskedItem, type Catalogue } from './catalogue.ts';
import { column, valuesOf, type Table } from './columns.ts';
import type { EventRow } from './export-queries.ts';
import type { SessionRecord } from './records.ts';
import { columnsOfSession } from './session-tables.ts';

/** An answer that showed danger, with the item that asked for it. */
export type EventRecord = {
  readonly record: SessionRecord;
  readonly event: EventRow;
  readonly asked: AskedItem;
};

export function eventRecords(record: SessionRecord, catalogue: Catalogue): readonly EventRecord[] {
  const items = itemsOf(catalogue, record.session.instruments);
  return record.events.flatMap((event) => {
    const asked = items.get(event.item_id);
    return asked ? [{ record, event, asked }] : [];
  });
}

const empty = { missing: 'empty' } as const;

/** Answers that showed danger: one row per survey session and item. Who acknowledged them, and what was done, is left out. */
export const eventTable: Table<EventRecord> = {
  file: 'crisis_events.csv',
  title: researchTableText.events,
  columns: [
    ...columnsOfSession(),
    column('instrument', 'text', ({ asked }) => asked.instrument.id),
    column('instrument_version', 'text', ({ asked }) => asked.instrument.version),
    column('item', 'text', ({ asked }) => asked.columns.item.id),
    column('variable', 'text', ({ asked }) => asked.columns.name),
    column('level', 'text', ({ event }) => event.level, { values: valuesOf(researchValueText.level) }),
    column('raised', 'date', ({ record, event }) => record.person.shown(event.raised_day)),
    column('acknowledged', 'date', ({ record, event }) => record.person.shown(event.acknowledged_day), empty),
    column('hours_to_acknowledgement', 'decimal', ({ event }) => event.hours, empty),
  ],
};
