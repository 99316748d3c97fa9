import type { CrisisAct, CrisisLevel } from '../domain/crisis.ts';
import { numberText } from './locale.ts';

/** How grave an answer is, as a word of its own beside the colour. */
export const crisisLevelText = {
  notice: 'Hinweis',
  urgent: 'dringend',
} as const satisfies Record<CrisisLevel, string>;

export const crisisActText = {
  talked: 'Gespräch geführt',
  assessed: 'Suizidalität abgeklärt',
  handed_over: 'an Vertretung übergeben',
  mistake: 'Fehlangabe',
  other: 'anderes',
} as const satisfies Record<CrisisAct, string>;

/** Answers that show danger, as a clinician sees them (product 19.3). */
export const crisisText = {
  list: 'Hinweise auf Suizidalität',
  loading: 'Die Hinweise werden geladen …',
  title: {
    notice: 'Hinweis auf Suizidalität',
    urgent: 'Hinweis auf Suizidalität, dringend',
  } satisfies Record<CrisisLevel, string>,
  /** The name of a tag, for screen readers. */
  open: (level: CrisisLevel, since: string) => `${crisisText.title[level]}, ${since}; nicht bestätigt`,
  /** It begins with what the tag shows, so that speech control finds it by its words. */
  openOf: (code: string, level: CrisisLevel, since: string) =>
    `${code} ${crisisLevelText[level]} ${since}: Hinweis auf Suizidalität, nicht bestätigt`,
  answered: (answer: string) => `Antwort: ${answer}`,
  acknowledge: 'Zur Kenntnis genommen',
  acknowledgeOf: (point: string, moment: string) => `Zur Kenntnis genommen: ${point}, ${moment}`,
  done: 'Der Hinweis ist bestätigt.',
  doneAsDeputy:
    'Der Hinweis ist bestätigt. Damit endet Ihr Einblick in diese Daten; die behandelnde Person sieht, was Sie getan haben.',
  handedOver: (to: string, moment: string) => `übergeben an ${to} am ${moment}, noch nicht bestätigt`,
  /** In a row of the table. */
  handedTo: (to: string) => `übergeben an ${to}`,
  handedBy: (by: string) => `Übergeben von ${by}`,
  takeBack: 'Zurücknehmen',
  takeBackOf: (point: string, moment: string) => `Zurücknehmen: ${point}, ${moment}`,
  postponed: (day: string, by: string) =>
    by ? `Wiedervorlage am ${day} (${by})` : `Wiedervorlage am ${day}`,
  /** In the list, in place of the tag. */
  again: (day: string) => `Hinweis wieder am ${day}`,
  doneFor: {
    handed_over: 'Der Hinweis ist übergeben. Er bleibt offen, bis die Person ihn bestätigt.',
    other: 'Der Hinweis bleibt offen und kommt an diesem Tag wieder.',
    taken_back: 'Sie sind wieder für den Hinweis zuständig.',
  },
  past: (count: number) => `Bestätigte Hinweise (${numberText(count)})`,
  acknowledged: (by: string, moment: string) =>
    by ? `Bestätigt von ${by}, ${moment}` : `Bestätigt, ${moment}`,
  note: 'Notiz',
} as const;

/** The form that says what was done about an answer. */
export const acknowledgeText = {
  title: 'Hinweis bestätigen',
  lead: 'Was haben Sie getan? Ihre Angabe bleibt mit Ihrem Namen und der Uhrzeit bei diesem Hinweis sichtbar.',
  done: 'Was wurde getan?',
  missing: 'Bitte wählen Sie aus, was getan wurde.',
  note: 'Notiz (freiwillig)',
  noteNeeded: 'Notiz',
  noteMissing: 'Bitte schreiben Sie kurz auf, was ansteht.',
  to: 'An wen?',
  toMissing: 'Bitte wählen Sie aus, wer den Hinweis übernimmt.',
  handOverHint:
    'Der Hinweis bleibt offen und geht mit Ihrer Notiz und den Berichten an diese Person. Erst wenn sie ihn bestätigt, ist er erledigt; bis dahin sehen auch Sie ihn.',
  noColleagues:
    'In dieser Klinik gibt es sonst keine aktiven Mitarbeitenden, die den Hinweis übernehmen könnten.',
  submitHandOver: 'Übergeben',
  again: 'Wiedervorlage am',
  againHint: 'Der Hinweis bleibt offen und kommt an diesem Tag wieder, spätestens in 28 Tagen.',
  submitAgain: 'Wiedervorlegen',
  noteHint: 'Nur Behandelnde, ihre Vertretung und wer den Hinweis übernimmt, sehen die Notiz.',
  noteTooLong: (most: number) => `Die Notiz darf höchstens ${most} Zeichen haben.`,
  count: (used: number, most: number) => `${used} von ${most} Zeichen`,
  submit: 'Bestätigen',
  gone: 'Dieser Hinweis ist für Sie nicht mehr offen: Inzwischen hat ihn jemand bestätigt, oder jemand anderes ist zuständig. Ihre Angaben wurden nicht gespeichert.',
  already: 'Dieser Hinweis wurde inzwischen schon bestätigt. Ihre Angaben wurden nicht gespeichert.',
  alreadyHandedOver: (to: string) =>
    `Dieser Hinweis wurde inzwischen an ${to} übergeben. Ihre Angaben wurden nicht gespeichert.`,
  alreadyBy: (by: string, moment: string, done: string) =>
    `Diesen Hinweis hat ${by} inzwischen bestätigt (${moment}: ${done}). Ihre Angaben wurden nicht gespeichert.`,
} as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The age of an event, short for a tag: `seit 2 Std.` */
export function sinceText(ageMs: number): string {
  if (ageMs < MINUTE) return 'gerade eben';
  if (ageMs < HOUR) return `seit ${Math.floor(ageMs / MINUTE)} Min.`;
  if (ageMs < 2 * DAY) return `seit ${Math.floor(ageMs / HOUR)} Std.`;
  return `seit ${Math.floor(ageMs / DAY)} Tagen`;
}

/** The age of an event in whole words, for screen readers and sentences. */
export function sinceWords(ageMs: number): string {
  if (ageMs < MINUTE) return 'gerade eben';
  if (ageMs < HOUR) return `seit ${counted(ageMs / MINUTE, 'Minute', 'Minuten')}`;
  if (ageMs < 2 * DAY) return `seit ${counted(ageMs / HOUR, 'Stunde', 'Stunden')}`;
  return `seit ${counted(ageMs / DAY, 'Tag', 'Tagen')}`;
}

function counted(amount: number, one: string, many: string): string {
  const count = Math.floor(amount);
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

/** The strip above the panels of the clinician's home. */
export const todayText = {
  title: 'Heute',
  /** Counts patients: a patient may have several open events. */
  open: (patients: number, urgent: number) => {
    const whom = `${patients} ${patients === 1 ? 'Patient*in' : 'Patient*innen'} mit offenem Hinweis`;
    if (urgent === 0) return whom;
    return patients === 1
      ? `${whom}, dringend`
      : `${whom}, ${urgent === patients ? 'alle' : `davon ${urgent}`} dringend`;
  },
  patients: 'Patient*innen mit offenem Hinweis',
  more: (count: number) =>
    count === 1 ? 'und 1 weiterer in der Liste' : `und ${numberText(count)} weitere in der Liste`,
  deputyOf: (name: string, until: string) => `Sie vertreten ${name} bis ${until}.`,
  deputy: (name: string, until: string) => `${name} vertritt Sie bis ${until}.`,
} as const;

/** The deputy and the address for reminders of a clinician (product 19.4 and 19.6). */
export const ownDeputyText = {
  title: 'Vertretung und Erinnerungen',
  deputy: 'Vertretung',
  lead: 'Ihre Vertretung sieht an diesen Tagen nur diejenigen Ihrer Patient*innen, zu denen ein Hinweis auf Suizidalität offen ist, mit deren Berichten, und kann den Hinweis bestätigen.',
  loading: 'Die Vertretung wird geladen …',
  none: 'Sie haben zurzeit keine Vertretung benannt.',
  named: (name: string, from: string, until: string) => `${name} vertritt Sie vom ${from} bis ${until}.`,
  over: (name: string, until: string) => `Die Vertretung durch ${name} ist seit dem ${until} vorbei.`,
  nobody: 'In dieser Klinik gibt es sonst keine aktiven Mitarbeitenden, die Sie vertreten könnten.',
  colleague: 'Kolleg*in',
  from: 'Erster Tag',
  until: 'Letzter Tag',
  untilHint: 'Dieser Tag gehört noch dazu, höchstens drei Monate nach dem ersten.',
  save: 'Vertretung speichern',
  saved: 'Die Vertretung ist gespeichert.',
  end: 'Vertretung beenden',
  ended: 'Die Vertretung ist beendet.',
  deputyOf: (name: string, from: string, until: string) => `Sie vertreten ${name} vom ${from} bis ${until}.`,
} as const;

export const reminderText = {
  title: 'Erinnerung per E-Mail',
  lead: 'An diese Adresse geht sofort eine E-Mail, wenn ein Hinweis zu Ihren Patient*innen entsteht oder zu denen, die Sie gerade vertreten.',
  says: (subject: string) =>
    `Darin steht nur: „${subject}“ und der Link zur Anmeldung. Namen und Inhalte stehen nicht darin.`,
  loading: 'Ihre Adresse wird geladen …',
  address: 'E-Mail-Adresse',
  hint: 'Leer lassen, wenn Sie keine E-Mails möchten.',
  save: 'Adresse speichern',
  saved: 'Die Adresse ist gespeichert.',
  removed: 'Sie bekommen keine E-Mails mehr.',
} as const;
