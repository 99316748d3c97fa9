import { paths } from '../paths.ts';
import { log } from './log.ts';
import { createStore } from './store.ts';

type Saving = {
  /** Resolves with false, or fails, if the data could not be saved. */
  save: () => Promise<unknown>;
  isSaved: () => boolean;
};

const savings = new Set<Saving>();

/** What of a survey was on the screen when its login was lost: all of it is saved, or not; `pages` before its page was there. */
export const lostWork = createStore<'saved' | 'unsaved' | 'pages' | null>(null);

/** True if the last session of this tab ended with everything saved. */
export const isAllSaved = createStore(false);

/**
 * Registers a function that saves data before the session ends. It is called when the idle warning opens and before a
 * logout. Returns a function that removes the registration.
 */
export function beforeSessionEnds(saving: Saving): () => void {
  savings.add(saving);
  return () => savings.delete(saving);
}

/** Notes at the end of a session what is saved of the open survey. Nothing more can be sent then. */
export function noteLostWork(): void {
  const isSaved = [...savings].every((saving) => saving.isSaved());
  const isSurvey = window.location.pathname === paths.survey;
  lostWork.set(savings.size > 0 ? (isSaved ? 'saved' : 'unsaved') : isSurvey ? 'pages' : null);
}

/** Calls all registered functions. A failure is logged and does not stop the logout. */
export async function saveBeforeEnd(): Promise<void> {
  isAllSaved.set(false);
  const results = await Promise.allSettled([...savings].map(({ save }) => save()));
  for (const result of results)
    if (result.status === 'rejected') log('warn', 'could not save', result.reason);
  isAllSaved.set(results.every((result) => result.status === 'fulfilled' && result.value !== false));
}
