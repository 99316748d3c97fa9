import { isOutcomeUnknown } from './failure.ts';

/** Sends a request with its key. */
type UnderKey = <Answer>(request: object, send: (key: string) => Promise<Answer>) => Promise<Answer>;

/**
 * Gives every request a new key. Only a repetition after a lost answer keeps its key. The server then repeats its first
 * answer without a second effect (R26). An answer of 500 or more counts as lost, because a proxy may have sent it, and
 * a failed change leaves no trace on the server.
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

/** A new Idempotency-Key. */
export function newKey(): string {
  // On an insecure origin (a test server in a local network) the browser hides randomUUID.
  if (globalThis.isSecureContext) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
