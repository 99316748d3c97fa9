import * as v from 'valibot';
import { operator, terminal } from '../audit/operator.ts';
import { sealAudit } from '../audit/sealer.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import { erasePatient } from '../subject-rights/erase.ts';
import { listErasures, lockPatient } from '../subject-rights/queries.ts';
import { sweep } from '../subject-rights/retention.ts';
import { readTextFile } from '../settings/file-refusal.ts';
import { StartError } from '../settings/start-error.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { listClinics } from '../clinics/queries.ts';

const erasures = v.array(
  v.object({ clinic_id: v.pipe(v.string(), v.uuid()), patient_id: v.pipe(v.string(), v.uuid()) }),
);

async function list(context: CommandContext): Promise<void> {
  const { pool } = await context.services();
  const rows = [];
  for (const { id } of await withoutTenant(pool, listClinics))
    for (const row of await withTenant(pool, id, (db) => listErasures(db, id)))
      rows.push({ clinic_id: id, ...row });
  context.print(rows);
}

/** Erases every patient of the list that a recovery has brought back. */
async function replay(context: CommandContext): Promise<void> {
  const listed = readList(context.values['from']);
  const services = await context.services();
  const known = await withoutTenant(services.pool, listClinics);
  const by = { role: operator.role, requestId: terminal.id };
  // Erasing empties sealed rows only, so the waiting rows are sealed first.
  await sealAudit(services.pool);
  const rows = [];
  for (const { id: clinicId, name } of known) {
    const ids = listed.filter((one) => one.clinic_id === clinicId).map((one) => one.patient_id);
    let again = 0;
    for (const id of ids)
      again += await withTenant(services.pool, clinicId, async (db) => {
        const patient = await lockPatient(db, clinicId, ['id', id]);
        if (!patient) return 0;
        await erasePatient(db, services.keys, patient, by);
        return 1;
      });
    rows.push({ clinic: name, listed: ids.length, erased_again: again });
  }
  await sweep(services);
  context.print(rows);
}

function readList(from: unknown): v.InferOutput<typeof erasures> {
  if (typeof from !== 'string' || from === '')
    throw new UsageError('--from FILE is missing, the list to read');
  try {
    return v.parse(erasures, JSON.parse(readTextFile(from)));
  } catch (error) {
    throw new StartError(`${from} is no list of "erase list --json": ${(error as Error).message}`);
  }
}

export const replayCommands: Command[] = [
  {
    words: 'erase list',
    summary:
      'List the random ids of all erased patients. The list names no person; keep it (--json) outside the database',
    run: list,
  },
  {
    words: 'erase replay',
    summary:
      'Erase the patients of such a list again after a recovery has brought them back; run it before the server starts',
    help: '--from names a file that "erase list --json" wrote later than the moment of the recovery.',
    options: { from: { type: 'string' } },
    destructive: true,
    run: replay,
  },
];
