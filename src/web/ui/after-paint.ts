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

/** Calls when the browser is idle, after the next frame: for what is out of sight. Returns a function that prevents it. */
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

// A near server answers within this time. After it, the part that needs no answer is drawn.
const PATIENCE_MS = 250;

/** True once the awaited part is painted, or after a moment without it. Then the part below it can be drawn. */
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
