import { startOfDay } from '../../domain/dates.ts';
import { type IsoDate, isIsoDate } from '../../domain/iso-date.ts';
import { readHeads, setHeadsAside } from '../audit/heads-file.ts';
import { operator, terminal } from '../audit/operator.ts';
import { appendAudit } from '../audit/queries.ts';
import { listAudit, lostPatients } from '../audit/seal-queries.ts';
import { sealAudit } from '../audit/sealer.ts';
import { findingLines, verifyAudit, verifyUpToEnds } from '../audit/verify.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { chosenClinics, findClinic, findPatient } from './find-clinic.ts';
import { listClinics } from '../clinics/queries.ts';

const MOST_SHOWN = 1000;

// Rows that still wait are sealed first, so that the check covers the whole trail.
async function verify(context: CommandContext): Promise<void> {
  const services = await context.services();
  await sealAudit(services.pool);
  const rows = [];
  let wrong = 0;
  let lost = 0;
  const headsOf = await readHeads(context.dataDir);
  for (const { id, name } of await chosenClinics(context, services)) {
    const heads = headsOf(id);
    const verified = await verifyAudit(services.pool, id, heads);
    const { sealed, head, found } = verified;
    const patients = await withTenant(services.pool, id, (db) => lostPatients(db, id));
    wrong += found;
    lost += patients.length;
    rows.push({
      clinic: name,
      rows: sealed,
      head: head.slice(0, 16),
      written_heads: heads.size,
      findings: found,
      lost_patients: patients.length,
    });
    for (const line of findingLines(verified)) context.note(`${name}: ${line}`);
    for (const patient of patients)
      context.note(`${name}: the trail names patient ${patient}, who is not there and was not erased`);
  }
  context.print(rows);
  if (wrong > 0) throw new StartError(`the audit trail was tampered with: ${wrong} finding(s)`);
  if (lost > 0)
    throw new StartError(
      `${lost} patient(s) are gone without an erasure: somebody deleted them in the database. A backup has them`,
    );
}

async function show(context: CommandContext): Promise<void> {
  const services = await context.services();
  const { clinic, patient, action, since } = context.values;
  if (typeof clinic !== 'string') throw new UsageError('--clinic is missing');
  if (since !== undefined && !isIsoDate(since))
    throw new UsageError('--since must be a date like 2026-01-31');
  const { id } = await findClinic(services, clinic);
  const rows = await withTenant(services.pool, id, async (db) =>
    listAudit(db, id, {
      most: MOST_SHOWN,
      ...(typeof patient === 'string' && { patientId: (await findPatient(db, id, patient)).id }),
      ...(typeof action === 'string' && { action }),
      ...(isIsoDate(since) && { since: beginOf(since, services) }),
    }),
  );
  if (rows.length === MOST_SHOWN)
    context.note(`only the newest ${MOST_SHOWN} rows; narrow it with --since, --patient or --action`);
  context.print(rows);
}

// A day begins at midnight in the clinic's time zone, not in UTC.
function beginOf(day: IsoDate, { config }: Services): string {
  return new Date(startOfDay(day, config.public.time_zone)).toISOString();
}

/** After a recovery to a point in time the heads name rows that are gone. The trail says so itself and goes on. */
async function noteRecovery(context: CommandContext): Promise<void> {
  const services = await context.services();
  const moment = Date.parse(String(context.values['at'] ?? ''));
  if (Number.isNaN(moment)) throw new UsageError('--at must be a moment like 2026-01-31T14:05:00+01:00');
  const objectId = `point in time ${new Date(moment).toISOString()}`;
  const printed = [];
  // Nothing is sealed before this check: a new row would take the place of a lost one, whose head was written.
  for await (const { name, rows, lost, verified } of verifyUpToEnds(services.pool, context.dataDir)) {
    if (verified.found > 0)
      throw new StartError(
        `${name}: the trail was not only cut at its end; "audit verify" says where. Was the server started already?`,
      );
    printed.push({ clinic: name, rows, rows_lost: lost });
  }
  for (const { id } of await withoutTenant(services.pool, listClinics))
    await withTenant(services.pool, id, (db) =>
      appendAudit(db, operator, terminal, { action: 'backup_restored', objectId }),
    );
  setHeadsAside(context.dataDir, context.note);
  context.print(printed);
}

export const auditCommands: Command[] = [
  {
    words: 'audit verify',
    summary: 'Check the audit trail for edits, deletions, insertions, reorderings and a cut end',
    help: 'Compares it with the heads in DATA_DIR/audit-heads-*.jsonl, a file a month: keep copies of these files elsewhere.',
    options: { clinic: { type: 'string' } },
    run: verify,
  },
  {
    words: 'audit show',
    summary: 'Show who saw and did what, newest first',
    help: '--clinic is needed: its id or name. --patient (a code), --action and --since (a date like 2026-01-31) narrow it.',
    options: {
      clinic: { type: 'string' },
      patient: { type: 'string' },
      action: { type: 'string' },
      since: { type: 'string' },
    },
    run: show,
  },
  {
    words: 'audit note-recovery',
    summary:
      'Record in every audit trail that the database was recovered to a point in time; run it before the server starts',
    help: 'It keeps the former heads beside the new ones. It refuses if more than the end of a trail is missing.',
    options: { at: { type: 'string' } },
    destructive: true,
    run: noteRecovery,
  },
];
