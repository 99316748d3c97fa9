import { type MouseEvent, useEffect } from 'react';
import { Link, type LinkProps, useNavigate } from 'react-router';

type Guard = () => Promise<boolean>;

let guard: Guard | null = null;

/** While the component is shown, every `GuardedLink` first asks it whether the page may be left. */
export function useLeaveGuard(mayLeave: Guard): void {
  useEffect(() => {
    guard = mayLeave;
    return () => {
      if (guard === mayLeave) guard = null;
    };
  }, [mayLeave]);
}

/** A link inside the application. It respects a page that asks before it is left. */
export function GuardedLink({ to, state, replace, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const mayLeave = guard;
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (!mayLeave || opensElsewhere) return;
    event.preventDefault();
    void mayLeave().then((isConfirmed) => isConfirmed && navigate(to, { state, replace: replace ?? false }));
  };
  return (
    <Link to={to} state={state} {...(replace !== undefined && { replace })} {...rest} onClick={follow} />
  );
}
