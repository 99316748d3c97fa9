import { useEffect, useMemo } from 'react';
import type { SurveyPage } from '../../../contract/surveys.ts';
import { call } from '../../api/call.ts';
import { beforeSessionEnds } from '../../api/leaving.ts';
import { log } from '../../api/log.ts';
import { draftOf, type Entries } from './entries.ts';
import { keepIfLost } from './lost-entries.ts';

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
