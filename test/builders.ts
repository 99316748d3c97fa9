import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UserType } from '../src/contract/accounts.ts';
import type { Label } from '../src/contract/patients.ts';
import { addMonths } from '../src/domain/dates.ts';
import { todayIn } from '../src/domain/today.ts';
import { nameKey } from '../src/domain/patient-code.ts';
import { surveyWindows } from '../src/domain/windows.ts';
import { cookieNames } from '../src/server/http/cookies.ts';
import { hashSecret } from '../src/server/login/password-hash.ts';
import { insertSession } from '../src/server/login/queries.ts';
import { sessionLengths } from '../src/server/login/session-lengths.ts';
import { deriveTokens, hashToken } from '../src/server/login/tokens.ts';
import { withoutTenant, withTenant, type Db } from '../src/server/database/transaction.ts';
import { listClinics } from '../src/server/clinics/queries.ts';
import { sealContent } from '../src/server/keys/patient-cells.ts';
import { setPatientCreated } from '../src/server/demo/queries.ts';
import * as patients from '../src/server/patients/queries.ts';
import type { Services } from '../src/server/services.ts';

// Small builders with defaults. A test names only what matters to it. Names are numbered.
let count = 0;
const next = () => (count += 1);

export type TestClinic = { id: string; name: string };
export type TestUser = { clinicId: string; role: UserType; id: string; name: string; secret: string };

export const PASSWORD = 'Passendes-Kennwort-7';
export const BIRTH_DATE = '1990-01-01';

export async function aClinic(
  { pool }: Services,
  changed: { name?: string; contact?: string } = {},
): Promise<TestClinic> {
  const { name = `Ambulanz ${next()}`, contact = 'kontakt@ambulanz.example' } = changed;
  const id = randomUUID();
  await withoutTenant(pool, (db) =>
    db
      .insertInto('clinics')
      .values({ id, name, name_key: nameKey(name), contact })
      .execute(),
  );
  return { id, name };
}

type AccountChanges = { username?: string; password?: string; enabled?: boolean; activated?: boolean };

export const aClinician = (services: Services, clinicId: string, changed: AccountChanges = {}) =>
  anAccount(services, clinicId, 'clinician', changed);

export const anAdmin = (services: Services, clinicId: string, changed: AccountChanges = {}) =>
  anAccount(services, clinicId, 'admin', changed);

async function anAccount(
  services: Services,
  clinicId: string,
  role: 'clinician' | 'admin',
  { username = `${role}${next()}`, password = PASSWORD, enabled = true, activated = true }: AccountChanges,
): Promise<TestUser> {
  const id = randomUUID();
  const account = {
    clinic_id: clinicId,
    id,
    role,
    username,
    username_key: nameKey(username),
    password_hash: await hashOnce(services, password),
    enabled,
    activated_at: activated ? new Date().toISOString() : null,
  };
  await withTenant(services.pool, clinicId, (db) => db.insertInto('accounts').values(account).execute());
  return { clinicId, role, id, name: username, secret: password };
}

// Hashing is slow by design, so many accounts of a test share a hash.
const hashes = new WeakMap<Services['keys'], Map<string, Promise<string>>>();

function hashOnce({ keys }: Services, secret: string): Promise<string> {
  const known = hashes.get(keys) ?? new Map<string, Promise<string>>();
  hashes.set(keys, known);
  const hash = known.get(secret) ?? hashSecret(keys, secret);
  known.set(secret, hash);
  return hash;
}

export type PatientChanges = {
  code?: string;
  clinicianId?: string;
  birthDate?: string;
  gender?: 'FEMALE' | 'MALE' | 'DIVERSE';
  admission?: string;
  /** Null for an open end of the therapy. */
  discharge?: string | null;
  diagnosisIds?: string[];
  labels?: Label[];
};

/** A patient with windows, with a new clinician if none is named. */
export async function aPatient(
  services: Services,
  clinicId: string,
  changed: PatientChanges = {},
): Promise<TestUser & { clinicianId: string }> {
  const clinicianId = changed.clinicianId ?? (await aClinician(services, clinicId)).id;
  const { code = `PAT${next()}`, birthDate = BIRTH_DATE, gender = 'FEMALE' } = changed;
  const { admission = services.today(), diagnosisIds = ['F32.1'], labels = [] } = changed;
  const { discharge = addMonths(admission, 12) } = changed;
  const id = randomUUID();
  const record = {
    id,
    code,
    clinicianId,
    gender,
    admission,
    discharge,
    secretHash: await hashOnce(services, birthDate),
    birthDateEncrypted: sealContent(services.keys, id, { birthDate, labels, diagnosisIds }),
  };
  const windows = surveyWindows(services.registry.protocol, admission, discharge, services.today());
  await withTenant(services.pool, clinicId, async (db) => {
    await patients.insertPatients(db, clinicId, [record]);
    await patients.insertWindows(db, clinicId, [{ patientId: id, windows }]);
    // As if the clinic had registered the patient at the admission: what ended before was never offered.
    // The clock of the database goes on where a test sets back the day of the server.
    if (admission < todayIn('UTC', Date.now()))
      await setPatientCreated(db, clinicId, id, `${admission}T08:00:00Z`);
  });
  return { clinicId, role: 'patient', id, name: code, secret: birthDate, clinicianId };
}

/** The cookies of a new session of the user, as after a login. */
export async function signIn(services: Services, user: TestUser): Promise<Record<string, string>> {
  const keyVersion = services.keys.current;
  const { clinicId, id: userId } = user;
  const session = { clinicId, sessionId: randomUUID(), userId, secret: randomBytes(32), keyVersion };
  const tokens = deriveTokens(services.keys, session, 0);
  const owner = user.role === 'patient' ? { patientId: user.id } : { accountId: user.id };
  const row = {
    ...session,
    owner,
    accessHash: hashToken(tokens.access),
    ...sessionLengths(services, user.role),
  };
  await withTenant(services.pool, user.clinicId, (db) => insertSession(db, row));
  const names = cookieNames(services.publicOrigin);
  return { [names.access]: tokens.access, [names.refresh]: tokens.refresh };
}

/** Cookies as the header of a request. */
export const cookieHeader = (cookies: Readonly<Record<string, string>>): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/** The header with the cookies of a new session of the user. */
export const cookieOf = async (services: Services, user: TestUser): Promise<string> =>
  cookieHeader(await signIn(services, user));

/** The id of a clinic of the demo data. */
export async function clinicNamed({ pool }: Services, name: string): Promise<string> {
  const clinics = await withoutTenant(pool, listClinics);
  const found = clinics.find((clinic) => clinic.name === name);
  if (!found) throw new Error(`there is no clinic ${name}`);
  return found.id;
}

/** Reads or changes the rows of a clinic directly. */
export function inClinic<T>({ pool }: Services, clinicId: string, look: (db: Db) => Promise<T>): Promise<T> {
  return withTenant(pool, clinicId, look);
}

/** Goes on as the owner of the tables, who may delete what the server may not. */
export async function becomeOwner(db: Db): Promise<void> {
  await sql`SET LOCAL ROLE resonanz_owner`.execute(db);
}

/** Deletes a patient as if there had never been one. */
export async function forgetPatient(services: Services, { clinicId, id }: TestUser): Promise<void> {
  await inClinic(services, clinicId, async (db) => {
    await becomeOwner(db);
    await db.deleteFrom('patients').where('id', '=', id).execute();
  });
}

/** Gives a patient to another clinician in the database, as if a colleague had done it meanwhile. */
export async function assignMeanwhile(
  services: Services,
  { clinicId, id }: TestUser,
  to: TestUser,
): Promise<void> {
  await inClinic(services, clinicId, (db) =>
    db.updateTable('patients').set({ clinician_id: to.id }).where('id', '=', id).execute(),
  );
}
