import type { FastifyInstance } from 'fastify';
import type { ClinicianPatient } from '../src/contract/patients.ts';
import { STAFF_PASSWORD } from '../src/server/demo/demo-plan.ts';
import { call } from './call.ts';

export type LoginOf = [
  route: 'loginPatient' | 'loginClinician' | 'loginAdmin',
  clinic: string,
  username: string,
  password: string,
];

/** Logs a user of the demo data in. */
export async function logInDemo(app: FastifyInstance, ...[route, clinic, username, password]: LoginOf) {
  const { body: clinics } = await call(app, 'listClinics');
  const { id } = clinics.find(({ name }: { name: string }) => name === clinic);
  const { status, headers } = await call(app, route, { body: { clinic_id: id, username, password } });
  const cookies = [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0]?.split('=') ?? []);
  return { status, as: Object.fromEntries(cookies) as Record<string, string> };
}

/** The patients of a clinician of the demo data, by their codes. */
export async function demoPatients(
  app: FastifyInstance,
  clinic: string,
  clinician: string,
): Promise<Map<string, ClinicianPatient>> {
  const { as } = await logInDemo(app, 'loginClinician', clinic, clinician, STAFF_PASSWORD);
  const { body } = await call(app, 'listOwnPatients', { as });
  return new Map(body.list_patient_dto.map((patient: ClinicianPatient) => [patient.code, patient]));
}
