import { adminCommands } from './admin-commands.ts';
import { auditCommands } from './audit-commands.ts';
import { backupCommands } from './backup-commands.ts';
import { clinicCommands } from './clinic-commands.ts';
import type { SettingsPart } from '../settings/config.ts';
import type { ResearchPart } from '../research/research-part.ts';
import type { FormsPart } from '../instruments/form-reader.ts';
import type { Command, CommandsPart, FilesPart } from './command.ts';
import { configCommands } from './config-commands.ts';
import { databaseCommands } from './database-commands.ts';
import { doctorCommand } from './doctor-command.ts';
import { draftCommands } from './draft-commands.ts';
import { exportCommand } from './export-command.ts';
import { importCommand } from './import-command.ts';
import { instrumentCommands } from './instrument-commands.ts';
import { keyCommands } from './key-commands.ts';
import { mailCommands } from './mail-commands.ts';
import { moveCommands } from './move-commands.ts';
import { manualCommand } from './manual-command.ts';
import { patientCommands } from './patient-commands.ts';
import { secondFactorCommands } from './second-factor-commands.ts';
import { protocolCommands } from './protocol-commands.ts';
import { replayCommands } from './replay-commands.ts';
import { retentionCommands } from './retention-commands.ts';
import { simulateCommand } from './simulate-command.ts';
import { suspensionCommands } from './suspension-commands.ts';
import { staffCommands } from './staff-commands.ts';

/** What the operator's program takes of an extension. */
export type OperatorPart = SettingsPart & CommandsPart & FormsPart & FilesPart & ResearchPart;

/** Every command of the operator, in the order of `help`: those of an extension stand behind others with their first word. */
export function commandsWith(extensions: readonly OperatorPart[]): readonly Command[] {
  const added = extensions.flatMap(({ commands = [] }) => commands);
  return added.reduce<readonly Command[]>(insertCommand, ownCommands(extensions));
}

function insertCommand(commands: readonly Command[], added: Command): readonly Command[] {
  const [subject] = added.words.split(' ');
  const last = commands.findLastIndex(({ words }) => words.split(' ')[0] === subject);
  return commands.toSpliced(last === -1 ? commands.length : last + 1, 0, added);
}

const ownCommands = (extensions: readonly OperatorPart[]): readonly Command[] => [
  ...clinicCommands,
  ...suspensionCommands,
  ...moveCommands,
  ...adminCommands,
  ...staffCommands,
  ...secondFactorCommands,
  ...instrumentCommands,
  importCommand,
  ...draftCommands,
  ...protocolCommands,
  simulateCommand,
  manualCommand,
  exportCommand(extensions),
  ...patientCommands,
  ...replayCommands,
  ...retentionCommands,
  ...mailCommands,
  ...auditCommands,
  ...keyCommands,
  ...backupCommands,
  ...databaseCommands,
  ...configCommands,
  doctorCommand,
];
