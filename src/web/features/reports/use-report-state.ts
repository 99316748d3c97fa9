import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keepable, readReportState, type ReportState } from './report-state.ts';

/** The report that the navigation state names; null without one. The history then forgets the birth date. */
export function useReportState(): ReportState | null {
  const { state: asked, pathname } = useLocation();
  const navigate = useNavigate();
  const state = readReportState(asked);
  const isToldBirthday = state !== null && state.birthday !== '';
  useEffect(() => {
    if (isToldBirthday) void navigate(pathname, { replace: true, state: keepable(state) });
    // The flag depends on the state of the location alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isToldBirthday]);
  return state;
}
