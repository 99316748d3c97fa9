import { existsSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { typedNameKey } from '../../domain/patient-code.ts';
import { appendAudit } from '../audit/queries.ts';
import { sealAudit } from '../audit/sealer.ts';
import { withTenant } from '../database/transaction.ts';
import { exportPatient } from '../subject-rights/access-export.ts';
import { erasePatient } from '../subject-rights/erase.ts';
import { lockPatient } from '../subject-rights/queries.ts';
import { sweep } from '../subject-rights/retention.ts';
import { servicesOf } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';
import { findPatient, namedClinic } from './find-clinic.ts';
import { operator, terminal } from '../audit/operator.ts';

async function erase(context: CommandContext): Promise<void> {
  const code = required(context, 1, 'the code of the patient');
  const { services, clinic } = await namedClinic(context);
  // Erasing empties sealed rows only, so the waiting rows are sealed first.
  await sealAudit(services.pool);
  await withTenant(services.pool, clinic.id, async (db) => {
    const patient = await lockPatient(db, clinic.id, ['code_key', typedNameKey(code)]);
    if (!patient) throw new StartError(`this clinic has no patient "${code}"`);
    await erasePatient(db, services.keys, patient, { role: operator.role, requestId: terminal.id });
  });
  await sweep(services);
  context.print([{ clinic: clinic.name, erased: true }]);
  context.note(
    'the patient and all data of this patient are deleted. Take a backup now: with its new list of patient keys no older ' +
      'backup can be read for this patient any more',
  );
}

async function exportData(context: CommandContext): Promise<void> {
  const code = required(context, 1, 'the code of the patient');
  const { to } = context.values;
  if (typeof to !== 'string' || to === '') throw new UsageError('--to is missing: the file to write');
  refuseTarget(to);
  const { services, clinic } = await namedClinic(context);
  const data = await withTenant(services.pool, clinic.id, async (db) => {
    const patient = await findPatient(db, clinic.id, code);
    await appendAudit(db, operator, terminal, { action: 'patient_exported', patientId: patient.id });
    return exportPatient(db, await servicesOf(db, services, clinic.id), { clinic, patient });
  });
  writeClosed(to, `${JSON.stringify(data, null, 2)}\n`);
  context.print(data.data.map(({ table, rows: { length } }) => ({ table, rows: length })));
  context.note(`${to} holds all data of this patient: hand it over in a safe way, then delete it`);
}

// Checked before the row of the audit trail is written.
function refuseTarget(path: string): void {
  if (existsSync(path)) throw new StartError(`the file ${path} exists already`);
  if (!existsSync(dirname(resolve(path)))) throw new StartError(`there is no folder for the file ${path}`);
}

// Written after the commit, so that no file exists without its row in the audit trail.
function writeClosed(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    throw new StartError(`the file cannot be written: ${(error as Error).message}`);
  }
}

export const patientCommands: Command[] = [
  {
    words: 'patient export',
    positionals: '<clinic id or name> <code>',
    summary: 'Write everything stored on one patient into a JSON file, for an access request (GDPR Art. 15)',
    help: 'Decrypted, with every field explained in German. --to names the file, which must not exist yet.',
    options: { to: { type: 'string' } },
    run: exportData,
  },
  {
    words: 'erase patient',
    positionals: '<clinic id or name> <code>',
    summary: 'Delete a patient with all answers, scores, reports and addresses',
    help: 'The audit trail keeps that it happened, without code, birth date or answers.',
    destructive: true,
    run: erase,
  },
];
