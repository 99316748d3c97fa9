import type { MailKind } from '../domain/mails.ts';
import type { IsoDate } from '../domain/iso-date.ts';
import { formatIsoDate } from '../domain/iso-date.ts';

// Other people may read a mail on the patient's telephone. It holds no name and no ID. Only the sender's name in the
// text may hint at a therapy, and the subject gives no hint.

/** The subject of each kind of mail. */
export const mailSubject = {
  invitation: 'Ihre nächste Befragung',
  reminder: 'Erinnerung an Ihre Befragung',
} as const satisfies Record<MailKind, string>;

/** The first sentences of a mail. `end` is the last day of the window. */
export const mailLead = {
  invitation: (end: IsoDate) =>
    `Ihre nächste Befragung steht für Sie bereit. Sie können sie bis zum ${formatIsoDate(end)} ausfüllen und jederzeit unterbrechen.`,
  reminder: (end: IsoDate) =>
    `Ihre Befragung ist noch offen. Sie können sie bis zum ${formatIsoDate(end)} ausfüllen und jederzeit unterbrechen. Wir erinnern Sie daran nicht noch einmal.`,
} as const satisfies Record<MailKind, (end: IsoDate) => string>;

export const mailText = {
  greeting: 'Guten Tag,',
  login: 'Zur Anmeldung:',
  loginHint: (product: string) => `Sie brauchen dafür Ihre ${product}-ID. Die Teilnahme ist freiwillig.`,
  questions: (clinic: string, contact: string) =>
    contact === '' ? `Bei Fragen hilft Ihnen: ${clinic}` : `Bei Fragen hilft Ihnen: ${clinic}, ${contact}`,
  reason:
    'Diese E-Mail wurde automatisch verschickt. Sie erhalten sie, weil Sie in einer Befragung Ihre Adresse dafür angegeben haben.',
  optOut: 'Keine E-Mails mehr? Hier melden Sie sich ab; Ihre Adresse wird dann sofort gelöscht:',
  optOutLink: 'Von E-Mails abmelden',
} as const;

/** The mail to clinicians and to the duty address. It says nothing of the event, of the patient, or of the level. */
export const crisisReminderText = {
  subject: (product: string) => `In ${product} liegt ein Hinweis vor, der noch nicht bestätigt ist`,
  greeting: 'Guten Tag!',
  login: 'Bitte melden Sie sich an:',
  reason: {
    clinician: ownAddress,
    deputy: ownAddress,
    duty: (product: string) =>
      `Diese E-Mail wurde automatisch verschickt. Sie erhalten sie, weil Ihre Klinik diese Adresse in ${product} als Bereitschaftsadresse eingetragen hat. Die Klinikverwaltung kann das dort im Abschnitt „Klinik“ ändern.`,
  },
} as const;

function ownAddress(product: string): string {
  return `Diese E-Mail wurde automatisch verschickt. Sie erhalten sie, weil Sie diese Adresse in ${product} für Erinnerungen angegeben haben. Sie können das dort unter „Vertretung und Erinnerungen“ ändern.`;
}

/** The mail that an operator sends to see whether mails get out. */
export const trialText = {
  subject: (product: string) => `Probe: ${product} kann E-Mails versenden`,
  body: 'Wenn Sie diese E-Mail lesen, kommen auch Einladungen und Erinnerungen an. Bitte prüfen Sie, dass sie nicht im Spam-Ordner lag.',
  reason: 'Diese E-Mail hat die Betreiberin oder der Betreiber zur Probe verschickt.',
} as const;

/** The public page behind the link in every mail. */
export const optOutText = {
  title: 'Von E-Mails abmelden',
  question:
    'Möchten Sie keine Einladungen und Erinnerungen mehr per E-Mail erhalten? Ihre Adresse wird dann sofort gelöscht. An den Befragungen können Sie weiterhin teilnehmen.',
  button: 'Abmelden und Adresse löschen',
  doneTitle: 'Sie sind abgemeldet',
  done: 'Es ist keine E-Mail-Adresse von Ihnen mehr gespeichert. Sie erhalten keine Einladungen und Erinnerungen mehr. Eine E-Mail, die in diesem Augenblick schon unterwegs war, kann Sie noch erreichen.',
  again:
    'Wenn Sie es sich anders überlegen, können Sie in Ihrer nächsten Befragung wieder eine Adresse angeben.',
} as const;

/** What the pages behind the links of mails have in common. */
export const linkPageText = {
  invalidTitle: 'Dieser Link ist nicht gültig',
  invalid:
    'Der Link ist unvollständig oder zu alt. Bitte öffnen Sie den Link aus Ihrer neuesten E-Mail oder wenden Sie sich an Ihre Klinik.',
  failedTitle: 'Das hat gerade nicht geklappt',
  failed: 'Bitte versuchen Sie es in einigen Minuten noch einmal.',
} as const;

/** The mail that asks whether an address is right, and the page behind its link. It names no clinic. */
export const confirmationText = {
  title: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
  greeting: 'Guten Tag,',
  lead: (product: string) =>
    `in ${product} wurde diese Adresse für Einladungen und Erinnerungen angegeben. Stimmt sie?`,
  link: (until: string) => `Bestätigen Sie sie bitte bis zum ${until}:`,
  stranger: (until: string) =>
    `Sie kennen das nicht? Dann hat sich wahrscheinlich jemand vertippt. Sie brauchen nichts zu tun: Ohne Bestätigung kommt keine Einladung, und die Adresse wird nach dem ${until} gelöscht.`,
  question: 'Ist das Ihre E-Mail-Adresse? Dann schicken wir Einladungen und Erinnerungen dorthin.',
  button: 'Ja, Adresse bestätigen',
  doneTitle: 'Vielen Dank',
  done: 'Ihre E-Mail-Adresse ist bestätigt. Sie können diese Seite schließen.',
} as const;

/** The stored addresses in the patient's profile. */
export const ownAddressText = {
  title: 'E-Mail-Adresse',
  none: 'Es ist keine E-Mail-Adresse gespeichert. Sie können in Ihrer nächsten Befragung eine angeben.',
  confirmed: 'bestätigt',
  unconfirmed: 'noch nicht bestätigt',
  ask: 'Wir haben Ihnen eine E-Mail mit einem Link geschickt. Erst wenn Sie die Adresse dort bestätigen, erhalten Sie Einladungen.',
  again: 'E-Mail noch einmal senden',
  sent: 'Die E-Mail ist unterwegs. Bitte sehen Sie auch im Spam-Ordner nach.',
  remove: 'Adresse löschen',
  removeTitle: 'E-Mail-Adresse löschen',
  removeQuestion:
    'Möchten Sie Ihre E-Mail-Adresse löschen? Sie erhalten dann keine Einladungen und Erinnerungen mehr.',
  removeConfirm: 'Löschen',
  keep: 'Behalten',
  removed: 'Es ist keine E-Mail-Adresse mehr gespeichert.',
} as const;
