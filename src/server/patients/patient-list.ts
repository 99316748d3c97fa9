import type { AdminPatient, ClinicianPatient } from '../../contract/patients.ts';
import { consentStanding } from '../../domain/consent.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { hasPatientReport } from '../../domain/protocol.ts';
import { isUnread } from '../../domain/statuses.ts';
import { consentInForce } from '../consent/in-force.ts';
import { meanwhile } from '../db/meanwhile.ts';
import type { Db } from '../db/transaction.ts';
import { mapInSlices } from '../imports/read-csv.ts';
import type { Services } from '../services.ts';
import { openBirthDate } from './birth-date.ts';
import * as queries from './list-queries.ts';
import type { PatientRow, Scope, SessionRow, Texts } from './list-queries.ts';
import { listDiagnoses } from './queries.ts';

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

/** What belongs to the patients of one list, and how it is read. */
type Belongings<Status> = {
  clinicians: ReadonlyMap<string, string>;
  catalogue: ReadonlyMap<string, { id: string; description: string }>;
  labels: Texts;
  diagnoses: Texts;
  windows: Texts;
  sessions: Texts;
  /** Null where no study consent is asked for. */
  consents: { version: string; newest: Texts } | null;
  statusOf(session: SessionRow): Status;
};

async function readPatients<Status>(
  db: Db,
  services: Services,
  scope: Scope,
  statusOf: (session: SessionRow) => Status,
) {
  const { keys } = services;
  const text = consentInForce(services);
  await queries.takeRoom(db);
  const rows = await queries.listPatients(db, scope);
  // The database collects the windows while the birth dates are decrypted here.
  const [windows, people] = await meanwhile(
    queries.windowTexts(db, scope),
    mapInSlices(rows, (row): Person => ({ row, birthDate: openBirthDate(keys, row) })),
  );
  const belongings = {
    clinicians: await queries.clinicianNames(db, scope.clinicId),
    catalogue: new Map((await listDiagnoses(db)).map((diagnosis) => [diagnosis.id, diagnosis])),
    labels: await queries.labelTexts(db, scope),
    diagnoses: await queries.diagnosisTexts(db, scope),
    windows,
    sessions: await queries.sessionTexts(db, scope),
    consents: text && { version: text.version, newest: await queries.consentTexts(db, scope) },
    statusOf,
  };
  const duplicates = duplicatesIn(people);
  return people.map((person) => new ListedPatient(person, duplicates.has(person), belongings));
}

/**
 * A patient of a list. A class for its getters: they read the parts when the answer is written, patient by patient. Half a
 * million objects at once would keep the garbage collector busier than all the rest.
 */
class ListedPatient<Status> {
  readonly person: Person;
  readonly duplicate: boolean;
  readonly belongings: Belongings<Status>;

  constructor(person: Person, duplicate: boolean, belongings: Belongings<Status>) {
    this.person = person;
    this.duplicate = duplicate;
    this.belongings = belongings;
  }

  get id() {
    return this.person.row.id;
  }
  get code() {
    return this.person.row.code;
  }
  get date_of_birth() {
    return this.person.birthDate;
  }
  get gender() {
    return this.person.row.gender;
  }
  get admission() {
    return this.person.row.admission;
  }
  get discharge() {
    return this.person.row.discharge;
  }
  get clinician_id() {
    return this.person.row.clinician_id;
  }
  get clinician_username() {
    return this.belongings.clinicians.get(this.clinician_id) ?? '';
  }
  get diagnoses() {
    const { catalogue, diagnoses } = this.belongings;
    const ids = diagnoses.get(this.id)?.split(' ') ?? [];
    return ids.map((id) => catalogue.get(id) ?? { id, description: '' });
  }
  get labels() {
    return queries.readLabels(this.belongings.labels.get(this.id));
  }
  get created() {
    return queries.instant(this.person.row.created);
  }
  get viewed() {
    return !this.sessions.some((one) => isUnread({ finished: one.isFinished, report_viewed: one.isViewed }));
  }
  get survey_time_windows() {
    return queries.readWindows(this.belongings.windows.get(this.id));
  }
  get survey_statuses() {
    return this.sessions.map(this.belongings.statusOf);
  }
  get consent() {
    const { consents } = this.belongings;
    if (!consents) return undefined;
    return consentStanding(queries.readConsent(consents.newest.get(this.id)), consents.version);
  }
  private get sessions() {
    return queries.readSessions(this.belongings.sessions.get(this.id));
  }
}

/**
 * `duplicate`: another patient of the same list has the same birth date, gender and admission, so that one person may be
 * registered twice. Only within the list: a clinician is told nothing of the patients of others (R17).
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
