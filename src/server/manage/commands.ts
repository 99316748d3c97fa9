import { adminCommands } from './admin-commands.ts';
import { auditCommands } from './audit-commands.ts';
import { backupCommands } from './backup-commands.ts';
import { clinicCommands } from './clinic-commands.ts';
import type { Command } from './command.ts';
import { configCommands } from './config-commands.ts';
import { courseCommands } from './course-command.ts';
import { databaseCommands } from './database-commands.ts';
import { doctorCommand } from './doctor-command.ts';
import { exportCommand } from './export-command.ts';
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

/** Every command of the operator, in the order of `help`. */
export const commands: Command[] = [
  ...clinicCommands,
  ...suspensionCommands,
  ...moveCommands,
  ...adminCommands,
  ...staffCommands,
  ...secondFactorCommands,
  ...instrumentCommands,
  ...protocolCommands,
  simulateCommand,
  ...courseCommands,
  manualCommand,
  exportCommand,
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
