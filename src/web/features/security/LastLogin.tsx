import type { LastLogin as Login } from '../../../contract/surveys.ts';
import { lastLoginText as text, sessionsText } from '../../../text/security.ts';
import { momentText } from '../../api/clinic-time.ts';
import css from './security.module.css';

/** The patient's login before this one, so that a login by another person is noticed. */
export function LastLogin({ login }: { login: Login | null }) {
  if (!login) return null;
  const { at, browser, system, at_staff_device: atStaffDevice } = login;
  const device = browser && system ? sessionsText.browserOn(browser, system) : (browser ?? system);
  return (
    <p className={css.last}>
      {[text.last(momentText(at), device), atStaffDevice && text.staffDevice, text.hint]
        .filter(Boolean)
        .join(' ')}
    </p>
  );
}
