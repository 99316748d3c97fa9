import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { SurveyPage } from '../src/contract/surveys.ts';
import { loadRegistry } from '../src/server/instruments/registry.ts';
import type { Services } from '../src/server/services.ts';
import { aClinician, inClinic, signIn, type TestUser } from './builders.ts';
import { pageWith, submit } from './survey-calls.ts';
import { anAnswer } from './survey-samples.ts';
import { aSignedInPatient, aSurveyScene, type SurveyScene } from './survey-scene.ts';

const standard = new URL('../protocols/standard.json', import.meta.url);

/** A server whose first window asks only these instruments. Others are files of the operator, by name. */
export function aShortScene(
  instruments: readonly string[],
  { files = {}, switches = {} }: { files?: Record<string, object>; switches?: object } = {},
): SurveyScene {
  return aSurveyScene((services) => withProtocol(services, instruments, files, switches));
}

async function withProtocol(
  services: Services,
  instruments: readonly string[],
  files: Record<string, object>,
  switches: object,
): Promise<Services> {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-protocol-'));
  after(() => rmSync(folder, { recursive: true }));
  const protocol = JSON.parse(readFileSync(standard, 'utf8'));
  const [first, ...others] = protocol.windows;
  const windows = [{ ...first, instruments }, ...others];
  const protocolFile = join(folder, 'protocol');
  writeFileSync(protocolFile, JSON.stringify({ ...protocol, ...switches, id: 'short', windows }));
  for (const [name, file] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(file));
  const registry = await loadRegistry(services.pool, { protocolFile, instrumentsDir: folder });
  return { ...services, registry };
}

const labels = ['nie', 'selten', 'manchmal', 'oft', 'fast immer'];

/** The answers to the page that asks for the wish not to live. */
export const answersAbout = (value: number) => [anAnswer('dep-31', value, labels[value])];

export type AskedPatient = {
  clinician: TestUser;
  patient: TestUser;
  as: Record<string, string>;
  page: SurveyPage;
};

/** A patient of a clinician at the page that asks for the wish not to live. */
export async function aPatientAtTheQuestion(scene: SurveyScene): Promise<AskedPatient> {
  const { patient, as } = await aSignedInPatient(scene);
  const clinician = await aClinician(scene.services, patient.clinicId);
  await inClinic(scene.services, patient.clinicId, (db) =>
    db.updateTable('patients').set({ clinician_id: clinician.id }).where('id', '=', patient.id).execute(),
  );
  return { clinician, patient, as, page: await pageWith(scene.app, as, 'dep-31') };
}

/** A patient who has answered "oft", with the clinician's cookies. */
export async function aPatientWithAnEvent(scene: SurveyScene) {
  const asked = await aPatientAtTheQuestion(scene);
  const { status } = await submit(scene.app, asked.as, answersAbout(3));
  if (status !== 200) throw new Error(`the answer was not taken: ${status}`);
  return { ...asked, staff: await signIn(scene.services, asked.clinician) };
}

/** The events of a patient as they are stored. */
export function storedEvents({ services }: SurveyScene, { clinicId, id }: TestUser) {
  return inClinic(services, clinicId, (db) =>
    db.selectFrom('crisis_events').selectAll().where('patient_id', '=', id).orderBy('raised_at').execute(),
  );
}
