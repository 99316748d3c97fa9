import { shownAge } from '../../domain/research-dates.ts';
import { endReasonText } from '../../text/patients.ts';
import { genderText } from '../../text/reports.ts';
import { measurementText, researchTableText } from '../../text/research-export.ts';
import { column, joined, valuesOf, type Column, type Table } from './columns.ts';
import type { PersonRecord, WindowRecord } from './records.ts';
import type { Pseudonyms } from './pseudonyms.ts';

type Label = PersonRecord['labels'][number]['key'];

function labelsOf({ labels }: PersonRecord, key: Label): string[] {
  return labels.flatMap((label) => (label.key === key ? [label.value] : []));
}

/** Persons: one row each. */
export function personTable(ids: Pseudonyms): Table<PersonRecord> {
  const systems = (person: PersonRecord) =>
    joined([...new Set(labelsOf(person, 'CLUSTER').map((system) => ids.system(person.clinicId, system)))]);
  const columns: Column<PersonRecord>[] = [
    column('study_id', 'text', ({ studyId }) => studyId),
    column('clinic', 'text', ({ clinic }) => clinic),
    column('gender', 'text', ({ patient }) => patient.gender, { values: valuesOf(genderText) }),
    column('admission', 'date', ({ patient, shown }) => shown(patient.admission)),
    column('discharge', 'date', ({ patient, shown }) => shown(patient.discharge), { missing: 'empty' }),
    column('age_at_admission', 'integer', ({ birth, patient }) => shownAge(birth, patient.admission), {
      missing: 'empty',
    }),
    column('diagnosis_1', 'text', ({ diagnoses }) => diagnoses[0], { missing: 'empty' }),
    column('diagnoses', 'text', ({ diagnoses }) => joined(diagnoses), { missing: 'empty' }),
    column('systems', 'text', systems, { missing: 'empty' }),
    column('treatment_cluster', 'text', ({ clinician }) => clinician, { missing: 'empty' }),
    column('therapy_end_reason', 'text', endReason, {
      values: valuesOf(endReasonText),
      missing: 'empty',
    }),
    column('therapy_sessions', 'integer', sessionCount, { missing: 'empty' }),
  ];
  return { file: 'persons.csv', title: researchTableText.persons, columns };
}

// Staff type the text of a label. A text that is not in the list of reasons is exported as empty.
function endReason(person: PersonRecord): string | null {
  const [reason] = labelsOf(person, 'THERAPY_END_REASON');
  return reason !== undefined && Object.hasOwn(endReasonText, reason) ? reason : null;
}

// A text that is not a number is exported as empty.
function sessionCount(person: PersonRecord): number | null {
  const text = labelsOf(person, 'THERAPY_END_SESSION_COUNT')[0] ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Survey windows: one row each, also without answers. */
export const windowTable: Table<WindowRecord> = {
  file: 'windows.csv',
  title: researchTableText.windows,
  columns: [
    column('study_id', 'text', ({ person }) => person.studyId),
    column('measurement', 'text', ({ window }) => window.type, { values: valuesOf(measurementText) }),
    column('ordinal', 'integer', ({ window }) => window.ordinal),
    column('measurement_label', 'text', ({ window }) => window.label),
    column('window_start', 'date', ({ person, window }) => person.shown(window.start_date)),
    column('window_end', 'date', ({ person, window }) => person.shown(window.end_date)),
    column('session_id', 'text', ({ sessionId }) => sessionId, { missing: 'empty' }),
  ],
};
