import { log } from './log.ts';

type Saving = () => Promise<unknown>;

const savings = new Set<Saving>();

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
  const results = await Promise.allSettled([...savings].map((save) => save()));
  for (const result of results)
    if (result.status === 'rejected') log('warn', 'could not save', result.reason);
}
