import { join } from 'node:path';
import { startOfDay } from '../../domain/dates.ts';
import { type IsoDate, isIsoDate } from '../../domain/iso-date.ts';
import { nameKey } from '../../domain/patient-code.ts';
import { HEADS_FILE, readHeads } from '../audit/heads-file.ts';
import { listAudit } from '../audit/seal-queries.ts';
import { sealAudit } from '../audit/sealer.ts';
import { verifyAudit } from '../audit/verify.ts';
import { withoutTenant, withTenant } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import { StartError } from '../start-error.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { findClinic } from './find-clinic.ts';
import * as queries from './queries.ts';

const MOST_SHOWN = 1000;
const MOST_FINDINGS = 20;

async function clinicsOf(services: Services, { values: { clinic } }: CommandContext) {
  if (typeof clinic !== 'string') return withoutTenant(services.pool, queries.listClinics);
  return [await findClinic(services, clinic)];
}

// Rows that still wait are sealed first, so that the check covers the whole trail.
async function verify(context: CommandContext): Promise<void> {
  const services = await context.services();
  await sealAudit(services.pool);
  const rows = [];
  let wrong = 0;
  const headsOf = await readHeads(join(context.dataDir, HEADS_FILE));
  for (const { id, name } of await clinicsOf(services, context)) {
    const heads = headsOf(id);
    const { sealed, head, findings } = await verifyAudit(services.pool, id, heads);
    wrong += findings.length;
    rows.push({
      clinic: name,
      rows: sealed,
      head: head.slice(0, 16),
      written_heads: heads.size,
      findings: findings.length,
    });
    for (const { kind, seq, row } of findings.slice(0, MOST_FINDINGS))
      context.note(`${name}: ${kind}${at('place', seq)}${at('row', row)}`);
    noteMore(findings, context, name);
  }
  context.print(rows);
  if (wrong > 0) throw new StartError(`the audit trail was tampered with: ${wrong} finding(s)`);
}

function noteMore(findings: readonly unknown[], { note }: CommandContext, name: string): void {
  const more = findings.length - MOST_FINDINGS;
  if (more > 0) note(`${name}: and ${more} findings more`);
}

const at = (what: string, number: number | undefined) =>
  number === undefined ? '' : ` at ${what} ${number}`;

async function show(context: CommandContext): Promise<void> {
  const services = await context.services();
  const { clinic, patient, action, since } = context.values;
  if (typeof clinic !== 'string') throw new UsageError('--clinic is missing');
  if (since !== undefined && !isIsoDate(since))
    throw new UsageError('--since must be a date like 2026-01-31');
  const rows = [];
  for (const { id } of await clinicsOf(services, context)) {
    const found = await withTenant(services.pool, id, async (db) => {
      const patientId = typeof patient === 'string' ? await patientIdOf(db, id, patient) : undefined;
      return listAudit(db, id, {
        most: MOST_SHOWN,
        ...(patientId !== undefined && { patientId }),
        ...(typeof action === 'string' && { action }),
        ...(isIsoDate(since) && { since: beginOf(since, services) }),
      });
    });
    rows.push(...found);
  }
  if (rows.length === MOST_SHOWN)
    context.note(`only the youngest ${MOST_SHOWN} rows; narrow it with --since, --patient or --action`);
  context.print(rows);
}

// A day begins at midnight in the clinic's time zone, not in UTC.
function beginOf(day: IsoDate, { config }: Services): string {
  return new Date(startOfDay(day, config.public.time_zone)).toISOString();
}

async function patientIdOf(
  db: Parameters<typeof queries.findPatientId>[0],
  clinicId: string,
  code: string,
): Promise<string> {
  const patient = await queries.findPatientId(db, clinicId, nameKey(code));
  if (!patient) throw new StartError(`this clinic has no patient "${code}"`);
  return patient.id;
}

export const auditCommands: Command[] = [
  {
    words: 'audit verify',
    summary: 'Check the audit trail for edits, deletions, insertions, reorderings and a cut end',
    help: `Compares it with the heads in DATA_DIR/${HEADS_FILE} as well: keep copies of that file elsewhere.`,
    options: { clinic: { type: 'string' } },
    run: verify,
  },
  {
    words: 'audit show',
    summary: 'Show who saw and did what, youngest first',
    help: '--clinic is needed: its id or name. --patient (a code), --action and --since (a date like 2026-01-31) narrow it.',
    options: {
      clinic: { type: 'string' },
      patient: { type: 'string' },
      action: { type: 'string' },
      since: { type: 'string' },
    },
    run: show,
  },
];
