import type { SecurityNotice } from '../contract/accounts.ts';
import { numberText } from './locale.ts';

type Facts = Pick<SecurityNotice, 'is_running' | 'failed_logins'> & {
  since: string;
  until: string;
  support: string;
};

/** The notice of an attack on logins to the admin: the attack, the defence and the next steps (R50). */
export const securityNoticeText = {
  login_alarm: {
    title: 'Viele fehlgeschlagene Anmeldungen in Ihrer Klinik',
    what: ({ since, failed_logins: failures }: Facts) =>
      `Seit dem ${since} versucht vermutlich jemand, Zugangsdaten Ihrer Klinik zu erraten. ${failuresText(failures)}`,
    now: ({ is_running: isRunning, until }: Facts) =>
      isRunning
        ? `Der Schutz ist eingeschaltet, vorerst bis zum ${until}: Geräte, auf denen sich noch niemand angemeldet hat, lösen vor der Anmeldung von selbst eine kurze Rechenaufgabe. Niemand wird ausgesperrt, und bekannte Geräte merken nichts davon.`
        : `Der Angriff scheint vorbei zu sein. Der Schutz war bis zum ${until} eingeschaltet und schaltet sich bei Bedarf wieder ein. Niemand wurde ausgesperrt.`,
    todo: ({ support }: Facts) =>
      `Was Sie tun können: Geben Sie keine IDs und Passwörter am Telefon oder per E-Mail heraus. Setzen Sie bei Verdacht das Passwort der betroffenen Mitarbeitenden zurück, und geben Sie betroffenen Patient*innen eine neue ID. Bei Fragen hilft Ihnen der technische Support: ${support}.`,
  },
  birth_date_spray: {
    title: 'Ein Geburtsdatum wurde mit vielen Patient*innen-IDs ausprobiert',
    what: ({ since, failed_logins: failures }: Facts) =>
      `Seit dem ${since} versucht vermutlich jemand, der ein Geburtsdatum kennt, die passende ID zu erraten. ${failuresText(failures)}`,
    now: ({ is_running: isRunning, until }: Facts) =>
      isRunning
        ? `Weitere Anmeldungen mit diesem Geburtsdatum werden von unbekannten Geräten vorerst bis zum ${until} abgewiesen.`
        : `Anmeldungen mit diesem Geburtsdatum wurden von unbekannten Geräten bis zum ${until} abgewiesen. Jetzt sind sie wieder möglich.`,
    todo: ({ support }: Facts) =>
      `Was Sie tun können: Vergeben Sie zufällige IDs, die sich nicht erraten lassen. Wenn sich jemand deshalb nicht anmelden kann, bitten Sie um etwas Geduld. Bei Fragen hilft Ihnen der technische Support: ${support}.`,
  },
} as const satisfies Record<SecurityNotice['kind'], object>;

function failuresText(failures: number): string {
  if (failures === 0) return 'In den letzten 24 Stunden kam keine fehlgeschlagene Anmeldung mehr dazu.';
  if (failures === 1) return 'In den letzten 24 Stunden gab es 1 fehlgeschlagene Anmeldung.';
  return `In den letzten 24 Stunden gab es ${numberText(failures)} fehlgeschlagene Anmeldungen.`;
}

/** The signed-in devices of the own account (R74). */
export const sessionsText = {
  title: 'Angemeldete Geräte',
  lead: 'Hier ist Ihr Konto gerade angemeldet. Wenn Ihnen etwas unbekannt vorkommt, melden Sie alle anderen Geräte ab.',
  loading: 'Die angemeldeten Geräte werden geladen …',
  isThis: 'Dieses Gerät',
  other: 'Anderes Gerät',
  browserOn: (browser: string, system: string) => `${browser} unter ${system}`,
  started: (moment: string) => `Angemeldet seit ${moment}`,
  lastUsed: (moment: string) => `Zuletzt benutzt ${moment}`,
  onlyThis: 'Sie sind auf keinem anderen Gerät angemeldet.',
  endOthers: 'Alle anderen abmelden',
  endAll: 'Überall abmelden',
  ended: 'Alle anderen Geräte sind abgemeldet.',
} as const;

/** A patient whose code waits after failed logins, for the staff (R46). */
export const loginLockText = {
  tag: 'gesperrt',
  tagOf: (code: string) => `Anmeldung von ${code} gesperrt`,
  title: 'Anmeldung gesperrt',
  why: (until: string) =>
    `Mit dieser ID, diesem Geburtsdatum oder in diesem Netz gab es zu viele Fehlversuche. Bis zum ${until} heißt es deshalb warten oder eine lange Rechenaufgabe lösen. Auf Geräten, die die Person schon benutzt hat, gelingt die Anmeldung meist trotzdem.`,
  ask: 'Lassen Sie ein Gerät nur zu, wenn Ihr*e Patient*in selbst darum bittet.',
  allow: 'Gerät für 15 Minuten zulassen',
  allowed: (until: string) =>
    `Bis zum ${until} kann sich Ihr*e Patient*in auf einem neuen Gerät anmelden, mit höchstens fünf Versuchen.`,
} as const;

/** The patient's login before this one. */
export const lastLoginText = {
  last: (moment: string, device: string | null) =>
    `Zuletzt angemeldet am ${moment.replace(', ', ' um ')}${device ? `, mit ${device}` : ''}.`,
  newDevice: (moment: string, device: string | null) =>
    `Ein neues Gerät hat sich am ${moment.replace(', ', ' um ')} angemeldet${device ? `, mit ${device}` : ''}.`,
  staffDevice: 'Dieses Gerät hat vorher auch jemand aus Ihrer Klinik benutzt.',
  hint: 'Waren Sie das nicht selbst? Dann fragen Sie bitte in Ihrer Klinik nach.',
} as const;
