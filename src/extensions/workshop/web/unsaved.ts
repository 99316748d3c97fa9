import { lastEnd, session, type UserInfo } from '../../../web/api/session.ts';
import { createStore } from '../../../web/api/store.ts';
import type { Draft, DraftContent } from '../contract/routes.ts';
import { isSameContent } from '../domain/merge.ts';

/** What a person edits: the draft that it was made from, and the content as it stands on the page. */
export type Work = { readonly base: Draft; readonly content: DraftContent };

type Works = Readonly<Record<string, Work>>;

/**
 * Edited drafts by their ids. They outlive another page, a reload and the end of an idle session, until they are saved or the
 * person logs out. They hold no data of patients.
 */
export const works = createStore<Works>({});

export const isDirty = ({ base, content }: Work): boolean => !isSameContent(base, content);

export function keepWork(id: string, work: Work | null): void {
  const { [id]: _, ...others } = works.get();
  works.set(work ? { ...others, [id]: work } : others);
}

const STORED = 'unsavedDrafts';
const accountOf = ({ clinicId, userType, userName }: UserInfo) => [clinicId, userType, userName].join('|');

/** Whose edited drafts this tab keeps, and those of a session that ended by itself. */
const kept = createStore<{ readonly owner: string | null; readonly left: Works }>({ owner: null, left: {} });

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Another version may have written it in another form.
function isWork(value: unknown): value is Work {
  if (!isRecord(value) || !isRecord(value['base']) || !isRecord(value['content'])) return false;
  const { base, content } = value;
  const isContent = (one: Readonly<Record<string, unknown>>) =>
    isRecord(one['instrument']) &&
    isRecord(one['licence']) &&
    isRecord(one['danger']) &&
    Array.isArray(one['examples']);
  const lists = ['hints', 'not_kept', 'to_decide', 'reasons', 'signatures', 'signers'];
  return (
    isContent(base) &&
    isContent(content) &&
    isRecord(base['changed']) &&
    typeof base['revision'] === 'string' &&
    lists.every((list) => Array.isArray(base[list]))
  );
}

function storedWorks(account: string): Works {
  // A browser that blocks the data of sites throws, and so does what is no JSON.
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '');
    if (!isRecord(stored) || stored['account'] !== account || !isRecord(stored['works'])) return {};
    const entries = Object.entries(stored['works']);
    return Object.fromEntries(entries.filter((entry): entry is [string, Work] => isWork(entry[1])));
  } catch {
    return {};
  }
}

function store(): void {
  const edited = Object.entries(works.get()).filter(([, work]) => isDirty(work));
  // Without room in the storage, the drafts are kept until the page is loaded anew.
  try {
    if (edited.length === 0) sessionStorage.removeItem(STORED);
    else
      sessionStorage.setItem(
        STORED,
        JSON.stringify({ account: kept.get().owner, works: Object.fromEntries(edited) }),
      );
  } catch {}
}

// The browser asks before it closes or reloads a page with unsaved changes.
const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

works.subscribe(() => {
  if (Object.values(works.get()).some(isDirty)) addEventListener('beforeunload', askBeforeUnload);
  else removeEventListener('beforeunload', askBeforeUnload);
  if (session.get()) store();
});

function begin(user: UserInfo): void {
  const account = accountOf(user);
  const { owner, left } = kept.get();
  kept.set({ owner: account, left: {} });
  works.set(owner === account ? left : storedWorks(account));
}

function end(): void {
  const isOver = lastEnd.get() === 'signed-out' || lastEnd.get() === 'unidentified';
  kept.set({ ...kept.get(), left: isOver ? {} : works.get() });
  works.set({});
  if (isOver) store();
}

session.subscribe(() => {
  const user = session.get();
  if (!user) end();
  else if (accountOf(user) !== kept.get().owner || Object.keys(works.get()).length === 0) begin(user);
});

const present = session.get();
if (present) begin(present);
