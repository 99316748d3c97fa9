import type { UserType } from '../../contract/accounts.ts';
import { isIsoDate, parseGermanDate, type IsoDate } from '../../domain/iso-date.ts';
import { meantKeys, typedNameKey } from '../../domain/patient-code.ts';
import type { Proof } from '../../domain/proof-of-work.ts';
import type { Db } from '../database/transaction.ts';
import type { PublicContext } from '../http/context.ts';
import type { Device } from './devices.ts';
import { userIdOf, type Owner, lockOwner } from './owner-queries.ts';
import { verifySecret } from './password-hash.ts';
import * as queries from './queries.ts';

/** One login attempt. `date` is the birth date that a patient enters as password, undefined if it is no date. */
export type Login = {
  role: UserType;
  credentials: {
    clinic_id: string;
    username: string;
    password: string;
    totp?: string | undefined;
    proof?: Proof | undefined;
  };
  date: IsoDate | undefined;
  device: Device | undefined;
  context: PublicContext;
};

export type Clinic = NonNullable<Awaited<ReturnType<typeof queries.findClinic>>>;
export type KnownUser = {
  owner: Owner;
  username: string;
  mustChange: boolean;
  hash: string;
  usable: boolean;
};

/** The clinic and the account or patient of a login. `known` is undefined if the clinic has no such name. */
export type FoundUser = { clinic: Clinic | undefined; known: KnownUser | undefined };

/** The web client sends yyyy-mm-dd (product 5.1). The German form is accepted as well. */
export function birthDate(password: string): IsoDate | undefined {
  return isIsoDate(password) ? password : parseGermanDate(password);
}

/** Finds the clinic and the user of a login. It costs the same with and without a result (R40). */
export async function findUser(db: Db, login: Login): Promise<FoundUser> {
  const clinic = await queries.findClinic(db, login.credentials.clinic_id);
  return { clinic, known: await findKnownUser(db, login) };
}

async function findKnownUser(db: Db, { role, credentials }: Login): Promise<KnownUser | undefined> {
  const { clinic_id: clinicId, username } = credentials;
  if (role === 'patient') {
    const patient = await findMeantPatient(db, clinicId, username);
    if (!patient) return undefined;
    const { id: patientId, code, secret_hash: hash } = patient;
    return { owner: { patientId }, username: code, mustChange: false, hash, usable: true };
  }
  const account = await queries.findAccountForLogin(db, clinicId, role, typedNameKey(username));
  if (!account) return undefined;
  const { id: accountId, username: name, must_change_password: mustChange, password_hash: hash } = account;
  return { owner: { accountId }, username: name, mustChange, hash, usable: account.usable };
}

/**
 * The patient whose code was typed. If there is none, the only patient whose code has a zero or a one where a letter was typed. One
 * statement asks for all of them, so that a known and an unknown code take as long (R40, record 266).
 */
async function findMeantPatient(db: Db, clinicId: string, typed: string) {
  const [key, ...others] = meantKeys(typedNameKey(typed));
  const patients = await queries.findPatientsForLogin(db, clinicId, [key ?? '', ...others]);
  return (
    patients.find(({ code_key: found }) => found === key) ?? (patients.length === 1 ? patients[0] : undefined)
  );
}

/** Whether the password or birth date is right. It computes a hash in every case (R40). */
export function isSecretRight(
  { role, credentials, date, context }: Login,
  known: KnownUser | undefined,
): Promise<boolean> {
  const secret = role === 'patient' ? date : credentials.password;
  return verifySecret(context.services.keys, secret ?? '', secret === undefined ? undefined : known?.hash);
}

/**
 * Locks the user after the right secret until the transaction ends, and reads the user again. During the hashing, an
 * admin may have reset the secret, changed the birth date or closed the account. Then no session may begin (R36), and
 * the result is undefined.
 */
export async function lockUser(db: Db, login: Login, known: KnownUser): Promise<KnownUser | undefined> {
  const clinicId = login.credentials.clinic_id;
  if (!(await queries.holdClinicInUse(db, clinicId))) return undefined;
  await lockOwner(db, clinicId, known.owner);
  const now = await findKnownUser(db, login);
  if (!now?.usable || userIdOf(now.owner) !== userIdOf(known.owner)) return undefined;
  // The hash may have changed although the secret is the same.
  return now.hash === known.hash || (await isSecretRight(login, now)) ? now : undefined;
}
