import type { CellMessage } from '../domain/csv-import.ts';

/** What is said at a cell of the check table: why it cannot be imported, or what to think about (codes). */
export const cellText = {
  cell_missing: 'Diese Spalte fehlt.',
  too_many_cells: 'Diese Zeile hat zu viele Spalten.',
  code_missing: 'Sie müssen eine ID angeben.',
  code_too_long: 'Die ID darf höchstens 255 Zeichen haben.',
  code_special_characters: 'Die ID darf nur Buchstaben und Ziffern enthalten.',
  code_twice_in_file: 'Diese ID steht mehrfach in der Datei.',
  code_taken: 'Der Patientencode ist schon vergeben.',
  code_short: 'Hinweis: Kurze IDs sind leicht zu erraten.',
  code_sequential: 'Hinweis: Fortlaufende IDs sind leicht zu erraten.',
  date_missing: 'Das Datum fehlt.',
  date_format: 'Bitte geben Sie das Datum im Format JJJJ-MM-TT an.',
  date_impossible: 'Dieses Datum gibt es nicht.',
  date_out_of_range: 'Das Datum muss zwischen 1900 und 2200 liegen.',
  birth_date_in_future: 'Das Geburtsdatum darf nicht in der Zukunft liegen.',
  discharge_not_after_admission: 'Das Entlassdatum muss nach dem Aufnahmedatum liegen.',
  gender_missing: 'Das Geschlecht fehlt.',
  gender_unknown: 'Das Geschlecht muss Weiblich, Männlich oder Divers sein (oder FEMALE, MALE, DIVERSE).',
  diagnosis_missing: 'Die Diagnose-ID fehlt.',
  diagnosis_unknown: 'Diese Diagnose gibt es nicht.',
  employee_missing: 'Der*die Mitarbeitende fehlt.',
  employee_unknown: 'Diese*n Mitarbeitende*n gibt es nicht.',
  employee_disabled: 'Das Konto dieser*s Mitarbeitenden ist deaktiviert.',
  label_invalid: 'Ein Label darf höchstens 255 Zeichen haben und keine Steuerzeichen enthalten.',
  too_many_labels: 'Es sind höchstens 50 Labels möglich.',
} as const satisfies Record<CellMessage, string>;
