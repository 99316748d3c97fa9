import { useEffect, useState } from 'react';

/** Calls in a task after the next frame. Returns a function that prevents it. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

const IDLE_MS = 1000;

/** The same for work that nobody sees: it waits until the browser has nothing else to do. */
export function whenIdle(work: () => void): () => void {
  let idle = 0;
  const stop = afterPaint(() => {
    // Older versions of Safari do not know when they are idle.
    if (typeof requestIdleCallback === 'undefined') work();
    else idle = requestIdleCallback(work, { timeout: IDLE_MS });
  });
  return () => {
    stop();
    if (idle !== 0) cancelIdleCallback(idle);
  };
}

// Long enough for an answer of a near server, short enough that nobody waits for what is known already.
const PATIENCE_MS = 250;

/** True once the awaited part is painted, or after a moment without it: the cue for what is drawn behind it. */
export function useTurnAfter(isReady: boolean): boolean {
  const [isTurn, setIsTurn] = useState(false);
  useEffect(() => {
    if (isTurn) return undefined;
    const take = () => setIsTurn(true);
    if (isReady) return afterPaint(take);
    const timer = setTimeout(take, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isReady, isTurn]);
  return isTurn;
}
