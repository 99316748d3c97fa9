import { useEffect } from 'react';
import { keepable, readReportState, type ReportState } from './report-state.ts';
import { navigate, usePlace } from '../../ui/navigation.tsx';

/** The report that the navigation state names; null without one. The history then forgets the birth date. */
export function useReportState(): ReportState | null {
  const { state: asked, pathname } = usePlace();
  const state = readReportState(asked);
  const isToldBirthday = state !== null && state.birthday !== '';
  useEffect(() => {
    if (isToldBirthday) navigate(pathname, { replace: true, state: keepable(state) });
    // The flag depends on the state of the location alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isToldBirthday]);
  return state;
}
