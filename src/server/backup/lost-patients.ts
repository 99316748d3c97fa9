import type { ClientBase } from 'pg';
import { StartError } from '../settings/start-error.ts';
import type { Header } from './archive.ts';
import type { KeysOf } from './backup-keys.ts';
import * as queries from './backup-queries.ts';
import { newestSummary, type Summary } from './key-lists.ts';

/** What a snapshot's list of keys will be about. */
export async function summarise(client: ClientBase, { installation, at }: queries.View): Promise<Summary> {
  const clinics = await queries.countPatients(client, at);
  const patients = clinics.reduce((sum, clinic) => sum + clinic.patients, 0);
  return { installation, at, patients, clinics };
}

/**
 * Refuses to add a list to the folder of another installation, and where more than `mayLose` patients of the newest list are
 * gone that no trail records as erased: older backups would seem to have lost them by erasure.
 */
export async function refuseLoss(
  client: ClientBase,
  { installation, erasedClinics }: queries.View,
  { folder, mayLose }: { folder: string; mayLose: number },
): Promise<void> {
  const before = newestSummary(folder);
  if (!before) return;
  if (before.installation !== installation)
    throw new StartError(
      `${folder} holds the backups of another installation (${before.installation}, this is ${installation}). Nothing was written. Is this the right database? Else name another folder`,
    );
  const lost = await countLost(client, before, erasedClinics);
  if (lost > mayLose)
    throw new StartError(
      `${lost} of ${before.patients} patients of the list of ${before.at} are gone, and no trail records their erasure. Nothing was written; the backups from before still hold these patients. If you know why (after a restore: patients who came later), add --lost ${lost}`,
    );
}

async function countLost(
  client: ClientBase,
  before: Summary,
  erasedClinics: readonly string[],
): Promise<number> {
  const today = new Map(
    (await queries.countPatients(client, before.at)).map((clinic) => [clinic.id, clinic]),
  );
  const lostOf = ({ id, patients, erased }: Summary['clinics'][number]) => {
    const now = today.get(id);
    if (!now) return erasedClinics.includes(id) ? 0 : patients;
    return Math.max(0, patients - now.patients - Math.max(0, now.erased - erased));
  };
  return before.clinics.reduce((sum, clinic) => sum + lostOf(clinic), 0);
}

/** How many of the patients that a list of keys lacks were erased neither by themselves nor with their clinic. */
export function countUnexplained(
  missing: readonly string[],
  { clinics }: Header,
  { erased, erased_patients }: KeysOf,
): number {
  const known = new Set(Object.values(erased_patients).flat());
  const ofClinics = erased.reduce((sum, id) => sum + (clinics[id] ?? 0), 0);
  return Math.max(0, missing.filter((id) => !known.has(id)).length - ofClinics);
}
