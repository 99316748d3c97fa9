import { existsSync } from 'node:fs';
import { beginHeadsAnew, readHeads } from '../audit/heads-file.ts';
import { verifyAudit } from '../audit/verify.ts';
import { exportClinic, importClinic } from '../backup/clinic-move.ts';
import { keepExportSecret, readExportSecret } from '../keys/key-file.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { readIdentity, recipientsOf } from './backup-commands.ts';
import { optionText, type Command, type CommandContext } from './command.ts';
import { namedClinic } from './find-clinic.ts';
import { refuseOtherLogin } from './suspension-commands.ts';

async function exportTo(context: CommandContext): Promise<void> {
  const to = optionText(context, 'to');
  const recipients = recipientsOf(context);
  const { services, clinic } = await namedClinic(context);
  if (existsSync(to)) throw new StartError(`there is a file ${to} already`);
  const studySecret = readExportSecret(context.dataDir, clinic.id);
  const written = await exportClinic(services, clinic, { to, recipients, studySecret, note: context.note });
  context.print([{ clinic: clinic.name, ...written }]);
  context.note(
    'the clinic is still here, suspended. Erase it when the other installation shows the same checksum',
  );
}

async function importFrom(context: CommandContext): Promise<void> {
  const { dataDir, note } = context;
  const from = optionText(context, 'from');
  if (!existsSync(from)) throw new StartError(`there is no file ${from}`);
  const identity = readIdentity(optionText(context, 'identity'));
  const services = await context.services();
  const target = { url: await context.databaseUrl(), pool: services.pool, keys: services.keys };
  const imported = await importClinic(target, {
    from,
    identity,
    note,
    keepStudySecret: (id, secret) => {
      if (keepExportSecret(dataDir, id, secret))
        note('the key for study ids of this clinic was added to keys/secrets.json: back that file up again');
    },
  }).catch(refuseOtherLogin);
  await forgetOtherHeads(context, services, imported.id);
  context.print([imported]);
  note(
    'the clinic is suspended, and no password of its staff fits: "admin reset-password", then "clinic resume". Take a backup',
  );
}

/** The clinic was here before, and comes back from an older state: heads of rows that are gone do not count any more. */
async function forgetOtherHeads(
  { dataDir, note }: CommandContext,
  { pool, now }: Services,
  id: string,
): Promise<void> {
  const headsOf = await readHeads(dataDir);
  const { found } = await verifyAudit(pool, id, headsOf(id));
  if (found === 0) return;
  beginHeadsAnew(dataDir, id, new Date(now()).toISOString());
  note(
    'this installation has older heads of this clinic that do not fit its trail; they are set aside and not compared any more',
  );
}

export const moveCommands: Command[] = [
  {
    words: 'clinic export',
    positionals: '<id or name>',
    summary: 'Write a suspended clinic with all its rows into an encrypted file for another installation',
    help: [
      '--to names the file, --recipient (as often as needed) an age recipient who can open it: "backup key" of the other',
      'installation makes one. Both installations have the same version. For research data see "export".',
    ].join('\n'),
    options: { to: { type: 'string' }, recipient: { type: 'string', multiple: true } },
    run: exportTo,
  },
  {
    words: 'clinic import',
    summary:
      'Take over a clinic from the file of "clinic export", beside running servers; needs the login that migrates',
    help: [
      '--from names the file, --identity the file with the age identity. The rows are encrypted with the keys of this',
      'installation, read back and compared, and the trail is verified; nothing is stored if anything is wrong. The clinic stays',
      'suspended.',
    ].join('\n'),
    options: { from: { type: 'string' }, identity: { type: 'string' } },
    run: importFrom,
  },
];
