import type { UserType } from '../../../contract/accounts.ts';
import type { RouteName } from '../../../contract/routes.ts';
import {
  loginFailureText,
  loginFormText,
  loginText,
  taskCancelledText,
  tooManyAttemptsText,
} from '../../../text/login.ts';
import { dateProblemText } from '../../../text/ui.ts';
import { CallFailed, codeOf, isNetworkFailure, reasonOf, statusOf } from '../../api/failure.ts';
import { readTypedDate, withWholeYear } from '../../ui/date-text.ts';

/** The values of the form. The field for the code appears when the server asks for a second factor. */
export type LoginForm = { clinic: string; username: string; password: string; code: string };
/** The code of the second factor that the form asks for; null until the server asks for one. */
export type CodeKind = 'app' | 'recovery' | null;
export type LoginProblems = Partial<Record<keyof LoginForm, string>>;

export const loginRoute = {
  patient: 'loginPatient',
  clinician: 'loginClinician',
  admin: 'loginAdmin',
} as const satisfies Record<UserType, RouteName>;

/** The problems of the form. Every shown field is required (product 5.1). */
export function loginProblems(userType: UserType, form: LoginForm, codeKind: CodeKind = null): LoginProblems {
  const problems: LoginProblems = {};
  if (form.clinic === '') problems.clinic = loginFormText.clinicMissing;
  if (form.username.trim() === '') problems.username = loginText[userType].usernameMissing;
  const password = passwordProblem(userType, form.password);
  if (password) problems.password = password;
  if (codeKind && form.code.trim() === '') problems.code = loginFormText.codeMissing;
  return problems;
}

function passwordProblem(userType: UserType, password: string): string | undefined {
  if (password === '') return loginText[userType].passwordMissing;
  if (userType !== 'patient') return undefined;
  const typed = readTypedDate(withWholeYear(password));
  return typed.kind === 'date' ? undefined : dateProblemText[typed.kind];
}

/** The request of a form without problems; a birth date is sent as yyyy-MM-dd (product 5.1). */
export function loginRequest(userType: UserType, form: LoginForm, codeKind: CodeKind = null) {
  const typed = readTypedDate(withWholeYear(form.password));
  const isBirthDate = userType === 'patient' && typed.kind === 'date';
  return {
    clinic_id: form.clinic,
    // The server leaves out what no name has, such as a blank.
    username: form.username,
    password: isBirthDate ? typed.iso : form.password,
    ...(codeKind && { totp: form.code.trim() }),
  };
}

/** The sentence for a login that failed (product 8.3). */
export function loginFailure(error: unknown): string {
  const seconds = error instanceof CallFailed ? error.retryAfter : null;
  if (codeOf(error) === 'too_many_attempts') return tooManyAttemptsText(seconds);
  if (codeOf(error) === 'proof_required') return taskCancelledText(seconds);
  if (codeOf(error) === 'too_many_at_once') return reasonOf(error);
  // It names the address to open.
  if (codeOf(error) === 'forged_request') return reasonOf(error);
  const status = statusOf(error);
  if (status === 401) return loginFailureText.credentials_wrong;
  if (status === 403) return loginFailureText.no_permissions;
  const { other, offline } = loginFailureText;
  return isNetworkFailure(error) ? `${other} ${offline}` : other;
}
