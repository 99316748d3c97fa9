import { useEffect, useRef } from 'react';
import type { SurveyPage } from '../../../contract/surveys.ts';
import { call } from '../../api/call.ts';
import { beforeSessionEnds } from '../../api/leaving.ts';
import { log } from '../../api/log.ts';
import { draftOf, type Entries } from './entries.ts';

// Decisions 3: at most every two seconds.
const INTERVAL_MS = 2000;

/**
 * Keeps what is ticked but not sent on the server: every two seconds at most, when the page is hidden, and before the
 * session ends. Gives a function that saves at once, for leaving the survey.
 */
export function useDraft(page: SurveyPage, entries: Entries): () => Promise<void> {
  const latest = useRef({ page, entries });
  const saved = useRef(entries);
  latest.current = { page, entries };

  const save = useRef(async (keepalive = false) => {
    const current = latest.current;
    if (saved.current === current.entries) return;
    const before = saved.current;
    saved.current = current.entries;
    const value = JSON.stringify(draftOf(current.page, current.entries));
    try {
      await call('saveDraft', { body: { type: 'json', value }, keepalive });
    } catch (error) {
      // A draft is a second net: the answers are still on the screen, and the next change saves again.
      saved.current = before;
      log('warn', 'the draft could not be saved', error);
    }
  });

  useEffect(() => {
    const timer = setInterval(() => void save.current(), INTERVAL_MS);
    const saveWhenHidden = () => document.visibilityState === 'hidden' && void save.current(true);
    document.addEventListener('visibilitychange', saveWhenHidden);
    const forget = beforeSessionEnds(() => save.current());
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      forget();
    };
  }, []);

  return save.current;
}
