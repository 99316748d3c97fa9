import { currentPart, minutesLeft, type PageSeconds } from '../../domain/survey-time.ts';
import { medianPageSeconds } from './page-queries.ts';
import type { NoteContext, PageNote } from './page-note.ts';

// The newest surveys of the clinic say how long a page takes. With fewer pages than this a median would be chance.
const SESSIONS = 200;
const LEAST_PAGES = 30;
const FRESH_MS = 3_600_000;

type Measured = { at: number; seconds: PageSeconds };
const measured = new Map<string, Measured>();

/** The median seconds of a page by instrument, measured at most once an hour for each clinic. */
export async function pageSeconds({ db, services, user: { clinicId } }: NoteContext): Promise<PageSeconds> {
  const now = services.now();
  const known = measured.get(clinicId);
  if (known && now - known.at < FRESH_MS) return known.seconds;
  // Requests that come meanwhile use the older values and do not measure too.
  measured.set(clinicId, { at: now, seconds: known?.seconds ?? new Map() });
  const instruments = [...services.registry.instruments.values()];
  const items = new Map(
    instruments.flatMap(({ id, dimensions }) =>
      dimensions.flatMap((dimension) => dimension.items.map((item) => [item.id, id] as const)),
    ),
  );
  const rows = await medianPageSeconds(db, clinicId, { items, sessions: SESSIONS, pages: LEAST_PAGES });
  const seconds = new Map(rows.map((row) => [row.instrument, row.seconds]));
  measured.set(clinicId, { at: now, seconds });
  return seconds;
}

/** The place of a page in its survey, and the minutes from there to the end. */
export const addTimeLeft: PageNote = async (context, { session: { plan, pages }, page: { items } }) => ({
  part: currentPart(plan, pages, items),
  minutes_left: minutesLeft(plan, pages, items, await pageSeconds(context)),
});
