import { readCookie, writeCookie } from '../../api/cookie.ts';
import { lastClinicId } from '../../api/session.ts';
import { usePlace } from '../../ui/navigation.tsx';
import type { ClinicsState } from './ClinicField.tsx';

const COOKIE = 'clinic';

/** The clinic of the last login in this browser stays known; the ID does not (record 068). */
export function rememberClinic(id: string): void {
  writeCookie(COOKIE, id);
}

/**
 * The clinic that the form begins with: that of the link, else the remembered one or that of the session before, else the only one. ''
 * for none.
 */
export function usePresetClinic(state: ClinicsState): string {
  const asked = new URLSearchParams(usePlace().search).get('klinik');
  if (state.kind !== 'loaded') return '';
  const { clinics } = state;
  const known = [asked, readCookie(COOKIE), lastClinicId.get()].find((id) =>
    clinics.some((clinic) => clinic.id === id),
  );
  return known ?? (clinics.length === 1 ? (clinics[0]?.id ?? '') : '');
}
