import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keepable, readReportState, type ReportState } from './report-state.ts';

/** Which report the navigation state asks for; null without one. Once it is read, the history forgets the birth date. */
export function useReportState(): ReportState | null {
  const { state: asked, pathname } = useLocation();
  const navigate = useNavigate();
  const state = readReportState(asked);
  const isToldBirthday = state !== null && state.birthday !== '';
  useEffect(() => {
    if (isToldBirthday) void navigate(pathname, { replace: true, state: keepable(state) });
    // The state is the location's: what changes it, changes the flag.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isToldBirthday]);
  return state;
}
