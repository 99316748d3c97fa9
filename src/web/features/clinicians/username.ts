import { nameRefusal } from '../../../domain/patient-code.ts';
import { renameText } from '../../../text/clinicians.ts';
import { usernameText } from '../../../text/fields.ts';
import { codeOf, fieldErrorsOf } from '../../api/failure.ts';

/** How the browser treats a field for the user name of another person. */
export const usernameInput = {
  name: 'username',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  required: true,
} as const;

/** The name as it is sent: without blanks around it. */
export function sentUsername(username: string): string {
  return username.trim().normalize('NFC');
}

/** What is wrong with the user name of a new clinician (product 5.3); undefined where it can be sent. */
export function usernameProblem(username: string): string | undefined {
  const refusal = nameRefusal(username.trim());
  return refusal && usernameText[refusal];
}

/** What is wrong with a new name of a clinician; besides being valid, it must differ from the present one (product 5.7). */
export function renameProblem(username: string, before: string): string | undefined {
  if (username.trim() === before) return renameText.unchanged;
  return usernameProblem(username);
}

/** What the server has against the name; undefined where it refused something else. */
export function usernameRefusal(error: unknown, taken: string): string | undefined {
  if (codeOf(error) === 'username_taken') return taken;
  return fieldErrorsOf(error)['username']?.message;
}
