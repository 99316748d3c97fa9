import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationText } from '../../src/server/database/migrate.ts';

const project = new URL('../..', import.meta.url).pathname;

// Node.js finds a file by where it really is, so what names other files must be a copy.
const copied = ['src', 'migrations'];

/** The migrations of 0.2.0, the first release with data. */
export const released = ['001_schema.sql', '002_diagnoses.sql', '003_expected_course.sql'];

/** Their statements, without the catalogue of diagnoses. */
export const schemaOfRelease = (): string =>
  [released[0], released[2]].map((name) => migrationText(name!)).join('\n');

/** The name of the migration that only tests know. */
export const MADE_UP = '999_made_up.sql';

/** A migration that adds and takes away, as one of a later release may. */
const statements = `-- needs: 003_expected_course.sql
CREATE TABLE made_up (
  clinic_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  said text NOT NULL,
  PRIMARY KEY (clinic_id, patient_id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);
ALTER TABLE made_up ENABLE ROW LEVEL SECURITY;
ALTER TABLE made_up FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON made_up USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
GRANT SELECT, INSERT ON made_up TO resonanz_app;
ALTER TABLE patients ADD COLUMN made_up text;
ALTER TABLE made_up DROP COLUMN said;
`;

/** Puts a copy of this program into an empty folder. */
export function copyProgram(folder: string): void {
  for (const name of readdirSync(project).filter((one) => !one.startsWith('.') && one !== 'dist')) {
    if (copied.includes(name)) cpSync(join(project, name), join(folder, name), { recursive: true });
    else symlinkSync(join(project, name), join(folder, name));
  }
}

/** Makes a copy of this program the one of a next release. */
export function addMigration(folder: string): void {
  writeFileSync(join(folder, 'migrations', MADE_UP), statements);
}
