import { nameKey } from '../../domain/patient-code.ts';
import { sealAudit } from '../audit/sealer.ts';
import { withTenant } from '../db/transaction.ts';
import { erasePatient } from '../retention/erase.ts';
import { lockPatient } from '../retention/queries.ts';
import { StartError } from '../start-error.ts';
import { required, type Command, type CommandContext } from './command.ts';
import { findClinic } from './find-clinic.ts';
import { operator, terminal } from './operator.ts';

async function erase(context: CommandContext): Promise<void> {
  const clinicText = required(context, 0, 'the clinic');
  const code = required(context, 1, 'the code of the patient');
  const services = await context.services();
  const clinic = await findClinic(services, clinicText);
  // What is not sealed yet could not be emptied.
  await sealAudit(services.pool);
  await withTenant(services.pool, clinic.id, async (db) => {
    const patient = await lockPatient(db, clinic.id, nameKey(code));
    if (!patient) throw new StartError(`this clinic has no patient "${code}"`);
    await erasePatient(db, services.keys, patient, { role: operator.role, requestId: terminal.id });
  });
  context.note(
    'the patient and everything that belongs to them is deleted. Take a backup now: its list of patient keys replaces ' +
      'the one before, and no older backup can be read for this patient any more',
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
