import type { RecordProblem } from '../domain/patient-record.ts';

/** The reasons of a refused record (product 5.4), for forms, the check table and answers of the API. */
export const recordProblemText = {
  code_special_characters: 'Die ID darf nur Buchstaben und Ziffern enthalten.',
  code_unusual_letters:
    'Bitte schreiben Sie die ID mit den üblichen Buchstaben eines einzigen Alphabets und den Ziffern 0 bis 9.',
  code_too_long: 'Die ID darf höchstens 255 Zeichen haben.',
  code_taken: 'Der Patientencode ist schon vergeben.',
  dates_out_of_range: 'Das Datum muss zwischen 1900 und 2200 liegen.',
  birth_date_in_future: 'Das Geburtsdatum darf nicht in der Zukunft liegen.',
  discharge_not_after_admission: 'Das Entlassdatum muss nach dem Aufnahmedatum liegen.',
  diagnosis_unknown: 'Diese Diagnose gibt es nicht.',
} as const satisfies Record<RecordProblem, string>;
