import { nameKey, typedNameKey } from '../../domain/patient-code.ts';
import { findClinicByIdOrName, listClinics } from '../clinics/queries.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
import { findPatientId } from '../patients/queries.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { required, type CommandContext, type Row } from './command.ts';

type Clinic = { id: string; name: string };

/** The clinic with this id or name; case does not matter. Throws a StartError if there is none. */
export async function findClinic({ pool }: Pick<Services, 'pool'>, text: string): Promise<Clinic> {
  const clinic = await withoutTenant(pool, (db) => findClinicByIdOrName(db, text, nameKey(text)));
  if (!clinic) throw new StartError(`there is no clinic "${text}"; see: npm run manage -- clinic list`);
  return clinic;
}

/** The clinic of --clinic; without that option every clinic. */
export async function chosenClinics(
  { values: { clinic } }: CommandContext,
  services: Services,
): Promise<Clinic[]> {
  if (clinic === undefined) return withoutTenant(services.pool, listClinics);
  return [await findClinic(services, String(clinic))];
}

/** The patient with this code. Throws a StartError if the clinic has none. */
export async function findPatient(db: Db, clinicId: string, code: string) {
  const patient = await findPatientId(db, clinicId, typedNameKey(code));
  if (!patient) throw new StartError(`this clinic has no patient "${code}"`);
  return patient;
}

/** The clinic that the first word names, with the services. */
export async function namedClinic(context: CommandContext): Promise<{ services: Services; clinic: Clinic }> {
  const name = required(context, 0, 'the clinic');
  const services = await context.services();
  return { services, clinic: await findClinic(services, name) };
}

/** Works in a transaction of the clinic that the first word names, and prints the result beside the name of the clinic. */
export async function workInClinic(
  context: CommandContext,
  work: (db: Db, clinicId: string, services: Services) => Promise<Row>,
): Promise<void> {
  const { services, clinic } = await namedClinic(context);
  const result = await withTenant(services.pool, clinic.id, (db) => work(db, clinic.id, services));
  context.print([{ clinic: clinic.name, ...result }]);
}
