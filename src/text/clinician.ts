import { extentText } from './reports.ts';

/** The clinician's home and the report pages (product 2.12). */
export const clinicianHomeText = {
  title: 'Übersicht',
  myPatients: 'Meine Patient*innen',
  clinics: 'Klinik',
  clinic: (name: string) => `Ihre Klinik ist die ${name}.`,
  missingStateTitle: 'Diese Seite kann so nicht angezeigt werden.',
  missingState:
    'Ein Lesezeichen oder eine eingetippte Adresse reicht für diese Seite nicht: Sie braucht den Weg über die Startseite. Bitte öffnen Sie die Übersicht von dort.',
} as const;

export const wideOnlyText =
  'Das Fenster ist zu klein, um die Tabelle anzuzeigen. Bitte vergrößern Sie das Fenster oder verwenden Sie ein größeres Gerät. Bis dahin stehen hier Karten mit denselben Angaben.';

export const clinicianReportText = {
  title: 'Ergebnisbericht',
  patientTitle: 'Bericht für Patient*innen',
  back: 'Zurück',
  saveAsPdf: 'Als PDF herunterladen',
  pdf: { first: 'Übersicht (1 Seite)', all: 'Alles', chosen: 'Wie unter „Auswahl drucken“' },
  /** The file is kept with the patient's records. Several of one report have several names. */
  pdfName: (code: string, point: string, extent: keyof typeof extentText) =>
    `Bericht ${code} ${point} ${extentText[extent]}.pdf`,
  nothingChosen:
    'Unter „Auswahl drucken“ ist kein Abschnitt angekreuzt. Bitte wählen Sie dort mindestens einen aus.',
  points: 'Messzeitpunkt',
  nextUnread: 'Nächster ungelesener Bericht',
  /** Of a menu on phones. */
  moreWays: 'Mehr',
  toPatientReport: 'Bericht für Patient*innen ansehen',
  toClinicianReport: 'Zurück zum Ergebnisbericht',
  loading: 'Der Bericht wird geladen …',
  gone: 'Vielleicht ist inzwischen jemand anderes für diese*n Patient*in zuständig, oder die Befragung liegt in keinem Befragungszeitraum mehr.',
} as const;
