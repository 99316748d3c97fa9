import type { CrisisLevel } from '../domain/crisis.ts';
import { numberText } from './locale.ts';

/** The section "Klinik" of the admin's home (product 2.16). */
export const clinicText = {
  title: 'Klinik',
  unsaved: 'Klinik – Änderungen nicht gespeichert',
  form: 'Angaben der Klinik',
  contact: {
    title: 'Kontakt',
    label: 'Kontakt der Klinik',
    hint: 'Telefonnummer oder E-Mail-Adresse, zum Beispiel des Sekretariats. Patient*innen und Mitarbeitende sehen sie unter „Kontakt“, eine Änderung nach der nächsten Anmeldung.',
  },
  help: {
    title: 'Hilfe in einer Krise',
    lead: 'Diese Hilfe sehen Patient*innen auf jeder Seite unter „Hilfe in einer Krise“ und nach Antworten, die auf eine Gefahr hinweisen.',
    text: 'Text',
    numbers: 'Telefonnummern',
    numbersHint:
      'Die erste Nummer steht zuoberst. Geben Sie nur Nummern an, unter denen wirklich jemand abnimmt.',
    reset: 'Auf die Vorgabe zurücksetzen',
    resetQuestion:
      'Text und Telefonnummern werden durch die Vorgabe ersetzt. Gültig wird das erst, wenn Sie speichern.',
    resetDone: 'Die Vorgabe ist eingesetzt. Sie gilt, sobald Sie speichern.',
    isDefault: 'Text und Telefonnummern entsprechen schon der Vorgabe.',
    preview: 'So sehen es Patient*innen',
    previewEmpty: 'Noch steht hier kein Text.',
  },
  number: {
    legend: (place: number) => `Nummer ${place}`,
    name: 'Bezeichnung',
    number: 'Telefonnummer',
    hours: 'Erreichbarkeit (freiwillig)',
    hoursExample: 'rund um die Uhr',
    add: 'Nummer hinzufügen',
    most: (count: number) => `Mehr als ${numberText(count)} Nummern sind nicht möglich.`,
    up: (place: number) => `Nummer ${place} nach oben`,
    down: (place: number) => `Nummer ${place} nach unten`,
    remove: (place: number) => `Nummer ${place} entfernen`,
    moved: (name: string, place: number, count: number) =>
      `${name || 'Die Nummer'} steht jetzt an Stelle ${place} von ${count}.`,
    added: (place: number) => `Nummer ${place} wurde hinzugefügt.`,
    removed: (name: string) => `${name || 'Die Nummer'} wurde entfernt.`,
  },
  reminder: {
    title: 'Erinnerung an unbestätigte Hinweise',
    lead: 'Bestätigen die Behandelnden einen Hinweis nicht rechtzeitig, geht eine E-Mail an die Bereitschaftsadresse. Sie nennt weder Patient*innen noch Inhalte und ersetzt keinen Bereitschaftsdienst.',
    dutyAddress: 'Bereitschaftsadresse (E-Mail)',
    dutyHint: 'Ein Postfach, das jeden Tag gelesen wird. Ohne Adresse wird nichts gesendet.',
    hours: {
      urgent: 'Stunden bei „dringend“',
      notice: 'Stunden bei „Hinweis“',
    } satisfies Record<CrisisLevel, string>,
    hoursHint: 'Gezählt wird auch nachts und am Wochenende.',
  },
  save: 'Speichern',
  discard: 'Verwerfen',
  discardQuestion: 'Ihre Änderungen an den Angaben der Klinik gehen verloren.',
  isUnsaved: 'Ihre Änderungen sind noch nicht gespeichert.',
  isSaved: 'Die Angaben der Klinik sind gespeichert.',
  refused: 'Bitte prüfen Sie die markierten Angaben. Es wurde noch nichts gespeichert.',
} as const;

/** Above the sections of the admin's home, while reminders have no receiver (product 19.6). */
export const noDutyAddressText = {
  text: 'Ohne Bereitschaftsadresse wird niemand an unbestätigte Hinweise erinnert.',
  open: 'Adresse eintragen',
} as const;

const hints = (count: number) => (count === 1 ? '1 Hinweis' : `${numberText(count)} Hinweise`);
const wait = (count: number) => (count === 1 ? 'wartet' : 'warten');

/** Events that wait longer than the hours of the clinic, by clinician (product 19.6). */
export const overdueText = {
  title: 'Unbestätigte Hinweise',
  some: (count: number) => `${hints(count)} ${wait(count)} länger als vorgesehen auf eine Bestätigung:`,
  none: {
    on: 'Zurzeit wartet kein Hinweis länger als die eingestellten Stunden auf eine Bestätigung.',
    off: 'Das Studienprotokoll meldet Behandelnden keine Hinweise, und es gehen keine Erinnerungen hinaus. Patient*innen bekommen die Hilfe trotzdem angezeigt.',
  },
  /** Both levels of one clinician: `2 dringend, 1 Hinweis`. */
  counts: ({ urgent, notice }: Record<CrisisLevel, number>) =>
    [urgent > 0 && `${numberText(urgent)} dringend`, notice > 0 && hints(notice)].filter(Boolean).join(', '),
  todo: 'Bitte sprechen Sie die Behandelnden an oder legen Sie eine Vertretung fest. Um wen es geht, sehen nur die Behandelnden und ihre Vertretung.',
} as const;
