import { log } from './log.ts';
import { createStore } from './store.ts';

/** Resolves with false, or fails, if the data could not be saved. */
type Saving = () => Promise<unknown>;

const savings = new Set<Saving>();

/** True if the last session of this tab ended with everything saved. */
export const isAllSaved = createStore(false);

/**
 * Registers a function that saves data before the session ends. It is called when the idle warning opens and before a
 * logout. Returns a function that removes the registration.
 */
export function beforeSessionEnds(save: Saving): () => void {
  savings.add(save);
  return () => savings.delete(save);
}

/** Calls all registered functions. A failure is logged and does not stop the logout. */
export async function saveBeforeEnd(): Promise<void> {
  isAllSaved.set(false);
  const results = await Promise.allSettled([...savings].map((save) => save()));
  for (const result of results)
    if (result.status === 'rejected') log('warn', 'could not save', result.reason);
  isAllSaved.set(results.every((result) => result.status === 'fulfilled' && result.value !== false));
}
