import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CrisisLevel } from '../src/domain/crisis.ts';
import type { IsoDate } from '../src/domain/iso-date.ts';
import { replaceReminderAddress, upsertDeputy } from '../src/server/crisis/deputy-queries.ts';
import { findSettings, updateSettings, type ClinicSettings } from '../src/server/clinics/queries.ts';
import { cellPlace } from '../src/server/keys/cells.ts';
import { encryptField } from '../src/server/keys/keys.ts';
import { crisisReminderText } from '../src/text/mail.ts';
import { aClinician, aPatient, inClinic, type TestClinic, type TestUser } from './builders.ts';
import { aCrisisEvent } from './crisis-rows.ts';
import { to, type MailScene } from './mail-scene.ts';

/** The subject of every reminder of an event. */
export const NOTICE = crisisReminderText.subject('Resonanz');

export type Ward = { clinic: TestClinic; clinician: TestUser; deputy: TestUser; patient: TestUser };

/** A clinic at a moment with a clinician, a colleague and a patient, and no address. */
export async function aWard(scene: MailScene, moment: string): Promise<Ward> {
  const clinic = await scene.begin(moment);
  const clinician = await aClinician(scene.services, clinic.id);
  const deputy = await aClinician(scene.services, clinic.id);
  const patient = await aPatient(scene.services, clinic.id, { clinicianId: clinician.id });
  return { clinic, clinician, deputy, patient };
}

/** Stores an open event of the patient, raised now. Returns its id. */
export async function anOpenEvent(
  { services }: Pick<MailScene, 'services'>,
  patient: TestUser,
  { level = 'urgent', at }: { level?: CrisisLevel; at?: string } = {},
): Promise<string> {
  const sessionId = randomUUID();
  await inClinic(services, patient.clinicId, (db) =>
    sql`INSERT INTO survey_sessions (clinic_id, id, patient_id, window_type, window_label, protocol_id, protocol_version,
        instruments, seed)
      VALUES (${patient.clinicId}, ${sessionId}, ${patient.id}, 'PRE', 'Erstgespräch', 'standard', '1.0.0', '[]', 's')`.execute(
      db,
    ),
  );
  return aCrisisEvent(services, patient, sessionId, { level, ...(at !== undefined && { at }) });
}

/** Stores the own address of a clinician like the product, or takes it away (null). */
export async function setOwnAddress(
  { services }: Pick<MailScene, 'services'>,
  clinician: TestUser,
  address: string | null = to(clinician),
): Promise<void> {
  const { clinicId, id } = clinician;
  const place = cellPlace('reminder_addresses|address_encrypted', { clinicId, accountId: id });
  const cell = address === null ? null : encryptField(services.keys, address, place);
  await inClinic(services, clinicId, (db) => replaceReminderAddress(db, clinicId, id, cell));
}

export async function setClinic(
  { services }: Pick<MailScene, 'services'>,
  clinicId: string,
  changed: Partial<ClinicSettings>,
): Promise<void> {
  await inClinic(services, clinicId, async (db) =>
    updateSettings(db, clinicId, { ...(await findSettings(db, clinicId)), ...changed }),
  );
}

export async function nameDeputy(
  { services }: Pick<MailScene, 'services'>,
  { clinic, clinician, deputy }: Pick<Ward, 'clinic' | 'clinician' | 'deputy'>,
  [from, until]: readonly [IsoDate, IsoDate],
): Promise<void> {
  await inClinic(services, clinic.id, (db) =>
    upsertDeputy(db, clinic.id, clinician.id, { deputyId: deputy.id, from, until }),
  );
}

export function remindersOf({ services }: Pick<MailScene, 'services'>, clinicId: string) {
  return inClinic(services, clinicId, (db) =>
    db.selectFrom('crisis_reminders').selectAll().orderBy('step').execute(),
  );
}
