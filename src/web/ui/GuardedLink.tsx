import { type MouseEvent, useEffect } from 'react';
import { Link, type LinkProps, navigate, opensElsewhere } from './navigation.tsx';

type Guard = () => Promise<boolean>;

let guard: Guard | null = null;

/** Makes every `GuardedLink` ask this component before the user leaves the page. */
export function useLeaveGuard(mayLeave: Guard): void {
  useEffect(() => {
    guard = mayLeave;
    return () => {
      if (guard === mayLeave) guard = null;
    };
  }, [mayLeave]);
}

/** A link inside the application. The page may ask before the user leaves it. */
export function GuardedLink({ to, state, replace, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const mayLeave = guard;
    if (!mayLeave || opensElsewhere(event)) return;
    event.preventDefault();
    void mayLeave().then((isConfirmed) => isConfirmed && navigate(to, { state, replace }));
  };
  return <Link to={to} state={state} replace={replace} {...rest} onClick={follow} />;
}
