import { session } from '../../../web/api/session.ts';
import { createStore } from '../../../web/api/store.ts';
import type { Draft, DraftContent } from '../contract/routes.ts';
import { isSameContent } from '../domain/merge.ts';

/** What a person edits: the draft that it was made from, and the content as it stands on the page. */
export type Work = { readonly base: Draft; readonly content: DraftContent };

/** Edited drafts by their ids. They outlive another page, until they are saved or the session ends. */
export const works = createStore<Readonly<Record<string, Work>>>({});

export const isDirty = ({ base, content }: Work): boolean => !isSameContent(base, content);

export function keepWork(id: string, work: Work | null): void {
  const { [id]: _, ...others } = works.get();
  works.set(work ? { ...others, [id]: work } : others);
}

// The browser asks before it closes or reloads a page with unsaved changes.
const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

works.subscribe(() => {
  if (Object.values(works.get()).some(isDirty)) addEventListener('beforeunload', askBeforeUnload);
  else removeEventListener('beforeunload', askBeforeUnload);
});

session.subscribe(() => {
  if (!session.get()) works.set({});
});
