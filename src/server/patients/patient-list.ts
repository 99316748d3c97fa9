import type { AdminPatient, ClinicianPatient } from '../../contract/patients.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { hasPatientReport } from '../../domain/protocol.ts';
import { meanwhile } from '../db/meanwhile.ts';
import type { Db } from '../db/transaction.ts';
import { mapInSlices } from '../imports/read-csv.ts';
import type { Services } from '../services.ts';
import { openBirthDate } from './birth-date.ts';
import * as queries from './list-queries.ts';
import { readSessions, windowReader } from './list-queries.ts';
import type { PatientRow, Scope, SessionRow, SurveyTexts } from './list-queries.ts';

/** The own patients of a clinician, with the states and results of their surveys. */
export function ownPatients(db: Db, services: Services, scope: Scope): Promise<ClinicianPatient[]> {
  const { protocol } = services.registry;
  return readPatients(db, services, scope, (session) => ({
    ...surveyState(session),
    report_viewed: session.isViewed,
    condition_severity: session.severity,
    patient_report: session.isFinished && hasPatientReport(protocol, session.type),
  }));
}

/** All patients of a clinic with the states of their surveys, without results (R19). */
export function clinicPatients(db: Db, services: Services, clinicId: string): Promise<AdminPatient[]> {
  return readPatients(db, services, { clinicId }, surveyState);
}

function surveyState(session: SessionRow) {
  return {
    survey_session_id: session.id,
    started_time: session.started,
    update_time: session.updated,
    finished: session.isFinished,
    stw_type: session.type,
  };
}

type Person = { row: PatientRow; birthDate: IsoDate };

const noSurveys: SurveyTexts = { windows: null, sessions: null, has_unread: false };

async function readPatients<Status>(
  db: Db,
  { keys }: Services,
  scope: Scope,
  statusOf: (session: SessionRow) => Status,
) {
  const rows = await queries.listPatients(db, scope);
  // The database collects the windows while the birth dates are decrypted here.
  const [surveysOf, people] = await meanwhile(
    queries.listSurveyTexts(db, scope),
    mapInSlices(rows, (row): Person => ({ row, birthDate: openBirthDate(keys, row) })),
  );
  const counts = countAlike(people);
  const readWindows = windowReader();
  return mapInSlices(people, (person) => {
    const surveys = surveysOf.get(person.row.id) ?? noSurveys;
    return {
      ...describe(person),
      viewed: !surveys.has_unread,
      duplicate: (counts.get(likeness(person)) ?? 0) > 1,
      // Read when the answer is written, patient by patient: a hundred thousand objects at once would keep the
      // garbage collector busier than all the rest.
      get survey_time_windows() {
        return readWindows(surveys);
      },
      get survey_statuses() {
        return readSessions(surveys).map(statusOf);
      },
    };
  });
}

function describe({ row, birthDate }: Person) {
  return {
    id: row.id,
    code: row.code,
    date_of_birth: birthDate,
    gender: row.gender,
    admission: row.admission,
    discharge: row.discharge,
    clinician_id: row.clinician_id,
    clinician_username: row.clinician_username,
    diagnoses: (row.diagnoses ?? []).map(([id, description]) => ({ id, description })),
    labels: (row.labels ?? []).map(([key, value]) => ({ key, value })),
    created: row.created,
  };
}

/**
 * `duplicate`: another patient of the same list has the same birth date, gender and admission, so that one person may be
 * registered twice. Only within the list: a clinician is told nothing of the patients of others (R17).
 */
function countAlike(people: readonly Person[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const person of people) counts.set(likeness(person), (counts.get(likeness(person)) ?? 0) + 1);
  return counts;
}

function likeness({ row, birthDate }: Person): string {
  return `${birthDate} ${row.gender} ${row.admission}`;
}
