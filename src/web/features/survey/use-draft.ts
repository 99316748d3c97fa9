import { useEffect, useMemo } from 'react';
import type { SurveyPage } from '../../../contract/surveys.ts';
import { call } from '../../api/call.ts';
import { beforeSessionEnds } from '../../api/leaving.ts';
import { log } from '../../api/log.ts';
import { lastEnd, session } from '../../api/session.ts';
import { draftOf, type Entries } from './entries.ts';

// Product 11.4: at most every two seconds.
const INTERVAL_MS = 2000;

/** Keeps the draft of one page. `save` sends it if there is something new. */
export type DraftKeeper = {
  note(entries: Entries): void;
  save(keepalive?: boolean): Promise<void>;
  entries(): Entries;
};

function createKeeper(page: SurveyPage, stored: Entries): DraftKeeper {
  let current = stored;
  let saved = stored;
  async function save(keepalive = false): Promise<void> {
    if (saved === current) return;
    const before = saved;
    saved = current;
    try {
      const value = JSON.stringify(draftOf(page, current));
      await call('saveDraft', { body: { type: 'json', value }, keepalive });
    } catch (error) {
      // The answers are still on the screen, and the next change saves again.
      saved = before;
      log('warn', 'the draft could not be saved', error);
    }
  }
  return { note: (entries) => (current = entries), save, entries: () => current };
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
    const forget = beforeSessionEnds(() => keeper.save());
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      forget();
      keepIfLost(page, keeper.entries());
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
 * Remembers the entries on the screen when the login is lost: the draft lacks the last two seconds, and the server may have
 * refused what was just sent. In memory only, and only for this page of this survey.
 */
function keepIfLost(page: SurveyPage, entries: Entries): void {
  if (!session.get() && lastEnd.get() === 'lost') kept = { page: nameOf(page), entries };
}

/** The entries of this page at the moment when the login was lost. */
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
