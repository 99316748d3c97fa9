import type { CsvChange, HeaderProblem } from '../domain/csv-convert.ts';
import type { ImportColumn } from '../domain/csv-import.ts';
import { numberText } from './locale.ts';

const SHOWN_LINES = 8;

/** Bulk import of patients (product 2, 5, 8 and 13). */
export const importText = {
  open: 'Patient*innen importieren',
  title: 'Patient*innen importieren',
  lead: 'Wählen Sie eine CSV-Datei und lassen Sie sie prüfen. Importiert wird erst, wenn alle Zeilen gültig sind.',
  file: 'CSV-Datei',
  chooseFile: 'Datei wählen',
  noFile: 'Keine Datei gewählt',
  fileHint: 'UTF-8, höchstens 10.000 Zeilen und 5 MB.',
  template: 'Vorlage herunterladen',
  templateName: 'vorlage-patienten.csv',
  example: 'Beispiel herunterladen',
  exampleName: 'beispiel-patienten.csv',
  exampleEmployee: 'mitarbeitende1',
  exampleGender: ['Weiblich', 'Divers'],
  check: 'Datei prüfen',
  checking: 'Die Datei wird geprüft …',
  import: 'Importieren',
  importing: (count: number) => `${patients(count)} werden importiert …`,
  imported: 'Die Patient*innen wurden erfolgreich importiert.',
  failed: 'Irgendetwas ist schief gelaufen. Die Patient*innen wurden nicht importiert.',
  changedMeanwhile: 'Seit der Prüfung hat sich etwas geändert. Bitte prüfen Sie die Datei erneut.',
  fileMissing: 'Sie müssen zuerst eine Datei zur Überprüfung auswählen.',
  fileChanged:
    'Die Datei wurde seit der Auswahl geändert oder verschoben. Bitte wählen Sie die Datei noch einmal aus.',
  fileTooLarge: 'Die Datei ist zu groß. Sie darf höchstens 5 MB und 10.000 Zeilen haben.',
  wrongFormat:
    'Die erste Zeile muss jede Spalte der Vorlage einmal nennen. Deutsche Namen wie „Geburtsdatum“ und jede Reihenfolge sind möglich.',
  header: ({ unknown, missing }: HeaderProblem) => {
    const found = unknown.slice(0, SHOWN_LINES).map((name) => `„${name.slice(0, 40)}“`);
    if (found.length + missing.length === 0) return 'Eine Spalte steht doppelt da.';
    const parts = [
      ...(found.length > 0 ? [`Nicht erkannt: ${found.join(', ')}.`] : []),
      ...(missing.length > 0
        ? [`Es fehlt: ${missing.map((column) => importColumnText[column]).join(', ')}.`]
        : []),
    ];
    return parts.join(' ');
  },
  noRows: 'Die Datei enthält keine Patient*innen.',
  table: 'Geprüfte Datei',
  valid: (count: number) => `${patients(count)} geprüft. Alle Angaben sind gültig.`,
  invalid: (wrong: number, count: number) =>
    `${numberText(wrong)} von ${numberText(count)} Zeilen ${wrong === 1 ? 'enthält' : 'enthalten'} Fehler. Bitte korrigieren Sie die Datei und wählen Sie sie neu aus.`,
  onlyMarked: (count: number) => `Nur Zeilen mit Fehlern oder Hinweisen zeigen (${numberText(count)})`,
  error: 'Fehler:',
  line: (line: number) => `Zeile ${numberText(line)}`,
  causes: 'Ursachen',
  cause: (column: string, message: string) => `${column}: ${message}`,
  causeLines: (lines: readonly number[]) => {
    const first = lines.slice(0, SHOWN_LINES).join(', ');
    const more = lines.length > SHOWN_LINES ? ` und ${numberText(lines.length - SHOWN_LINES)} weitere` : '';
    return `${lines.length === 1 ? 'Zeile' : 'Zeilen'} ${first}${more}`;
  },
  farDates: (count: number) => ({
    title: 'Stimmen die Daten?',
    text: `${count === 1 ? 'In 1 Zeile' : `In ${numberText(count)} Zeilen`} liegt ein Datum mehr als fünf Jahre in der Zukunft. Wenn das Ende der Therapie noch nicht bekannt ist, schreiben Sie „offen“ in die Spalte Entlassung.`,
    confirmLabel: 'Trotzdem importieren',
    cancelLabel: 'Datei ändern',
    prefersNo: true,
  }),
  errorList: 'Fehlerliste herunterladen',
  errorListName: 'fehler-im-import.csv',
  errorColumns: ['Zeile', 'Spalte', 'Wert', 'Meldung'],
} as const;

function patients(count: number): string {
  return count === 1 ? '1 Patient*in' : `${numberText(count)} Patient*innen`;
}

export const importColumnText = {
  code: 'Code',
  birth_date: 'Geburtsdatum',
  gender: 'Geschlecht',
  diagnosis_id: 'Diagnose-ID',
  employee: 'Mitarbeitende*r',
  admission: 'Aufnahme',
  discharge: 'Entlassung',
  labels: 'Labels',
} as const satisfies Record<ImportColumn, string>;

/** Further headings that the conversion understands, beside the column's own and the one of the table. */
export const importHeadingText = {
  code: ['ID', 'Resonanz-ID', 'Patientencode', 'Pseudonym'],
  birth_date: ['Geburtstag', 'Geb.-Datum'],
  gender: [],
  diagnosis_id: ['Diagnose', 'Diagnosen', 'ICD-10'],
  employee: [
    'Mitarbeitende',
    'Mitarbeitenden-ID',
    'Mitarbeiter',
    'Mitarbeiterin',
    'Therapeut',
    'Therapeutin',
    'Therapeut*in',
    'Behandler',
  ],
  admission: ['Aufnahmedatum', 'Therapiebeginn'],
  discharge: ['Entlassdatum', 'Entlassungsdatum', 'Therapieende'],
  labels: ['System-ID', 'System-IDs'],
} as const satisfies Record<ImportColumn, readonly string[]>;

/** The explanation of each column of the file. */
export const importFormatText = {
  summary: 'So muss die Datei aussehen',
  lead: 'Die erste Zeile enthält die Spaltennamen, jede weitere eine*n Patient*in. Spalten werden durch Semikolon oder Komma getrennt.',
  columns: {
    code: 'Buchstaben und Ziffern, in der Klinik einmalig',
    birth_date: 'JJJJ-MM-TT, zum Beispiel 1990-01-31',
    gender: 'Weiblich, Männlich oder Divers (oder FEMALE, MALE, DIVERSE)',
    diagnosis_id: 'ICD-10-Schlüssel, zum Beispiel F32.1',
    employee: 'ID aktiver Mitarbeitender der Klinik',
    admission: 'JJJJ-MM-TT',
    discharge: 'JJJJ-MM-TT, nach der Aufnahme, oder „offen“ für ein offenes Ende',
    labels: 'System-IDs, durch | getrennt; darf leer sein',
  } satisfies Record<ImportColumn, string>,
} as const;

/** The question about rows without an end of the therapy. */
export const missingEndsText = {
  missing: (count: number) =>
    count === 1 ? 'In 1 Zeile fehlt die Entlassung.' : `In ${numberText(count)} Zeilen fehlt die Entlassung.`,
  question: 'Was soll dort gelten?',
  open: 'Ende offen',
  months: (months: number) => `${months} Monate nach der Aufnahme`,
  fill: 'Einsetzen und prüfen',
} as const;

/** The offer to convert a file from a spreadsheet program. */
export const convertText = {
  offer: 'Die Datei kann für den Import umgewandelt werden:',
  convert: 'Umwandeln und prüfen',
  converted: 'Geprüft wurde die umgewandelte Datei. Ihre eigene Datei bleibt unverändert.',
  noText:
    'Falsches Format: Die Datei muss eine CSV-Datei sein. Speichern Sie die Tabelle in Excel unter „Datei“, „Speichern unter“ als „CSV UTF-8 (durch Trennzeichen getrennt)“.',
  change: {
    byte_order_mark_removed: 'Das Zeichen am Anfang, das Excel anfügt (BOM), wird entfernt.',
    encoding_changed: 'Die Zeichen werden nach UTF-8 umgewandelt.',
    tabs_changed: 'Die Spalten werden durch Semikolon statt durch Tabulator getrennt.',
    headings_changed: 'Deutsche Spaltennamen werden durch die der Vorlage ersetzt.',
    order_changed: 'Die Spalten werden in die Reihenfolge der Vorlage gebracht.',
    dates_changed: 'Daten wie 31.01.1990 werden in der Form 1990-01-31 geschrieben.',
  } satisfies Record<CsvChange, string>,
} as const;
