import { setImmediate } from 'node:timers/promises';
import type { AdminPatient, ClinicianPatient, Label } from '../../contract/patients.ts';
import { consentStanding } from '../../domain/consent.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { hasPatientReport } from '../../domain/protocol.ts';
import { isUnread } from '../../domain/statuses.ts';
import { consentInForce } from '../consent/in-force.ts';
import { meanwhile } from '../db/meanwhile.ts';
import type { Db } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import { mapInSlices } from '../slices.ts';
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

/** What belongs to the patients of one list. */
type Belongings = {
  clinicians: ReadonlyMap<string, string>;
  catalogue: ReadonlyMap<string, { id: string; description: string }>;
  windows: Texts;
  sessions: Texts;
  /** Null where no study consent is asked for. */
  consents: { version: string; newest: Texts } | null;
};

async function readPatients<Status>(
  db: Db,
  services: Services,
  scope: Scope,
  statusOf: (session: SessionRow) => Status,
) {
  await queries.takeRoom(db);
  const rows = await queries.listPatients(db, scope);
  // The database collects what belongs to them while the birth dates are decrypted here.
  const [belongings, people] = await meanwhile(
    readBelongings(db, services, scope),
    openBirthDates(services, rows),
  );
  const reading = { ...belongings, statusOf };
  const duplicates = duplicatesIn(people);
  return people.map((person) => new ListedPatient(person, duplicates.has(person), reading));
}

async function openBirthDates({ keys }: Services, rows: readonly PatientRow[]): Promise<Person[]> {
  // First the statement goes out that this is to overlap with.
  await setImmediate();
  return mapInSlices(rows, (row) => ({ row, birthDate: openBirthDate(keys, row) }));
}

async function readBelongings(db: Db, services: Services, scope: Scope): Promise<Belongings> {
  const text = consentInForce(services);
  return {
    windows: await queries.windowTexts(db, scope),
    clinicians: await queries.clinicianNames(db, scope.clinicId),
    catalogue: new Map((await listDiagnoses(db)).map((diagnosis) => [diagnosis.id, diagnosis])),
    sessions: await queries.sessionTexts(db, scope),
    consents: text && { version: text.version, newest: await queries.consentTexts(db, scope) },
  };
}

/** What belongs to them, and how their sessions are shown. */
type Reading<Status> = Belongings & { statusOf(session: SessionRow): Status };

/**
 * A patient of a list. A class for its getters: they read the parts when the answer is written, patient by patient. Half a
 * million objects at once would keep the garbage collector busier than all the rest.
 */
class ListedPatient<Status> {
  readonly person: Person;
  readonly duplicate: boolean;
  readonly belongings: Reading<Status>;

  constructor(person: Person, duplicate: boolean, belongings: Reading<Status>) {
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
    const { diagnosis_ids: ids } = this.person.row;
    const { catalogue } = this.belongings;
    return ids === '' ? [] : ids.split(' ').map((id) => catalogue.get(id) ?? { id, description: '' });
  }
  get labels() {
    // The server wrote it, and the database has checked it.
    return JSON.parse(this.person.row.labels) as Label[];
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
