import { nameKey } from '../../domain/patient-code.ts';
import { appendAudit } from '../audit/queries.ts';
import { withoutTenant, withTenant } from '../db/transaction.ts';
import { StartError } from '../start-error.ts';
import { required, type Command, type CommandContext } from './command.ts';
import { operator, terminal } from './operator.ts';
import * as queries from './queries.ts';

async function erase(context: CommandContext): Promise<void> {
  const clinicText = required(context, 0, 'the clinic');
  const code = required(context, 1, 'the code of the patient');
  const { pool } = await context.services();
  const clinic = await withoutTenant(pool, (db) =>
    queries.findClinicByIdOrName(db, clinicText, nameKey(clinicText)),
  );
  if (!clinic) throw new StartError(`there is no clinic "${clinicText}"; see: npm run manage -- clinic list`);
  await withTenant(pool, clinic.id, async (db) => {
    const patient = await queries.findPatientId(db, clinic.id, nameKey(code));
    if (!patient) throw new StartError(`this clinic has no patient "${code}"`);
    await queries.deletePatient(db, clinic.id, patient.id);
    await appendAudit(db, operator, terminal, { action: 'patient_erased', patientId: patient.id });
  });
  context.note(
    'the patient and everything that belongs to them is deleted; backups keep it until they expire',
  );
}

export const patientCommands: Command[] = [
  {
    words: 'erase patient',
    positionals: '<clinic id or name> <code>',
    summary: 'Delete a patient with all answers, scores, reports and addresses',
    help: 'The audit trail keeps that it happened, without code, birth date or answers.',
    destructive: true,
    run: erase,
  },
];
