import { useEffect, useMemo } from 'react';
import type { SurveyPage } from '../../../contract/surveys.ts';
import { call } from '../../api/call.ts';
import { beforeSessionEnds } from '../../api/leaving.ts';
import { log } from '../../api/log.ts';
import { lastEnd, session } from '../../api/session.ts';
import { draftOf, type Entries } from './entries.ts';

// Product 11.4: at most every two seconds.
const INTERVAL_MS = 2000;

/** What keeps the draft of one page: told of every change, saves when asked and there is something new. */
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
      // A draft is a second net: the answers are still on the screen, and the next change saves again.
      saved = before;
      log('warn', 'the draft could not be saved', error);
    }
  }
  return { note: (entries) => (current = entries), save, entries: () => current };
}

/**
 * Keeps what is ticked but not sent on the server: every two seconds at most, when the page is hidden, and before the
 * session ends.
 */
export function useDraft(page: SurveyPage, stored: Entries): DraftKeeper {
  // One keeper for as long as the page is shown: it remembers what the server has.
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

// Whoever goes leaves nothing behind (R35); only a login that was lost is taken up again.
session.subscribe(() => {
  if (!session.get() && lastEnd.get() !== 'lost') kept = null;
});

/**
 * Remembers what is on the screen when the login is lost: the last two seconds are in no draft yet, and what was just
 * sent may have been refused. Memory alone, and for this very page of this very survey.
 */
function keepIfLost(page: SurveyPage, entries: Entries): void {
  if (!session.get() && lastEnd.get() === 'lost') kept = { page: nameOf(page), entries };
}

/** What was on this page when the login was lost. */
export function lostEntries(page: SurveyPage): Entries | null {
  return kept?.page === nameOf(page) ? kept.entries : null;
}

/** The page is shown again, or another one: there is nothing left to bring back. */
export function forgetLost(): void {
  kept = null;
}

// A survey session has one patient, and its id cannot be guessed.
function nameOf({ survey_session_id: id, items }: SurveyPage): string {
  return [id, ...items.map((item) => item.id)].join(' ');
}
