import { forgetCookie, readCookie, writeCookie, writeShortCookie } from '../../api/cookie.ts';
import { session } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import type { Column, TableView } from '../../ui/table-rows.ts';
import { memory, type Memory, packed, readKept, savedView, type SavedView } from './kept-cookie.ts';

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

// At the logout the session that gives the name is gone.
let lastViewName: string | null = null;

/** Keeps the view for a reload of the page. Typed texts are not kept (R61). */
export function rememberLastView(view: SavedView): void {
  lastViewName = nameOfLastView();
  if (lastViewName) writeShortCookie(lastViewName, packed(view));
}

/** The view of this account before the page was loaded again, or null. */
export function lastView(): SavedView | null {
  const name = nameOfLastView();
  return name === null ? null : readKept(savedView, readCookie(name));
}

export function forgetLastView(): void {
  if (lastViewName) forgetCookie(lastViewName);
}

function nameOfLastView(): string | null {
  const name = cookieName();
  return name && `${name}-last`;
}
