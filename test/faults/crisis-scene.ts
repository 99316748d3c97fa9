import { addDays } from '../../src/domain/dates.ts';
import type { Services } from '../../src/server/services.ts';
import { cookieOf } from '../builders.ts';
import { nameDeputy, setClinic, setOwnAddress } from '../reminder-scene.ts';
import { signedInPatients, startCrisisLoad, type CrisisLoad } from './crisis-load.ts';
import type { Scene } from './load.ts';
import { sceneIn } from './own-scene.ts';

export type CrisisScene = { scene: Scene; load: CrisisLoad; root: string };

export const DUTY = 'dienst@ambulanz.example';

/** A clinic whose clinician, deputy and duty address are reminded, and its patients at work. */
export async function crisisScene(
  services: Services,
  origins: () => readonly string[],
  count: number,
): Promise<CrisisScene> {
  const scene = await sceneIn(services);
  const { clinicId, clinician, colleague } = scene;
  const today = services.today();
  await setOwnAddress({ services }, clinician);
  await setOwnAddress({ services }, colleague);
  await setClinic({ services }, clinicId, { dutyAddress: DUTY });
  // Clocks that are wrong by days must not end the deputyship, nor the first window of the patients.
  const ward = { clinic: { id: clinicId, name: '' }, clinician, deputy: colleague };
  await nameDeputy({ services }, ward, [addDays(today, -20), addDays(today, 20)]);
  const order = { clinicId, clinicianId: clinician.id, admission: addDays(today, -14), count };
  const patients = await signedInPatients(services, order);
  const signedIn = { user: clinician, cookie: await cookieOf(services, clinician) };
  const load = startCrisisLoad({ clinicId, clinician: signedIn, patients, origins });
  return { scene, load, root: services.keys.roots.get(1)?.toString('hex') ?? '' };
}
