import type { Services } from '../src/server/services.ts';
import { storeSharingAnswer } from '../src/server/relatives/choice-queries.ts';
import { inClinic, type TestUser } from './builders.ts';

/** The patient has agreed to be shown beside relatives. */
export async function agreed(services: Services, { clinicId, id: patientId }: TestUser): Promise<void> {
  const answer = { allowed: true, answered_at: new Date(services.now()).toISOString() };
  await inClinic(services, clinicId, (db) => storeSharingAnswer(db, { clinicId, patientId }, answer));
}
