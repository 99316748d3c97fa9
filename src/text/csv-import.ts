import type { CellMessage } from '../domain/csv-import.ts';
import { recordProblemText } from './patient-record.ts';

/** The message at a cell of the check table: the reason of a refusal, or a hint about an easily guessed code or a date far ahead. */
export const cellText = {
  ...recordProblemText,
  cell_missing: 'Diese Spalte fehlt.',
  too_many_cells: 'Diese Zeile hat zu viele Spalten.',
  code_missing: 'Sie müssen eine ID angeben.',
  code_twice_in_file: 'Diese ID steht mehrfach in der Datei.',
  code_short: 'Hinweis: Kurze IDs sind leicht zu erraten.',
  code_sequential: 'Hinweis: Fortlaufende IDs sind leicht zu erraten.',
  code_repeated: 'Hinweis: IDs aus einem einzigen Zeichen sind leicht zu erraten.',
  date_missing: 'Das Datum fehlt.',
  date_format: 'Bitte geben Sie das Datum im Format JJJJ-MM-TT an.',
  date_impossible: 'Dieses Datum gibt es nicht.',
  date_far_ahead: 'Hinweis: Dieses Datum liegt mehr als fünf Jahre in der Zukunft.',
  gender_missing: 'Das Geschlecht fehlt.',
  gender_unknown: 'Das Geschlecht muss Weiblich, Männlich oder Divers sein (oder FEMALE, MALE, DIVERSE).',
  diagnosis_missing: 'Die Diagnose-ID fehlt.',
  employee_missing: 'Der*die Mitarbeitende fehlt.',
  employee_unknown: 'Diese*n Mitarbeitende*n gibt es nicht.',
  employee_disabled: 'Das Konto dieser*s Mitarbeitenden ist deaktiviert.',
  label_invalid: 'Ein Label darf höchstens 255 Zeichen haben und keine Steuerzeichen enthalten.',
  too_many_labels: 'Es sind höchstens 50 Labels möglich.',
} as const satisfies Record<CellMessage, string>;
