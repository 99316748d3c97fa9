import { strict as assert } from 'node:assert';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { addDays } from '../src/domain/dates.ts';
import { findNonce, type Proof } from '../src/domain/proof-of-work.ts';
import { withoutTenant, withTenant } from '../src/server/database/transaction.ts';
import type { Services } from '../src/server/services.ts';
import type { TestUser } from './builders.ts';
import { call, type Answered, type Call } from './call.ts';

export const WRONG_DATE = '1977-07-07';
export const MINUTE = 60;
export const HOUR = 3600;

type Named = Pick<TestUser, 'clinicId' | 'name'>;
export type Try = Omit<Call, 'body'> & { proof?: Proof };

let host = 0;
let invented = 0;

/** An address without earlier attempts. */
export function elsewhere(): string {
  host += 1;
  return `203.0.${Math.floor(host / 250)}.${host % 250}`;
}

/** Logs a patient in, from a new address unless one is given. */
export function tryPatient(
  app: FastifyInstance,
  patient: Named,
  password: string,
  { proof, address = elsewhere(), ...rest }: Try = {},
): Promise<Answered> {
  const body = { clinic_id: patient.clinicId, username: patient.name, password, ...(proof && { proof }) };
  return call(app, 'loginPatient', { address, ...rest, body });
}

/** Logs in with a wrong birth date several times, one after the other. Every attempt is checked. */
export async function failPatient(
  app: FastifyInstance,
  patient: Named,
  times: number,
  how: Try = {},
): Promise<void> {
  for (let count = 0; count < times; count++)
    assert.equal((await tryPatient(app, patient, WRONG_DATE, how)).status, 401);
}

/** Fails from one address with invented codes and dates of one clinic, so that no limit counts but that of the address. */
export async function failAtAddress(
  app: FastifyInstance,
  clinicId: string,
  times: number,
  how: Try & { address: string },
): Promise<void> {
  for (let count = 0; count < times; count++) {
    invented += 1;
    const date = addDays('1940-01-01', invented);
    assert.equal((await tryPatient(app, { clinicId, name: `N${invented}` }, date, how)).status, 401);
  }
}

/** The solution of the task in a refusal. */
export function solved({ problem: { code, task } }: Answered): Proof {
  assert.equal(code, 'proof_required');
  assert.ok(task);
  return { challenge: task.challenge, nonce: findNonce(task, 0, 1e7) ?? '' };
}

/** Logs a patient in, and solves the task if one is set. */
export async function tryWithTask(
  app: FastifyInstance,
  patient: Named,
  password: string,
  how: Try = {},
): Promise<Answered> {
  const refused = await tryPatient(app, patient, password, how);
  return tryPatient(app, patient, password, { ...how, proof: solved(refused) });
}

/** The device cookie of a login. */
export function deviceCookieOf({ headers }: Answered): { dc: string } {
  const cookie = [headers['set-cookie']].flat().find((text) => String(text).startsWith('dc='));
  return { dc: String(cookie).slice(3).split(';')[0] ?? '' };
}

export const retryAfter = ({ headers }: Answered) => Number(headers['retry-after']);

/** Makes every failure and login so many seconds older, and the clock of the server so many seconds later. */
export async function passFailureTime(services: Services, seconds: number): Promise<void> {
  const { now } = services;
  services.now = () => now() + seconds * 1000;
  const earlier = sql<string>`at - make_interval(secs => ${seconds}::float8)`;
  const clinics = await withoutTenant(services.pool, async (db) => {
    await db.updateTable('login_failures').set({ at: earlier }).execute();
    await db.updateTable('limited_attempts').set({ at: earlier }).execute();
    return db.selectFrom('clinics').select('id').execute();
  });
  for (const { id } of clinics)
    await withTenant(services.pool, id, (db) =>
      db.updateTable('login_successes').set({ at: earlier }).execute(),
    );
}
