import { log } from './log.ts';

type Saving = () => Promise<unknown>;

const savings = new Set<Saving>();

/**
 * Registers what must be saved before the session ends: it is called when the idle warning opens and before a logout.
 * Gives a function that takes it back.
 */
export function beforeSessionEnds(save: Saving): () => void {
  savings.add(save);
  return () => savings.delete(save);
}

/** Saves what was registered. A failure is logged and keeps nobody from leaving. */
export async function saveBeforeEnd(): Promise<void> {
  const results = await Promise.allSettled([...savings].map((save) => save()));
  for (const result of results)
    if (result.status === 'rejected') log('warn', 'could not save', result.reason);
}
