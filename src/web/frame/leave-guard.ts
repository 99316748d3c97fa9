import { useEffect } from 'react';

type Guard = () => Promise<boolean>;

let guard: Guard | null = null;

/** While the component is shown, links of the frame first ask whether the page may be left. */
export function useLeaveGuard(mayLeave: Guard): void {
  useEffect(() => {
    guard = mayLeave;
    return () => {
      if (guard === mayLeave) guard = null;
    };
  }, [mayLeave]);
}

/** The question to ask before leaving, or null where the page may be left at any time. */
export function leaveGuard(): Guard | null {
  return guard;
}
