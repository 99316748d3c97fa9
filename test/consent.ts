import type { ConsentInForce } from '../src/contract/consent.ts';
import type { Services } from '../src/server/services.ts';
import { inClinic, type TestUser } from './builders.ts';

/** The same server with a protocol that asks for the study consent; `changed` holds the parts of the text that differ. */
export function askingConsent(services: Services, changed: Partial<ConsentInForce> = {}): Services {
  const { registry, config } = services;
  return {
    ...services,
    registry: { ...registry, protocol: { ...registry.protocol, consent: 'on' } },
    config: { ...config, consent: { ...config.consent, ...changed } },
  };
}

/** The patient has agreed to the text in force, or to the named version. */
export async function consented(
  services: Services,
  patient: TestUser,
  version = services.config.consent.version,
): Promise<void> {
  const consent = { clinic_id: patient.clinicId, patient_id: patient.id, version };
  await inClinic(services, patient.clinicId, (db) =>
    db.insertInto('study_consents').values(consent).execute(),
  );
}

/** All consents of a patient, the oldest first. */
export function storedConsents(services: Services, { clinicId, id }: TestUser) {
  return inClinic(services, clinicId, (db) =>
    db
      .selectFrom('study_consents')
      .select(['version', 'given_at', 'withdrawn_at'])
      .where('patient_id', '=', id)
      .orderBy('given_at')
      .execute(),
  );
}
