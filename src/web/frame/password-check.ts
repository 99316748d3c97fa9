import { passwordRefusals } from '../../domain/passwords.ts';
import { fieldText } from '../../text/fields.ts';
import { passwordDialogText } from '../../text/password.ts';

export type PasswordForm = { old: string; new: string; confirmed: string };
export type PasswordProblems = Partial<Record<keyof PasswordForm, string>>;

/**
 * The problems of a password change, by field (product 5.2). The password must not contain any of `names`.
 * Only the server knows the list of common passwords.
 */
export function passwordProblems(form: PasswordForm, names: readonly string[]): PasswordProblems {
  const problems: PasswordProblems = {};
  if (form.old === '') problems.old = passwordDialogText.oldMissing;
  const newProblem = form.new === '' ? passwordDialogText.newMissing : firstRefusal(form.new, names);
  if (newProblem) problems.new = newProblem;
  if (form.confirmed === '') problems.confirmed = passwordDialogText.confirmedMissing;
  else if (form.confirmed !== form.new) problems.confirmed = passwordDialogText.differ;
  return problems;
}

function firstRefusal(password: string, names: readonly string[]): string | undefined {
  const [code] = passwordRefusals(password, { names, common: new Set() });
  return code && fieldText[code];
}
