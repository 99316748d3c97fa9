import { minutesLeftText, wholeDurationText } from './duration.ts';

/** What the home and the report say once the clinician has opened the results. */
export const readByClinician = (day: string) =>
  `Gelesen von Ihrer Therapeutin oder Ihrem Therapeuten am ${day}.`;

/** The patient's home and reports (product 2.9). */
export const patientHomeText = {
  greeting: 'Willkommen',
  current: 'Aktuelles',
  info: 'Profil',
  survey: 'Befragungen',
  report: 'Berichte',
  clinics: 'Ambulanz',
  instructions: 'Anleitung herunterladen (PDF)',
  id: 'Patient*innen-ID',
  clinic: 'Klinik',
  tabs: { label: 'Befragungen nach Zeitraum', current: 'Aktuell', expired: 'Abgelaufen', planned: 'Geplant' },
  openTitle: (label: string) => `Ihre Befragung „${label}“ ist offen`,
  openUntil: (date: string) => `Sie können sie bis zum ${date} ausfüllen.`,
  effort: (minutes: number) => `${wholeDurationText(minutes)} · jederzeit unterbrechen`,
  reached: (percent: number, minutes: number) => `${percent} % geschafft, ${minutesLeftText(minutes)}`,
  plannedFrom: (date: string) => `ab ${date}`,
  openStarted: 'Sie haben schon begonnen. Machen Sie dort weiter, wo Sie aufgehört haben.',
  start: 'Befragung starten',
  resume: 'Befragung fortsetzen',
  doneTitle: 'Vielen Dank, alles erledigt!',
  done: 'Für diesen Zeitraum haben Sie alle Fragen beantwortet.',
  doneNext:
    'Ihre Therapeutin oder Ihr Therapeut kann Ihre Antworten jetzt ansehen. Sie werden nicht sofort gelesen.',
  doneAfterTherapy: 'Ihre frühere Klinik kann Ihre Antworten jetzt ansehen. Sie werden nicht sofort gelesen.',
  signOut: 'Abmelden',
  nothingTitle: 'Zurzeit ist keine Befragung offen',
  next: (label: string, date: string) => `Als Nächstes: „${label}“ ab dem ${date}.`,
  nothingNext: 'Es sind keine weiteren Befragungen geplant. Bei Fragen wenden Sie sich an Ihre Klinik.',
  newReport: (label: string) => `Ihr Bericht „${label}“ steht bereit`,
  waitingReport: (label: string) =>
    `Ihren Bericht „${label}“ liest zuerst Ihre Therapeutin oder Ihr Therapeut. Danach finden Sie ihn hier.`,
  toReports: 'Bericht ansehen',
  noCurrent: 'Zurzeit ist keine Befragung offen. Geplante Befragungen finden Sie unter „Geplant“.',
  noExpired: 'Hier erscheinen Befragungen, deren Zeitraum vorbei ist.',
  noPlanned: 'Es sind keine weiteren Befragungen geplant.',
  noReports: 'Noch gibt es keinen Bericht. Nach einer Nachbefragung finden Sie hier Ihre Auswertung.',
  period: (from: string, to: string) => `${from} bis ${to}`,
  openReport: (label: string) => `Bericht ansehen: ${label}`,
  noContact: 'Für Ihre Klinik sind keine Kontaktdaten hinterlegt. Bitte fragen Sie vor Ort nach.',
  contact: 'So erreichen Sie Ihre Klinik',
  forgotten: 'Ihre Klinik hilft Ihnen bei Fragen zu Befragungen, Terminen und Ihrer ID.',
} as const;

export const patientReportText = {
  title: 'Ihr Bericht',
  back: 'Zurück zur Übersicht',
  points: 'Messzeitpunkte',
  none: 'Noch gibt es keinen Bericht. Nach einer Nachbefragung finden Sie hier Ihre Auswertung.',
  loading: 'Der Bericht wird geladen …',
} as const;
