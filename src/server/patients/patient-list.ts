import type { AdminPatient, ClinicianPatient } from '../../contract/patients.ts';
import { consentStanding } from '../../domain/consent.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { hasPatientReport } from '../../domain/protocol.ts';
import { isUnread } from '../../domain/statuses.ts';
import { mapToLazyRecords } from '../bulk/lazy-records.ts';
import { overlap } from '../work/overlap.ts';
import { mapInSlices } from '../work/slices.ts';
import { consentInForce } from '../consent/in-force.ts';
import { listSignalled } from '../courses/signal-queries.ts';
import { leadingEvents, listDeputisedPatients } from '../crisis/queries.ts';
import type { Db } from '../database/transaction.ts';
import { revisionIn } from '../http/edits.ts';
import type { Services } from '../services.ts';
import { openCell, unpackContent } from '../keys/patient-cells.ts';
import * as queries from './list-queries.ts';
import type { LookUp, PatientRow, Scope, SessionRow } from './list-queries.ts';
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
  const signalled =
    protocol.expected_course === 'on' ? await listSignalled(db, clinicId, clinicianId, today) : null;
  const statusOf = (session: SessionRow) => ({
    ...surveyState(session),
    report_viewed: session.isViewed,
    condition_severity: session.severity,
    symptom_change: session.change,
    patient_report: session.isFinished && hasPatientReport(protocol, session.type),
  });
  return readPatients(db, services, scope, (sessionsOf) => ({
    survey_statuses: ({ row }) => sessionsOf(row.id).map(statusOf),
    crisis: ({ row }) => events.get(row.id)?.mark ?? null,
    crisis_standing: ({ row }) => events.get(row.id)?.standing ?? null,
    deviates: ({ row }) => signalled?.get(row.id) === true,
    has_course_signals: ({ row }) => signalled?.has(row.id) === true,
    as_deputy: ({ row }) => row.clinician_id !== clinicianId,
  }));
}

/** All patients of a clinic with the states of their surveys, without results (R19). */
export function clinicPatients(db: Db, services: Services, clinicId: string): Promise<AdminPatient[]> {
  return readPatients(db, services, { clinicId }, (sessionsOf) => ({
    survey_statuses: ({ row }) => sessionsOf(row.id).map(surveyState),
  }));
}

/** The state of a survey, without its result. */
function surveyState(session: SessionRow) {
  return {
    survey_session_id: session.id,
    started_time: session.started,
    update_time: session.updated,
    finished: session.isFinished,
    stw_type: session.type,
  };
}

/** A patient of the list. `packed` holds diagnoses and labels; they are unpacked when written. */
type Person = { row: PatientRow; birthDate: IsoDate; packed: string };

/** `read`, which keeps its last result: two fields of a patient come from one text, and are written one after the other. */
function keepingLast<Item, Result>(read: (item: Item) => Result): (item: Item) => Result {
  let last: { item: Item; result: Result } | undefined;
  return (item) => {
    if (last?.item !== item) last = { item, result: read(item) };
    return last.result;
  };
}

/** The fields of each patient of the scope. `ownFields` gives those that only one role gets. */
async function readPatients<Own extends object>(
  db: Db,
  services: Services,
  scope: Scope,
  ownFields: (sessionsOf: LookUp<SessionRow[]>) => {
    readonly [Name in keyof Own]: (person: Person) => Own[Name];
  },
) {
  await queries.allowMemory(db);
  // The statements travel together: while the program reads one answer and decrypts, the database makes the next.
  const [people, { windowsOf, clinicianNames, diagnoses, sessionsOf, consents }] = await overlap(
    queries.listPatients(db, scope).then((rows) => openCells(services, rows)),
    readBelongings(db, services, scope),
  );
  const duplicates = duplicatesIn(people);
  const content = keepingLast(({ packed }: Person) => unpackContent(packed));
  return mapToLazyRecords(people, {
    id: ({ row }) => row.id,
    revision: ({ row }) => revisionIn(row.edits),
    code: ({ row }) => row.code,
    date_of_birth: ({ birthDate }) => birthDate,
    gender: ({ row }) => row.gender,
    admission: ({ row }) => row.admission,
    discharge: ({ row }) => row.discharge,
    clinician_id: ({ row }) => row.clinician_id,
    clinician_username: ({ row }) => clinicianNames.get(row.clinician_id) ?? '',
    diagnoses: (person) =>
      content(person).diagnosisIds.map((id) => diagnoses.get(id) ?? { id, description: '' }),
    labels: (person) => [...content(person).labels],
    created: ({ row }) => queries.instant(row.created),
    viewed: ({ row }) => !sessionsOf(row.id).some(hasUnreadReport),
    duplicate: (person) => duplicates.has(person),
    survey_time_windows: ({ row }) => windowsOf(row.id),
    consent: ({ row }) => (consents ? consentStanding(consents.newestOf(row.id), consents.text) : undefined),
    ...ownFields(sessionsOf),
  });
}

function openCells({ keys }: Services, rows: readonly PatientRow[]): Promise<Person[]> {
  return mapInSlices(rows, (row) => ({ row, ...openCell(keys, row) }));
}

async function readBelongings(db: Db, services: Services, scope: Scope) {
  const text = consentInForce(services);
  const [windowsOf, sessionsOf, clinicianNames, diagnoses, newestOf] = await overlap(
    queries.windowsByPatient(db, scope),
    queries.sessionsByPatient(db, scope),
    queries.clinicianNames(db, scope.clinicId),
    listDiagnoses(db).then((all) => new Map(all.map((diagnosis) => [diagnosis.id, diagnosis]))),
    text === null ? Promise.resolve(null) : queries.consentByPatient(db, scope),
  );
  return {
    windowsOf,
    sessionsOf,
    clinicianNames,
    diagnoses,
    consents: newestOf && text ? { text, newestOf } : undefined,
  };
}

function hasUnreadReport({ isFinished, isViewed }: SessionRow): boolean {
  return isUnread({ finished: isFinished, report_viewed: isViewed });
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
