import { randomUUID } from 'node:crypto';
import { addDays, addMonths } from '../src/domain/dates.ts';
import type { Services } from '../src/server/services.ts';
import { upsertDeputy } from '../src/server/crisis/deputy-queries.ts';
import { consentInForce } from '../src/server/consent/in-force.ts';
import { agreed } from './sharing.ts';
import { consented } from './consent.ts';
import { aCrisisEvent } from './crisis-rows.ts';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type PatientChanges,
  type TestUser,
} from './builders.ts';

export const actors = [
  'nobody',
  'expired',
  'disabled',
  'patient',
  'other_patient',
  'clinician',
  'colleague',
  'deputy',
  'admin',
  'foreign_patient',
  'foreign_clinician',
  'foreign_admin',
] as const;
export type Actor = (typeof actors)[number];

/**
 * Two clinics with every actor of authz.json, signed in, and two finished surveys of the patient. If the clinics ask
 * for consent, the patients have given it.
 */
export type World = {
  clinicId: string;
  emptyClinicId: string;
  clinician: TestUser;
  colleague: TestUser;
  deputy: TestUser;
  disabled: TestUser;
  admin: TestUser;
  otherAdmin: TestUser;
  patient: TestUser;
  otherPatient: TestUser;
  foreignPatient: TestUser;
  foreignClinician: TestUser;
  firstSurvey: string;
  followUp: string;
  /** An open event of the first survey. */
  crisisEvent: string;
  cookies: Record<Actor, Record<string, string>>;
};

export async function aWorld(services: Services): Promise<World> {
  const home = await aClinicOfPeople(services);
  const away = await aClinicOfPeople(services);
  const disabled = await aClinician(services, home.clinicId);
  const cookies = {
    nobody: {},
    expired: await expiredSession(services, home.clinician),
    disabled: await signIn(services, disabled),
    patient: await signIn(services, home.patient),
    other_patient: await signIn(services, home.otherPatient),
    clinician: await signIn(services, home.clinician),
    colleague: await signIn(services, home.colleague),
    deputy: await signIn(services, home.deputy),
    admin: await signIn(services, home.admin),
    foreign_patient: await signIn(services, away.patient),
    foreign_clinician: await signIn(services, away.clinician),
    foreign_admin: await signIn(services, away.admin),
  };
  await inClinic(services, home.clinicId, (db) =>
    db.updateTable('accounts').set({ enabled: false }).where('id', '=', disabled.id).execute(),
  );
  return {
    ...home,
    disabled,
    foreignPatient: away.patient,
    foreignClinician: away.clinician,
    emptyClinicId: (await aClinic(services)).id,
    ...(await finishedSurveys(services, home.patient)),
    cookies,
  };
}

async function aClinicOfPeople(services: Services) {
  const clinicId = (await aClinic(services)).id;
  const clinician = await aClinician(services, clinicId);
  const colleague = await aClinician(services, clinicId);
  const deputy = await aClinician(services, clinicId);
  const admin = await anAdmin(services, clinicId);
  const otherAdmin = await anAdmin(services, clinicId);
  const relative: PatientChanges = { clinicianId: clinician.id, labels: [{ key: 'CLUSTER', value: 'S-1' }] };
  const patient = await aPatient(services, clinicId, relative);
  const otherPatient = await aPatient(services, clinicId, relative);
  for (const one of [patient, otherPatient]) await agreed(services, one);
  if (consentInForce(services)) for (const one of [patient, otherPatient]) await consented(services, one);
  const today = services.today();
  const days = { deputyId: deputy.id, from: today, until: today };
  await inClinic(services, clinicId, (db) => upsertDeputy(db, clinicId, clinician.id, days));
  return { clinicId, clinician, colleague, deputy, admin, otherAdmin, patient, otherPatient };
}

async function expiredSession(services: Services, user: TestUser): Promise<Record<string, string>> {
  const cookies = await signIn(services, user);
  await inClinic(services, user.clinicId, (db) =>
    db.updateTable('login_sessions').set({ access_expires: '2020-01-01T00:00:00Z' }).execute(),
  );
  return cookies;
}

/** Two finished surveys of an earlier therapy, besides the open survey. */
async function finishedSurveys(services: Services, patient: TestUser) {
  const { clinicId, id: patientId } = patient;
  const { protocol, instruments } = services.registry;
  const discharge = addMonths(services.today(), -8);
  const survey = (type: 'PRE' | 'FOLLOW_UP_1', day: string) => {
    const window = { clinic_id: clinicId, id: randomUUID(), patient_id: patientId, type, label: type };
    const at = `${day}T10:00:00Z`;
    const pinned = [...instruments.values()]
      .filter((one) => one.section)
      .map(({ id, version }) => ({ id, version }));
    return {
      window: { ...window, ordinal: 9, start_date: addDays(day, -3), end_date: addDays(day, 3) },
      session: {
        clinic_id: clinicId,
        id: randomUUID(),
        patient_id: patientId,
        window_id: window.id,
        window_type: type,
        window_label: type,
        protocol_id: protocol.id,
        protocol_version: protocol.version,
        instruments: JSON.stringify(pinned),
        seed: 'seed',
        started_at: at,
        updated_at: at,
        finished_at: at,
      },
    };
  };
  const first = survey('PRE', addMonths(discharge, -6));
  const followUp = survey('FOLLOW_UP_1', addMonths(discharge, 6));
  await inClinic(services, clinicId, async (db) => {
    await db.insertInto('survey_windows').values([first.window, followUp.window]).execute();
    await db.insertInto('survey_sessions').values([first.session, followUp.session]).execute();
  });
  const at = first.session.started_at;
  const crisisEvent = await aCrisisEvent(services, patient, first.session.id, { at });
  return { firstSurvey: first.session.id, followUp: followUp.session.id, crisisEvent };
}
