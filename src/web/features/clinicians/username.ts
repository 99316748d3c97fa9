import { nameRefusal } from '../../../domain/patient-code.ts';
import { renameText } from '../../../text/clinicians.ts';
import { usernameText } from '../../../text/fields.ts';
import { codeOf, fieldErrorsOf } from '../../api/failure.ts';

/** The browser settings of a field for the user name of another person. */
export const usernameInput = {
  name: 'username',
  autoComplete: 'off',
  autoCapitalize: 'none',
  required: true,
} as const;

/** The name for the server, without blanks around it. */
export function sentUsername(username: string): string {
  return username.trim().normalize('NFC');
}

/** The problem of the user name of a new clinician (product 5.3), undefined if there is none. */
export function usernameProblem(username: string): string | undefined {
  const refusal = nameRefusal(username.trim());
  return refusal && usernameText[refusal];
}

/** The problem of a new name of a clinician. The name must be valid and differ from the present one (product 5.7). */
export function renameProblem(username: string, before: string): string | undefined {
  if (username.trim() === before) return renameText.unchanged;
  return usernameProblem(username);
}

/** The server's sentence for a refused name, undefined for another refusal. */
export function usernameRefusal(error: unknown, taken: string): string | undefined {
  if (codeOf(error) === 'username_taken') return taken;
  return fieldErrorsOf(error)['username']?.message;
}
