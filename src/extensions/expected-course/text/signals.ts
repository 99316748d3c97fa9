import type { SignalAct } from '../domain/signal-acts.ts';
import { numberText } from '../../../text/locale.ts';

/** Courses that deviate from the expected one (product 20). */
export const courseSignalText = {
  title: 'Weicht vom erwarteten Verlauf ab',
  /** In the list of patients. */
  tag: 'weicht ab',
  waiting: (count: number) =>
    count === 1 ? 'weicht vom erwarteten Verlauf ab' : 'weichen vom erwarteten Verlauf ab',
  /** After "Beim", where a call failed. */
  load: { words: 'Laden der Abweichungen vom erwarteten Verlauf' },
  acknowledge: { words: 'Bestätigen der Abweichung' },
  research: 'Für die Forschung: ein Anlass zum Nachdenken, keine Entscheidung über die Behandlung.',
  loading: 'Die Abweichungen werden geladen …',
  of: (scale: string, point: string) => `${scale}, ${point}:`,
  /** Both numbers together: a late recovery is still possible. */
  sentence: (unexpected: number, recovery: number) =>
    `Mit ${percentText(unexpected)} Wahrscheinlichkeit geht es der Person schlechter, als es der Anfangswert erwarten ließ. ` +
    `Mit ${percentText(recovery)} Wahrscheinlichkeit ist sie am Ende der Therapie dennoch verlässlich gebessert.`,
  published: (source: string) =>
    `Erwartet nach Startwerten aus der Literatur (${source}). Sie sind keine Normen und nicht aus dieser Installation gelernt.`,
  hints: (count: number) => (count === 1 ? 'Ein Gedanke dazu' : `${numberText(count)} Gedanken dazu`),
  source: (source: string) => `Quelle: ${source}`,
  acts: (scale: string, point: string) => `${scale}, ${point}: Was wurde getan?`,
  done: 'Bestätigt.',
  putOff: 'Der Hinweis auf die Abweichung kommt an diesem Tag wieder.',
  again: (day: string, by: string) =>
    by ? `In Supervision, Wiedervorlage am ${day} (${by}).` : `In Supervision, Wiedervorlage am ${day}.`,
  past: 'Bestätigte Abweichungen vom erwarteten Verlauf',
  acknowledged: (what: string, done: string, by: string, at: string) => `${what}: ${done} (${by}, ${at})`,
} as const;

/** The form that takes a signal to supervision. */
export const supervisionText = {
  title: 'In Supervision besprechen',
  note: 'Was möchten Sie besprechen?',
  noteHint: 'Nur Behandelnde sehen die Notiz. Sie wird verschlüsselt gespeichert.',
  noteMissing: 'Bitte schreiben Sie kurz auf, was Sie besprechen möchten.',
  noteTooLong: (most: number) => `Die Notiz darf höchstens ${most} Zeichen haben.`,
  again: 'Wiedervorlage am',
  againHint: 'Die Abweichung bleibt offen und kommt an diesem Tag wieder, spätestens in 28 Tagen.',
  submit: 'Wiedervorlegen',
} as const;

/** What was done about a signal; the buttons to acknowledge it. */
export const signalActText = {
  discussed: 'Besprochen',
  supervision: 'In Supervision',
  not_applicable: 'Nicht zutreffend',
} as const satisfies Record<SignalAct, string>;

/** A probability in per cent. It is never written as certain. */
export function percentText(probability: number): string {
  if (probability >= 0.995) return 'mehr als 99\u00a0%';
  return probability < 0.005 ? 'weniger als 1\u00a0%' : `${Math.round(100 * probability)}\u00a0%`;
}
