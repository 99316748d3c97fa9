import * as v from 'valibot';
import { dateOperators, type TableView } from '../../ui/table-rows.ts';

/** A view that is kept: no row of it, and only filters by choice, because a typed text or date may belong to a patient (R61). */
export type SavedView = Pick<TableView, 'sort' | 'filters' | 'preset'>;
export type Memory = { hidden: readonly string[]; views: readonly SavedView[] };

const FORM = '1 ';

export const savedView = v.object({
  sort: v.nullable(v.object({ id: v.string(), desc: v.boolean() })),
  filters: v.record(v.string(), v.object({ text: v.string(), operator: v.picklist(dateOperators) })),
  preset: v.nullable(v.string()),
});
export const memory = v.object({ hidden: v.array(v.string()), views: v.array(savedView) });

/** The value of a cookie of the table. */
export const packed = (value: SavedView | Memory) => encodeURIComponent(FORM + JSON.stringify(value));

/**
 * What a cookie of the table holds. Another version, another site of the same domain or a person may have written anything: what does
 * not fit is forgotten.
 */
export function readKept<Value>(schema: v.GenericSchema<unknown, Value>, cookie: string): Value | null {
  const text = unpacked(cookie);
  if (!text.startsWith(FORM)) return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text.slice(FORM.length));
  return read.success ? read.output : null;
}

function unpacked(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return '';
  }
}
