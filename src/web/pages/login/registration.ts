import { LETTERS_AND_DIGITS } from '../../../domain/patient-code.ts';
import { registrationText } from '../../../text/registration.ts';
import { loginFormText } from '../../../text/login.ts';
import { codeOf, fieldErrorsOf, isNetworkFailure, statusOf } from '../../api/failure.ts';
import { failureSentence } from '../../frame/messages.ts';

export type RegistrationForm = { clinic: string; username: string };
export type RegistrationProblems = Partial<Record<keyof RegistrationForm, string>>;

/** What keeps the registration from being sent (product 5: letters and digits only, at most 255). */
export function registrationProblems({ clinic, username }: RegistrationForm): RegistrationProblems {
  const problems: RegistrationProblems = {};
  if (clinic === '') problems.clinic = loginFormText.clinicMissing;
  const problem = usernameProblem(username.trim());
  if (problem) problems.username = problem;
  return problems;
}

function usernameProblem(username: string): string | undefined {
  if (username === '') return registrationText.usernameMissing;
  if (!LETTERS_AND_DIGITS.test(username.normalize('NFC'))) return registrationText.usernameCharacters;
  return username.length > 255 ? registrationText.usernameTooLong : undefined;
}

/** Where a refusal belongs: to a field, or to the form as a whole (product 8). */
export function registrationRefusal(error: unknown): { problems: RegistrationProblems; failure?: string } {
  if (codeOf(error) === 'clinic_has_admin') return { problems: { clinic: registrationText.clinicHasAdmin } };
  if (statusOf(error) === 400) {
    const message = fieldErrorsOf(error)['username']?.message ?? registrationText.usernameCharacters;
    return { problems: { username: message } };
  }
  const isExplained = isNetworkFailure(error) || codeOf(error) !== null;
  const failure = isExplained ? failureSentence('register', error) : registrationText.failure;
  return { problems: {}, failure };
}
