import { isOutcomeUnknown } from './failure.ts';

/** Sends a request under the key that it is due. */
type UnderKey = <Answer>(request: object, send: (key: string) => Promise<Answer>) => Promise<Answer>;

/**
 * Gives every request a key of its own. Only a request that is repeated after a lost answer keeps its key: the server
 * then does nothing a second time and gives the answer of the first time (R26). An answer of 500 or more counts as lost:
 * a proxy may have given it, and a change that failed in the server left nothing behind.
 */
export function retryKeys(): UnderKey {
  let unanswered: { text: string; key: string } | null = null;
  return async (request, send) => {
    const text = JSON.stringify(request);
    const key = unanswered?.text === text ? unanswered.key : newKey();
    unanswered = null;
    try {
      return await send(key);
    } catch (error) {
      if (isOutcomeUnknown(error)) unanswered = { text, key };
      throw error;
    }
  };
}

/** A fresh Idempotency-Key. */
export function newKey(): string {
  // On an insecure origin (a test server in a local network) the browser hides randomUUID.
  if (globalThis.isSecureContext) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
