import { resolve } from 'node:path';
import { protocolWindow, type Protocol } from '../../domain/protocol.ts';
import { WINDOW_TYPES } from '../../domain/window-types.ts';
import { protocolRevision } from '../instruments/clinic-content.ts';
import { readProtocol, requireInstruments } from '../instruments/instrument-files.ts';
import { withTenant } from '../database/transaction.ts';
import { applyProtocol } from '../patients/apply-protocol.ts';
import { servicesOf } from '../services.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { configuredInstruments } from './configured-instruments.ts';
import { chosenClinics } from './find-clinic.ts';

async function apply(context: CommandContext): Promise<void> {
  const { values, positionals, note } = context;
  const [file] = positionals;
  const isTrial = values['dry-run'] === true;
  if (!isTrial && file !== undefined)
    throw new UsageError(
      'a file is only possible with --dry-run: put the protocol into force first (CONFIG_FILE)',
    );
  if (!isTrial && !values['yes'])
    throw new UsageError(
      '"protocol apply" changes windows of patients. Try it with --dry-run, then add --yes',
    );
  const services = await context.services();
  const next = file === undefined ? undefined : readChecked(resolve(file));
  const rows = [];
  const changes = new Set<string>();
  for (const { id, name } of await chosenClinics(context, services)) {
    const { registry } = await withTenant(services.pool, id, (db) => servicesOf(db, services, id));
    const inForce = registry.protocol;
    const isOwn = protocolRevision(id, inForce) > 0;
    if (isOwn)
      note(
        `${name} has set a protocol itself (${inForce.version}): it is in force in place of the operator's file`,
      );
    const protocol = isOwn ? inForce : (next ?? inForce);
    for (const line of questionnaireChanges(inForce, protocol)) changes.add(line);
    const counts = await applyProtocol(services, id, { protocol, isTrial });
    rows.push({ clinic: name, protocol: `${protocol.id} ${protocol.version}`, ...counts });
  }
  for (const line of changes) note(line);
  context.print(rows);
  if (isTrial) note('nothing was changed');
}

function readChecked(file: string): Protocol {
  const read = readProtocol(file);
  requireInstruments(read, configuredInstruments());
  return read.protocol;
}

/** What new surveys ask from the moment on in which the protocol is in force. It needs no "apply". */
function questionnaireChanges(before: Protocol, after: Protocol): string[] {
  return WINDOW_TYPES.flatMap((type) => {
    const [old = [], now = []] = [before, after].map((one) => protocolWindow(one, type)?.instruments);
    const changes = [
      ...now.filter((id) => !old.includes(id)).map((id) => `with ${id}`),
      ...old.filter((id) => !now.includes(id)).map((id) => `without ${id}`),
    ];
    return changes.length > 0 ? [`${type}: new surveys ${changes.join(', ')}`] : [];
  });
}

export const protocolCommands: Command[] = [
  {
    words: 'protocol apply',
    positionals: '[file]',
    summary: 'Adapt the windows of registered patients to the protocol in force; --dry-run only counts',
    help: [
      'A changed protocol applies to new and edited patients at once, and to the others with this command. Windows that have',
      'ended stay, and so do windows with a survey. With --dry-run and a file it shows what that protocol would change, also',
      'in the questionnaires of new surveys. Where a clinic has set its questionnaires itself, they stay, and so do the windows',
      'that the file had then. --clinic: only this clinic.',
    ].join('\n'),
    options: { 'dry-run': { type: 'boolean' }, clinic: { type: 'string' } },
    run: apply,
  },
];
