import { randomUUID } from 'node:crypto';
import { addDays, addMonths, daysBetween } from '../../domain/dates.ts';
import { DAY_MS, type IsoDate } from '../../domain/iso-date.ts';
import { hashSecret } from '../login/password-hash.ts';
import { setPassword } from '../login/queries.ts';
import { setEnabled } from '../clinicians/queries.ts';
import { insertAccount } from '../login/account-queries.ts';
import { findSettings, insertClinic, updateSettings } from '../clinics/queries.ts';
import { giveConsent } from '../consent/handlers.ts';
import { consentInForce } from '../consent/in-force.ts';
import { setSharing } from '../relatives/choice-handlers.ts';
import { acknowledgeCrisisEvent, listCrisisEvents } from '../crisis/handlers.ts';
import { enterClinic } from '../database/queries.ts';
import { withoutTenant, type Db } from '../database/transaction.ts';
import type { User, UserContext } from '../http/context.ts';
import { registerPatient } from '../patients/handlers.ts';
import { judgeSome } from '../reports/symptom-change.ts';
import { getClinicianReport } from '../reports/handlers.ts';
import type { Services } from '../services.ts';
import { getSurvey } from '../surveys/page-handlers.ts';
import { submitSurvey } from '../surveys/submit-handlers.ts';
import { moment } from '../../domain/today.ts';
import { nameKey } from '../../domain/patient-code.ts';
import { answerOf, knowItems, type Person } from './demo-answers.ts';
import {
  demoClinics,
  type DemoClinic,
  type DemoPatient,
  type DemoSurvey,
  STAFF_PASSWORD,
} from './demo-plan.ts';
import { setPatientCreated } from './queries.ts';

/** The lines about the demo data that `npm start` prints. */
export const demoLogins: readonly string[] = [
  '',
  'Demo logins (clinic "Ambulanz Musterstadt"):',
  '  patient       P1001 … P1011       01.01.1990',
  `  clinician     therapie1           ${STAFF_PASSWORD}`,
  `  clinic admin  adminmusterstadt    ${STAFF_PASSWORD}`,
  '',
];

const BIRTH_DATE = '1990-01-01';

/**
 * Creates the demo data of product 17.1 in an empty database. The product's own handlers make patients, answers, scores
 * and reports, on a clock that is set back. One transaction holds everything, so a killed start leaves an empty database.
 */
export async function createDemoData(services: Services): Promise<void> {
  const password = await hashSecret(services.keys, STAFF_PASSWORD);
  await withoutTenant(services.pool, async (db) => {
    for (const clinic of demoClinics(demoDays(services.today()))) {
      const staff = await createClinic(db, clinic, password);
      await createPatients(db, services, staff, clinic.patients);
      await judgeSome(db, services, staff.clinicId);
    }
  });
}

/** Days counted from today, and whole months before today. */
export function demoDays(today: IsoDate) {
  return {
    day: (days: number) => addDays(today, days),
    month: (months: number, days = 0) => addDays(addMonths(today, months), days),
  };
}

type DemoStaff = {
  readonly clinicId: string;
  readonly admin: User;
  readonly clinicians: ReadonlyMap<string, User>;
};

/** Creates a clinic with its staff, and enters it. */
export async function createClinic(db: Db, clinic: DemoClinic, passwordHash: string): Promise<DemoStaff> {
  const { name, contact, dutyAddress } = clinic;
  const clinicId = await insertClinic(db, { name, nameKey: nameKey(name), contact, isDemo: true });
  await enterClinic(db, clinicId);
  await updateSettings(db, clinicId, { ...(await findSettings(db, clinicId)), dutyAddress });
  const admin = await createAccount(db, clinicId, 'admin', clinic.admin, passwordHash);
  const clinicians = new Map<string, User>();
  for (const { username, enabled } of clinic.clinicians) {
    const user = await createAccount(db, clinicId, 'clinician', username, passwordHash);
    if (!enabled) await setEnabled(db, clinicId, user.userId, false);
    clinicians.set(username, user);
  }
  return { clinicId, admin, clinicians };
}

/** Registers patients and answers their surveys. */
export async function createPatients(
  db: Db,
  services: Services,
  { admin, clinicians }: DemoStaff,
  patients: readonly DemoPatient[],
): Promise<void> {
  for (const patient of patients)
    await createPatient(db, services, admin, clinicians.get(patient.clinician), patient);
}

async function createAccount(
  db: Db,
  clinicId: string,
  role: 'admin' | 'clinician',
  username: string,
  hash: string,
): Promise<User> {
  const id = randomUUID();
  await insertAccount(db, { clinicId, id, role, username, registrationDays: null });
  await setPassword(db, clinicId, id, { hash, mustChange: false });
  return { sessionId: id, clinicId, role, userId: id, username };
}

async function createPatient(
  db: Db,
  services: Services,
  admin: User,
  clinician: User | undefined,
  patient: DemoPatient,
): Promise<void> {
  const { code, gender, admission, discharge, diagnosis, cluster, surveys } = patient;
  const body = {
    code,
    gender,
    admission,
    discharge,
    day_of_birth: BIRTH_DATE,
    clinician_username: patient.clinician,
    diagnosis_id: diagnosis,
    labels: cluster === undefined ? [] : [{ key: 'CLUSTER' as const, value: cluster }],
  };
  const { id } = await registerPatient(
    { params: undefined, body, file: undefined },
    contextOf(db, services, admin),
  );
  await setPatientCreated(db, admin.clinicId, id, moment(at(services, admission).now()));
  const user: User = { sessionId: id, clinicId: admin.clinicId, role: 'patient', userId: id, username: code };
  for (const [place, survey] of surveys.entries()) {
    // The adaptive tests ask the same on every day, so that a patient of the demonstration always has the same results.
    const drawSeed = () => `demo ${code} ${place + 1}`;
    await takeSurvey(db, { ...services, drawSeed }, user, clinician, survey);
  }
  if (patient.shares)
    await setSharing(
      { params: undefined, body: { allowed: true }, file: undefined },
      contextOf(db, services, user),
    );
}

async function takeSurvey(
  db: Db,
  services: Services,
  patient: User,
  clinician: User | undefined,
  survey: DemoSurvey,
): Promise<void> {
  const then = at(services, survey.on);
  await consentOnce(contextOf(db, then, patient));
  const sessionId = await answerPages(contextOf(db, then, patient), survey);
  if (!clinician || sessionId === undefined) return;
  if (survey.read)
    await getClinicianReport(
      { params: { id: sessionId }, body: undefined, file: undefined },
      contextOf(db, then, clinician),
    );
  const { acknowledged } = survey;
  if (acknowledged)
    await acknowledgeAll(
      contextOf(db, at(services, acknowledged.on), clinician),
      patient.userId,
      acknowledged,
    );
}

/** A protocol that asks for the study consent takes no answers without it. The consent is older than the first answer. */
async function consentOnce(context: UserContext): Promise<void> {
  const text = consentInForce(context.services);
  if (text === null) return;
  const { version } = text;
  await giveConsent({ params: undefined, body: { version }, file: undefined }, context);
}

/** Answers the pages of a survey. Returns the session. */
async function answerPages(context: UserContext, survey: DemoSurvey): Promise<string | undefined> {
  const { theta, danger, pages = Infinity } = survey;
  // The name contains the strain and not the day, so that the demonstration is the same on every day.
  const person: Person = {
    name: `${context.user.username}|${theta}`,
    theta,
    ...(danger !== undefined && { danger }),
  };
  const known = knowItems(
    [...context.services.registry.instruments.values()],
    context.services.registry.protocol,
  );
  const most = pages === 'until danger' ? Infinity : pages;
  let sessionId: string | undefined;
  let page = await getSurvey({ params: undefined, body: undefined, file: undefined }, context);
  for (let answered = 0; answered < most && page; answered += 1) {
    sessionId = page.survey_session_id;
    const value = JSON.stringify(page.items.map((item) => answerOf(person, item, known.get(item.id))));
    const { next = null } = await submitSurvey(
      { params: undefined, body: { type: 'json', value, next: true }, file: undefined },
      context,
    );
    const mayShowDanger = page.items.some(({ id }) => (known.get(id)?.crisis.length ?? 0) > 0);
    if (pages === 'until danger' && mayShowDanger) break;
    page = next;
  }
  return sessionId;
}

async function acknowledgeAll(
  context: UserContext,
  patientId: string,
  { done, note }: NonNullable<DemoSurvey['acknowledged']>,
): Promise<void> {
  const { events } = await listCrisisEvents(
    { params: { id: patientId }, body: undefined, file: undefined },
    context,
  );
  for (const { id } of events)
    await acknowledgeCrisisEvent({ params: { id }, body: { done, note }, file: undefined }, context);
}

/** The services on another day, at the same time of day. */
function at(services: Services, day: IsoDate): Services {
  const shift = daysBetween(services.today(), day) * DAY_MS;
  return { ...services, now: () => services.now() + shift, today: () => day };
}

function contextOf(db: Db, services: Services, user: User): UserContext {
  const cookies = { access: undefined, refresh: undefined, device: undefined };
  const reply = { setSession: () => {}, clearSession: () => {}, setDevice: () => {} };
  return {
    db,
    services,
    user,
    reply,
    request: { id: 'demo', address: '127.0.0.1', cookies },
    idempotencyKey: undefined,
  };
}
