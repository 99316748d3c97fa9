import type { LastLogin as Login } from '../../../contract/surveys.ts';
import { lastLoginText as text, sessionsText } from '../../../text/security.ts';
import { momentText } from '../../api/clinic-time.ts';
import { Notice } from '../../ui/Notice.tsx';

type LastLoginProps = { login: Login | null };

/** The patient's login before this one, calm, in the profile. */
export function LastLogin({ login }: LastLoginProps) {
  return login && <p className="muted small">{sentenceOf(login)}</p>;
}

/** A login of a new device, on top of the page, so that a login by another person is noticed. */
export function NewDevice({ login }: LastLoginProps) {
  if (!login?.is_new_device) return null;
  return <Notice tone="info">{sentenceOf(login)}</Notice>;
}

function sentenceOf({ at, browser, system, at_staff_device: atStaffDevice, is_new_device: isNew }: Login) {
  const device = browser && system ? sessionsText.browserOn(browser, system) : (browser ?? system);
  const what = (isNew ? text.newDevice : text.last)(momentText(at), device);
  return [what, atStaffDevice && text.staffDevice, text.hint].filter(Boolean).join(' ');
}
