import type { UserType } from '../contract/accounts.ts';
import { numberText } from './locale.ts';

/** The three logins (product 2, 5 and 8). */
type LoginWords = {
  title: string;
  lead: string;
  username: string;
  usernameMissing: string;
  password: string;
  passwordMissing: string;
};

export const loginText = {
  patient: {
    title: 'Anmeldung für Patient*innen',
    lead: 'Die ID haben Sie von Ihrer Klinik.',
    username: 'Ihre ID',
    usernameMissing: 'Bitte geben Sie Ihre ID ein.',
    password: 'Geburtsdatum (tt.mm.jjjj)',
    passwordMissing: 'Bitte geben Sie Ihr Geburtsdatum ein.',
  },
  clinician: {
    title: 'Anmeldung für Mitarbeitende',
    lead: 'Melden Sie sich mit Ihrer Mitarbeitenden-ID und Ihrem Passwort an.',
    username: 'Mitarbeitenden-ID',
    usernameMissing: 'Bitte geben Sie Ihre Mitarbeitenden-ID ein.',
    password: 'Passwort',
    passwordMissing: 'Bitte geben Sie Ihr Passwort ein.',
  },
  admin: {
    title: 'Anmeldung für Klinik-Admins',
    lead: 'Melden Sie sich mit Ihrer Admin-ID und Ihrem Passwort an.',
    username: 'Admin-ID',
    usernameMissing: 'Bitte geben Sie Ihre Admin-ID ein.',
    password: 'Passwort',
    passwordMissing: 'Bitte geben Sie Ihr Passwort ein.',
  },
} as const satisfies Record<UserType, LoginWords>;

export const loginFormText = {
  clinic: 'Klinik',
  chooseClinic: 'Klinik auswählen',
  clinicsLoading: 'Kliniken werden geladen …',
  clinicsFailed: 'Die Liste der Kliniken konnte nicht geladen werden.',
  clinicMissing: 'Keine Klinik ausgewählt.',
  submit: 'Anmelden',
  codeMissing: 'Bitte geben Sie den Code ein.',
  birthDateHint: 'Das ist Ihr Passwort, z. B. 05.03.1988.',
  checkTyped: 'Prüfen Sie bitte: Ist es eine Null (0) oder ein O? Stimmt das Geburtsdatum?',
  forgottenTitle: 'ID vergessen?',
  forgotten:
    'Ihre ID steht auf dem Blatt, das Sie bei der Aufnahme erhalten haben. Wenn Sie sie nicht finden, fragen Sie bitte in Ihrer Klinik nach. Aus Gründen des Datenschutzes können wir sie hier nicht anzeigen.',
  askClinic: (clinic: string) => `So erreichen Sie ${clinic}: `,
  staffForgottenTitle: 'Passwort vergessen?',
  staffForgotten: {
    clinician: 'Der Klinik-Admin Ihrer Klinik kann Ihnen ein neues Passwort geben.',
    admin:
      'Eine andere Person mit Verwaltungszugang kann Ihnen ein neues Passwort geben. Gibt es keine, wenden Sie sich bitte an den technischen Support.',
  },
} as const;

/** A refused code of the second factor. */
export const codeWrongText = {
  app: 'Der Code ist nicht richtig oder wurde schon verwendet. Bitte warten Sie auf den nächsten Code und versuchen Sie es erneut.',
  recovery: 'Dieser Wiederherstellungscode ist nicht richtig oder wurde schon verwendet.',
} as const;

/** Login result (product 4 and 8). */
export const loginFailureText = {
  credentials_wrong: 'Ihre Anmeldedaten sind fehlerhaft oder Ihr Account wurde noch nicht freigeschaltet.',
  no_permissions: 'Sie haben für diese Seite keine Berechtigung.',
  other: 'Irgendetwas ist schief gelaufen. Bitte versuchen Sie es erneut.',
  /** Follows the sentence above where the server was not reached. */
  offline: 'Prüfen Sie bitte Ihre Internetverbindung.',
} as const;

/** After the user has stopped the task. The time is that until a login without a task. */
export function taskCancelledText(seconds: number | null): string {
  return `Die Rechenaufgabe ist nicht fertig geworden. Sie können sich gleich noch einmal anmelden oder ${waitText(seconds)} warten; dann geht es vielleicht ohne Aufgabe.`;
}

/** The waiting time after too many failed logins, in words. */
export function tooManyAttemptsText(seconds: number | null): string {
  return `Zu viele Versuche. Bitte warten Sie ${waitText(seconds)} und versuchen Sie es dann erneut.`;
}

function waitText(seconds: number | null): string {
  if (seconds === null) return 'einen Moment';
  if (seconds < 60) return seconds === 1 ? '1 Sekunde' : `${seconds} Sekunden`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return minutes === 1 ? '1 Minute' : `${minutes} Minuten`;
  return `${Math.ceil(minutes / 60)} Stunden`;
}

/** The warning of earlier failed logins, shown after a login (R75). */
export const failedAttemptsText = {
  title: (count: number) =>
    count === 1
      ? 'Bei der Anmeldung gab es einen falschen Versuch'
      : `Bei der Anmeldung gab es ${numberText(count)} falsche Versuche`,
  todo: {
    patient: 'Waren Sie das selbst? Dann ist alles in Ordnung. Wenn nicht, sagen Sie es bitte Ihrer Klinik.',
    clinician:
      'Waren Sie das selbst? Dann ist alles in Ordnung. Wenn nicht, ändern Sie bitte Ihr Passwort und sagen Sie es dem Klinik-Admin.',
    admin:
      'Waren Sie das selbst? Dann ist alles in Ordnung. Wenn nicht, ändern Sie bitte Ihr Passwort und sagen Sie es dem technischen Support.',
  } satisfies Record<UserType, string>,
  close: 'Verstanden',
} as const;
