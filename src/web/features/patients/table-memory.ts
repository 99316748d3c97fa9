import { cookieNames, forgetCookie, readCookie, writeCookie, writeShortCookie } from '../../api/cookie.ts';
import { session } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { type Column, type TableView, filteredBy, plainView } from '../../ui/table-rows.ts';
import { memory, type Memory, packed, readKept, savedView, type SavedView } from './kept-cookie.ts';
import { type RefObject, useEffect } from 'react';

const MOST_VIEWS = 8;
const nothing: Memory = { hidden: [], views: [] };

/** Hidden columns and saved views of the patient table: of this account on this device. */
export const tableMemory = createStore<Memory>(nothing);

const read = () => tableMemory.set(stored());
session.subscribe(read);
read();

function stored(): Memory {
  const name = cookieName();
  return (name !== null && readKept(memory, readCookie(name))) || nothing;
}

function remember(next: Memory): void {
  tableMemory.set(next);
  const name = cookieName();
  if (name !== null) writeCookie(name, packed(next));
}

// A number in place of the user name, which a stranger at this device must not read.
function cookieName(): string | null {
  const user = session.get();
  if (!user) return null;
  let hash = 0;
  for (const letter of `${user.clinicId} ${user.userType} ${user.userName}`)
    hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return `table-${hash.toString(36)}`;
}

/** What is kept of a view. */
export function keptOf<Row>(
  { sort, filters, preset }: TableView,
  columns: readonly Column<Row>[],
): SavedView {
  const isChoice = (id: string) => columns.find((column) => column.id === id)?.filter?.kind === 'choice';
  const kept = Object.entries(filters).filter(([id]) => isChoice(id));
  return { sort, preset, filters: Object.fromEntries(kept) };
}

export const isSame = (a: SavedView, b: SavedView) => keyOf(a) === keyOf(b);

/** The same for two views that were made in another order. */
export function keyOf({ sort, filters, preset }: SavedView): string {
  const choices = Object.entries(filters).map(([id, { text }]) => `${id}=${text}`);
  return JSON.stringify([sort?.id, sort?.desc, preset, choices.toSorted()]);
}

/** Keeps a view, or forgets a kept one. */
export function toggleView(view: SavedView): void {
  const { hidden, views } = tableMemory.get();
  const others = views.filter((one) => !isSame(one, view));
  const next = others.length < views.length ? others : [...others.slice(-MOST_VIEWS + 1), view];
  remember({ hidden, views: next });
}

export function toggleColumn(id: string): void {
  const { hidden, views } = tableMemory.get();
  const next = hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id];
  remember({ hidden: next, views });
}

/** Keeps the view for a reload of the page. Typed texts are not kept (R61). */
export function rememberLastView(view: SavedView): void {
  const name = nameOfLastView();
  if (name !== null) writeShortCookie(name, packed(view));
}

/** The view of this account before the page was loaded again, or null. */
function lastView(): SavedView | null {
  const name = nameOfLastView();
  return name === null ? null : readKept(savedView, readCookie(name));
}

// At the logout the session that gives the name is gone.
function forgetLastView(): void {
  cookieNames()
    .filter((name) => /^table-\w+-last$/.test(name))
    .forEach(forgetCookie);
}

function nameOfLastView(): string | null {
  const name = cookieName();
  return name && `${name}-last`;
}

/** Order and filters of the patient table until the end of the session. Typed texts stay in memory only (R61). */
export const patientTableView = createStore({ ...plainView, ...lastView() });

/** The patient whose report the clinician just left. The row of this patient takes the focus. */
export const returnedFrom = createStore<string | null>(null);

session.subscribe(() => {
  if (session.get()) return;
  patientTableView.set(plainView);
  forgetLastView();
  returnedFrom.set(null);
});

/** The row of this patient stays until the filters change, also when reading a report changes what the row says. */
export function keepInTable(patientId: string): void {
  const view = patientTableView.get();
  // Without a filter all rows stay, and a new view makes the table compute them all again.
  if (view.preset === null && Object.keys(view.filters).length === 0) return;
  if (!view.kept.includes(patientId)) patientTableView.set({ ...view, kept: [...view.kept, patientId] });
}

/** Shows only the patients of whom this waits, whatever was filtered before; null shows all again. */
export function showWaiting(preset: string | null): void {
  patientTableView.set({ ...filteredBy(patientTableView.get(), plainView.filters), preset });
}

/** Gives the focus to the control of the patient whose report was left, once. */
export function useFocusOnReturn(patientId: string, control: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (returnedFrom.get() !== patientId) return;
    control.current?.focus();
    returnedFrom.set(null);
  }, [patientId, control]);
}
