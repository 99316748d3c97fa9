import { randomUUID } from 'node:crypto';
import { addDays } from '../../src/domain/dates.ts';
import { surveyWindows } from '../../src/domain/windows.ts';
import { hashSecret } from '../../src/server/login/password-hash.ts';
import { withTenant } from '../../src/server/database/transaction.ts';
import { sealContent } from '../../src/server/keys/patient-cells.ts';
import { insertPatients, insertWindows } from '../../src/server/patients/queries.ts';
import type { Services } from '../../src/server/services.ts';
import type { TestUser } from '../../test/builders.ts';

const SLICE = 2000;

/** Registers so many patients of a clinician, admitted today. */
export async function manyPatients(
  services: Services,
  { clinicId, id: clinicianId }: TestUser,
  count: number,
): Promise<void> {
  const admission = services.today();
  // A therapy of one year has eight windows. With a fixed discharge the number would depend on today.
  const discharge = addDays(admission, 364);
  const windows = surveyWindows(services.registry.protocol, admission, discharge, admission);
  const secretHash = await hashSecret(services.keys, '1990-01-01');
  const shared = {
    clinicianId,
    gender: 'FEMALE',
    admission,
    discharge,
    secretHash,
  } as const;
  const labels = [
    { key: 'CLUSTER', value: 'S-1' },
    { key: 'CLUSTER', value: 'S-2' },
  ] as const;
  const content = { birthDate: '1990-01-01', diagnosisIds: ['F32.1'], labels };
  for (let start = 0; start < count; start += SLICE) {
    const records = Array.from({ length: Math.min(SLICE, count - start) }, (_, index) => {
      const id = randomUUID();
      const code = `${id.slice(0, 4)}${start + index}`.toUpperCase();
      return { id, code, ...shared, birthDateEncrypted: sealContent(services.keys, id, content) };
    });
    await withTenant(services.pool, clinicId, async (db) => {
      await insertPatients(db, clinicId, records);
      await insertWindows(
        db,
        clinicId,
        records.map(({ id }) => ({ patientId: id, windows })),
      );
    });
  }
}
