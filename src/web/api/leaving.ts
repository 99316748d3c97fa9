import { log } from './log.ts';

type Saving = () => Promise<unknown>;

const savings = new Set<Saving>();

/**
 * Registers a function that saves something before the session ends. It is called when the idle warning opens and before
 * a logout. Gives a function that takes the registration back.
 */
export function beforeSessionEnds(save: Saving): () => void {
  savings.add(save);
  return () => savings.delete(save);
}

/** Saves what was registered. A failure is logged and does not stop the logout. */
export async function saveBeforeEnd(): Promise<void> {
  const results = await Promise.allSettled([...savings].map((save) => save()));
  for (const result of results)
    if (result.status === 'rejected') log('warn', 'could not save', result.reason);
}
