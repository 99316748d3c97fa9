import { useEffect, useMemo } from 'react';
import type { SurveyPage } from '../../../contract/surveys.ts';
import { call } from '../../api/call.ts';
import { beforeSessionEnds } from '../../api/leaving.ts';
import { log } from '../../api/log.ts';
import { lastEnd, session } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { draftOf, type Entries } from './entries.ts';

// Product 11.4: at most every two seconds.
const INTERVAL_MS = 2000;

/** Keeps the draft of one page. */
export type DraftKeeper = {
  note(entries: Entries): void;
  /** Sends the entries if the server does not have them. Resolves with false where it did not get them. */
  save(keepalive?: boolean): Promise<boolean>;
  isSaved(): boolean;
  entries(): Entries;
  /** `new`: nothing was entered on this page yet. */
  state(): 'new' | 'unsaved' | 'saved';
  /** Calls the listener when the state may have changed. */
  subscribe(listener: () => void): () => void;
};

function createKeeper(page: SurveyPage, stored: Entries): DraftKeeper {
  let current = stored;
  let saved = stored;
  let sending: { entries: Entries; done: Promise<boolean> } | null = null;
  const changed = createStore(stored);

  async function send(entries: Entries, keepalive: boolean): Promise<boolean> {
    try {
      const value = JSON.stringify(draftOf(page, entries));
      await call('saveDraft', { body: { type: 'json', value }, keepalive });
      saved = entries;
      changed.set(entries);
      return true;
    } catch (error) {
      // The answers are still on the screen, and the next save sends them again.
      log('warn', 'the draft could not be saved', error);
      return false;
    } finally {
      if (sending?.entries === entries) sending = null;
    }
  }

  function save(keepalive = false): Promise<boolean> {
    if (saved === current) return Promise.resolve(true);
    if (sending?.entries !== current) sending = { entries: current, done: send(current, keepalive) };
    return sending.done;
  }

  return {
    note(entries) {
      current = entries;
      changed.set(entries);
    },
    save,
    isSaved: () => saved === current,
    entries: () => current,
    state() {
      if (saved !== current) return 'unsaved';
      return page.draft === null && current === stored ? 'new' : 'saved';
    },
    subscribe: changed.subscribe,
  };
}

/**
 * Saves entries that are not sent yet: at most every two seconds, when the page is hidden, and before the session ends.
 */
export function useDraft(page: SurveyPage, stored: Entries): DraftKeeper {
  // One keeper as long as the page is shown, because it remembers the saved entries.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const keeper = useMemo(() => createKeeper(page, stored), []);
  useEffect(() => {
    const timer = setInterval(() => void keeper.save(), INTERVAL_MS);
    const saveWhenHidden = () => document.visibilityState === 'hidden' && void keeper.save(true);
    document.addEventListener('visibilitychange', saveWhenHidden);
    const forget = beforeSessionEnds({ save: () => keeper.save(), isSaved: keeper.isSaved });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      forget();
      keepUnsaved(page, keeper);
    };
    // The page is that of the keeper.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [keeper]);
  return keeper;
}

let kept: { page: string; entries: Entries } | null = null;

// A logout leaves no entries behind (R35). Only a lost login is continued.
session.subscribe(() => {
  if (!session.get() && lastEnd.get() !== 'lost') kept = null;
});

/**
 * Remembers the entries of a page that is left and that the server does not have: without a connection, or because the login
 * was lost and the last two seconds are not saved. In memory only, and only for this page of this survey.
 */
function keepUnsaved(page: SurveyPage, keeper: DraftKeeper): void {
  const isLost = !session.get() && lastEnd.get() === 'lost';
  if (isLost || (session.get() && !keeper.isSaved()))
    kept = { page: nameOf(page), entries: keeper.entries() };
}

/** The entries of this page that were remembered when it was left. */
export function lostEntries(page: SurveyPage): Entries | null {
  return kept?.page === nameOf(page) ? kept.entries : null;
}

/** Forgets the remembered entries. Called when a page is shown, because they are restored by then. */
export function forgetLost(): void {
  kept = null;
}

// A survey session has one patient, and its id cannot be guessed.
function nameOf({ survey_session_id: id, items }: SurveyPage): string {
  return [id, ...items.map((item) => item.id)].join(' ');
}
