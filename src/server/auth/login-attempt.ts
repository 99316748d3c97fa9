import type { UserType } from '../../contract/accounts.ts';
import { isIsoDate, parseGermanDate, type IsoDate } from '../../domain/iso-date.ts';
import { nameKey } from '../../domain/patient-code.ts';
import type { Db } from '../db/transaction.ts';
import type { PublicContext } from '../http/context.ts';
import type { Device } from './devices.ts';
import { userIdOf, type Owner } from './owner.ts';
import { verifySecret } from './password-hash.ts';
import type { Proof } from './proofs.ts';
import * as queries from './queries.ts';

/** One try to log in. `date` is the birth date a patient gives as password, undefined where it is no date. */
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
export type Known = { owner: Owner; username: string; mustChange: boolean; hash: string; usable: boolean };

/** What the name of a login stands for; a name nobody has gives no `known`. */
export type Found = { clinic: Clinic | undefined; known: Known | undefined };

/** The client sends yyyy-mm-dd (product 5.1); the form a person types is understood as well. */
export function birthDate(password: string): IsoDate | undefined {
  return isIsoDate(password) ? password : parseGermanDate(password);
}

/** Looks clinic and name up; costs the same whether they are there or not (R40). */
export async function find(db: Db, login: Login): Promise<Found> {
  const clinic = await queries.findClinic(db, login.credentials.clinic_id);
  return { clinic, known: await findKnown(db, login) };
}

async function findKnown(db: Db, { role, credentials }: Login): Promise<Known | undefined> {
  const { clinic_id: clinicId, username } = credentials;
  if (role === 'patient') {
    const patient = await queries.findPatientForLogin(db, clinicId, nameKey(username));
    if (!patient) return undefined;
    const { id: patientId, code, secret_hash: hash } = patient;
    return { owner: { patientId }, username: code, mustChange: false, hash, usable: true };
  }
  const account = await queries.findAccountForLogin(db, clinicId, role, nameKey(username));
  if (!account) return undefined;
  const { id: accountId, username: name, must_change_password: mustChange, password_hash: hash } = account;
  return { owner: { accountId }, username: name, mustChange, hash, usable: account.usable };
}

/** Whether the password or birth date is right; hashes in any case (R40). */
export function isSecretRight(
  { role, credentials, date, context }: Login,
  known: Known | undefined,
): Promise<boolean> {
  const secret = role === 'patient' ? date : credentials.password;
  return verifySecret(context.services.keys, secret ?? '', secret === undefined ? undefined : known?.hash);
}

/**
 * Holds whom the secret was right for until the transaction ends, and looks again: a reset, a new birth date or a closed
 * account that came while the secret was being hashed must not be followed by a session (R36). Undefined where it came.
 */
export async function hold(db: Db, login: Login, known: Known): Promise<Known | undefined> {
  await queries.lockOwner(db, login.credentials.clinic_id, known.owner);
  const now = await findKnown(db, login);
  if (!now?.usable || userIdOf(now.owner) !== userIdOf(known.owner)) return undefined;
  // The same secret may have been hashed anew.
  return now.hash === known.hash || (await isSecretRight(login, now)) ? now : undefined;
}
