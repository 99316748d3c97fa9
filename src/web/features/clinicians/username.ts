import { nameRefusal } from '../../../domain/patient-code.ts';
import { renameText, usernameProblemText } from '../../../text/clinicians.ts';

/** What is wrong with the user name of a new clinician (product 5); undefined where it can be sent. */
export function usernameProblem(username: string): string | undefined {
  const refusal = nameRefusal(username.trim());
  return refusal && usernameProblemText[refusal];
}

/** The same for a new name of a clinician who has one: it must be another (product 5). */
export function renameProblem(username: string, before: string): string | undefined {
  if (username.trim() === before) return renameText.unchanged;
  return usernameProblem(username);
}
