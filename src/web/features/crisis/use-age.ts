import { useEffect, useState } from 'react';
import { serverNow } from '../../api/server-time.ts';

const MINUTE_MS = 60_000;

/** The age of an event in milliseconds, counted anew every minute, because a list may stay open for hours. */
export function useAge(raisedAt: string): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const clock = setInterval(() => setNow(serverNow()), MINUTE_MS);
    return () => clearInterval(clock);
  }, []);
  return Math.max(0, now - Date.parse(raisedAt));
}
