import { nameRefusal } from '../../../domain/patient-code.ts';
import { usernameText } from '../../../text/fields.ts';
import { registrationText } from '../../../text/registration.ts';
import { loginFormText } from '../../../text/login.ts';
import { codeOf, fieldErrorsOf, isNetworkFailure, statusOf } from '../../api/failure.ts';
import { failureSentence } from '../../api/messages.ts';

export type RegistrationForm = { clinic: string; username: string };
export type RegistrationProblems = Partial<Record<keyof RegistrationForm, string>>;

/** Why the registration cannot be sent yet (product 5). */
export function registrationProblems({ clinic, username }: RegistrationForm): RegistrationProblems {
  const problems: RegistrationProblems = {};
  if (clinic === '') problems.clinic = loginFormText.clinicMissing;
  const refusal = nameRefusal(username.trim());
  if (refusal) problems.username = usernameText[refusal];
  return problems;
}

/** Where a refusal belongs: to a field, or to the form as a whole (product 8). */
export function registrationRefusal(error: unknown): { problems: RegistrationProblems; failure?: string } {
  if (codeOf(error) === 'clinic_has_admin') return { problems: { clinic: registrationText.clinicHasAdmin } };
  if (statusOf(error) === 400) {
    const message = fieldErrorsOf(error)['username']?.message ?? usernameText.special_characters;
    return { problems: { username: message } };
  }
  const isExplained = isNetworkFailure(error) || codeOf(error) !== null;
  const failure = isExplained ? failureSentence('register', error) : registrationText.failure;
  return { problems: {}, failure };
}
