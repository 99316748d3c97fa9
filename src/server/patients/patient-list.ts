import type { AdminPatient, ClinicianPatient } from '../../contract/patients.ts';
import { consentStanding } from '../../domain/consent.ts';
import { hasPatientReport } from '../../domain/protocol.ts';
import { isUnread } from '../../domain/statuses.ts';
import { overlap } from '../work/overlap.ts';
import { mapInSlices } from '../work/slices.ts';
import { consentInForce } from '../consent/in-force.ts';
import { leadingEvents, listDeputisedPatients } from '../crisis/queries.ts';
import type { Db } from '../database/transaction.ts';
import { type Edits, revisionOf } from '../http/edits.ts';
import type { ListFields, ListScope, Services } from '../services.ts';
import { openContent, type PatientContent } from '../keys/patient-cells.ts';
import * as queries from './list-queries.ts';
import type { PatientRow, Scope, SessionRow } from './list-queries.ts';
import { listDiagnoses } from './queries.ts';

/**
 * The own patients of a clinician, with the states and results of their surveys and their events. Patients of absent
 * colleagues are among them while the clinician is their deputy and an event is open (product 19.4).
 */
export async function ownPatients(
  db: Db,
  services: Services,
  { clinicId, clinicianId }: Required<Pick<Scope, 'clinicId' | 'clinicianId'>>,
): Promise<ClinicianPatient[]> {
  const { protocol } = services.registry;
  const today = services.today();
  const deputised = await listDeputisedPatients(db, clinicId, clinicianId, today);
  const scope = { clinicId, clinicianId, deputised };
  const events = await leadingEvents(db, { clinicId, clinicianId, today }, deputised);
  const further = await furtherFields(db, services, { clinicId, clinicianId, today });
  const statusOf = (session: SessionRow) => ({
    ...surveyState(session),
    report_viewed: session.report_viewed_at !== null,
    condition_severity: session.condition_severity,
    symptom_change: session.symptom_change,
    patient_report: session.finished_at !== null && hasPatientReport(protocol, session.window_type),
  });
  return readPatients(db, services, scope, (row, sessions) => ({
    survey_statuses: sessions.map(statusOf),
    crisis: events.get(row.id)?.mark ?? null,
    crisis_standing: events.get(row.id)?.standing ?? null,
    as_deputy: row.clinician_id !== clinicianId,
    ...further(row.id),
  }));
}

/** The fields that extensions add to each patient. The type says nothing of them: only the extension knows their names. */
async function furtherFields(
  db: Db,
  services: Services,
  scope: ListScope,
): Promise<(patientId: string) => object> {
  const found: ListFields[] = [];
  for (const { listFields } of services.extensions)
    if (listFields) found.push(await listFields.read(db, services, scope));
  return (id) => Object.assign({}, ...found.map((fieldsOf) => fieldsOf(id)));
}

/** All patients of a clinic with the states of their surveys, without results (R19). */
export function clinicPatients(db: Db, services: Services, clinicId: string): Promise<AdminPatient[]> {
  return readPatients(db, services, { clinicId }, (_, sessions) => ({
    survey_statuses: sessions.map(surveyState),
  }));
}

/** The state of a survey, without its result. */
function surveyState(session: SessionRow) {
  return {
    survey_session_id: session.id,
    started_time: session.started_at,
    update_time: session.updated_at,
    finished: session.finished_at !== null,
    stw_type: session.window_type,
  };
}

type Person = { row: PatientRow } & PatientContent;

/** The fields of each patient of the scope. `ownFields` gives those that only one role gets. */
async function readPatients<Own extends object>(
  db: Db,
  services: Services,
  scope: Scope,
  ownFields: (row: PatientRow, sessions: readonly SessionRow[]) => Own,
) {
  const text = consentInForce(services);
  const [people, windows, sessions, clinicianNames, diagnoses, consents] = await overlap(
    queries.listPatients(db, scope).then((rows) => openCells(services, rows)),
    queries.windowsByPatient(db, scope),
    queries.sessionsByPatient(db, scope),
    queries.clinicianNames(db, scope.clinicId),
    listDiagnoses(db).then((all) => new Map(all.map((diagnosis) => [diagnosis.id, diagnosis]))),
    text === null ? Promise.resolve(null) : queries.consentByPatient(db, scope),
  );
  const duplicates = duplicatesIn(people);
  return mapInSlices(people, (person) => {
    const { row, birthDate, diagnosisIds, labels } = person;
    const own = sessions.get(row.id) ?? [];
    return {
      id: row.id,
      // Only `admitEdit` makes what the column holds.
      revision: revisionOf(row.edits as Edits),
      code: row.code,
      date_of_birth: birthDate,
      gender: row.gender,
      admission: row.admission,
      discharge: row.discharge,
      clinician_id: row.clinician_id,
      clinician_username: clinicianNames.get(row.clinician_id) ?? '',
      diagnoses: diagnosisIds.map((id) => diagnoses.get(id) ?? { id, description: '' }),
      labels: [...labels],
      created: row.created,
      viewed: !own.some(hasUnreadReport),
      duplicate: duplicates.has(person),
      survey_time_windows: windows.get(row.id) ?? [],
      consent: text && consents ? consentStanding(consents.get(row.id), text) : undefined,
      ...ownFields(row, own),
    };
  });
}

function openCells({ keys }: Services, rows: readonly PatientRow[]): Promise<Person[]> {
  return mapInSlices(rows, (row) => ({ row, ...openContent(keys, row) }));
}

function hasUnreadReport({ finished_at, report_viewed_at }: SessionRow): boolean {
  return isUnread({ finished: finished_at !== null, report_viewed: report_viewed_at !== null });
}

/**
 * Patients of one list with the same birth date, gender and admission may be one person registered twice. Patients outside
 * the list do not count: a clinician must not learn of the patients of colleagues (R17).
 */
function duplicatesIn(people: readonly Person[]): ReadonlySet<Person> {
  const first = new Map<string, Person>();
  const duplicates = new Set<Person>();
  for (const person of people) {
    const known = first.get(likeness(person));
    if (known) duplicates.add(known).add(person);
    else first.set(likeness(person), person);
  }
  return duplicates;
}

function likeness({ row, birthDate }: Person): string {
  return `${birthDate} ${row.gender} ${row.admission}`;
}
