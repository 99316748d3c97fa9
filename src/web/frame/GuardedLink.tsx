import type { MouseEvent } from 'react';
import { Link, type LinkProps, useNavigate } from 'react-router';
import { leaveGuard } from './leave-guard.ts';

/** A link inside the application that respects a page which asks before it is left. */
export function GuardedLink({ to, state, replace, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const mayLeave = leaveGuard();
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (!mayLeave || opensElsewhere) return;
    event.preventDefault();
    void mayLeave().then((isConfirmed) => isConfirmed && navigate(to, { state, replace: replace ?? false }));
  };
  return (
    <Link to={to} state={state} {...(replace !== undefined && { replace })} {...rest} onClick={follow} />
  );
}
