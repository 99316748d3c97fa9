// Writes 0.2.0/schema.sql and 0.2.0/data.copy anew, as long as 0.2.0 is not released: node test/upgrade/make-data.ts. The data
// of a release never changes afterwards.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after } from 'node:test';
import { Client } from 'pg';
import { buildApp } from '../../src/server/app.ts';
import { sealAudit } from '../../src/server/audit/sealer.ts';
import { keysOfPatients } from '../../src/server/backup/backup-keys.ts';
import { planTables } from '../../src/server/backup/table-queries.ts';
import { readConfig } from '../../src/server/settings/config.ts';
import { readLines, withCopySnapshot } from '../../src/server/database/copy.ts';
import { insertFingerprint } from '../../src/server/database/queries.ts';
import { withoutTenant } from '../../src/server/database/transaction.ts';
import { cellPlace, type EncryptedColumn } from '../../src/server/keys/cells.ts';
import { encryptField, fingerprint } from '../../src/server/keys/keys.ts';
import type { Services } from '../../src/server/services.ts';
import { aClinician, anAdmin, aPatient, inClinic, signIn } from '../builders.ts';
import { call } from '../call.ts';
import { aCourseSignal } from '../course-scene.ts';
import { aCrisisEvent } from '../crisis-rows.ts';
import { testServices } from '../services.ts';
import {
  answersTo,
  answerSurvey,
  getPage,
  pageWith,
  saveDraft,
  submit,
  withAnswer,
} from '../survey-calls.ts';
import { dataFile, first, schemaFile } from './first-data.ts';
import { schemaOfRelease } from './newer-program.ts';

const INSTRUMENTS = ['socio', 'dep', 'email'];

type Asking = { instruments: string[] };

/** A part or window of a protocol that asks for a few instruments only. */
const fewer = <Part extends Asking>(part: Part): Part => ({
  ...part,
  instruments: part.instruments.filter((id) => INSTRUMENTS.includes(id)),
});

/** The file of a short survey, so that the data set stays small. */
function shortProtocol(): string {
  const {
    skips: _,
    parts,
    windows,
    ...standard
  } = JSON.parse(readFileSync('protocols/standard.json', 'utf8'));
  const short = {
    ...standard,
    id: 'short',
    version: '1.0.0',
    parts: parts.map(fewer).filter((part: Asking) => part.instruments.length > 0),
    windows: windows.map(fewer),
  };
  const file = join(mkdtempSync(join(tmpdir(), 'resonanz-first-')), 'protocol.json');
  writeFileSync(file, JSON.stringify(short));
  return file;
}

async function fill(services: Services): Promise<void> {
  const { clinicId, finished, begun, notes } = first;
  const app = await buildApp(services);
  await withoutTenant(services.pool, (db) => insertFingerprint(db, 1, fingerprint(services.keys, 1)));
  await withoutTenant(services.pool, (db) =>
    db
      .insertInto('clinics')
      .values({ id: clinicId, name: first.clinic, name_key: first.clinic.toLowerCase() })
      .execute(),
  );
  const [admin = '', one = '', other = ''] = first.staff;
  await anAdmin(services, clinicId, { username: admin });
  const clinician = await aClinician(services, clinicId, { username: one });
  const colleague = await aClinician(services, clinicId, { username: other });
  const shared = { clinicianId: clinician.id, admission: first.day };
  const done = await aPatient(services, clinicId, {
    ...shared,
    code: finished.code,
    birthDate: finished.birthDate,
    labels: [...finished.labels],
    diagnosisIds: ['F41.1', 'F32.1'],
  });
  const asDone = await signIn(services, done);
  const { survey_session_id: session } = await getPage(app, asDone);
  await answerSurvey(app, asDone);
  const asClinician = await signIn(services, clinician);
  const report = await call(app, 'getClinicianReport', { as: asClinician, params: { id: session } });
  if (report.status !== 200) throw new Error(`the report answered ${report.status}`);
  const early = { at: first.moment, itemId: 'dep-30' };
  const event = await aCrisisEvent(services, done, session, {
    ...early,
    acknowledged: { by: colleague, note: notes[0]! },
  });
  const signal = await aCourseSignal(services, done, session);

  const waiting = await aPatient(services, clinicId, { ...shared, ...begun });
  const asWaiting = await signIn(services, waiting);
  const page = await pageWith(app, asWaiting, 'socio-11');
  const said = { value: begun.text, label: begun.text };
  await submit(app, asWaiting, withAnswer(answersTo(page), 'socio-11', said));
  await saveDraft(app, asWaiting, answersTo(await getPage(app, asWaiting)));

  const cell = (column: EncryptedColumn, key: Record<string, string>, text: string) =>
    encryptField(services.keys, text, cellPlace(column, key as never));
  await inClinic(services, clinicId, async (db) => {
    const place = { clinicId, patientId: waiting.id, kind: 'POST' };
    await db
      .insertInto('mail_addresses')
      .values({
        clinic_id: clinicId,
        patient_id: waiting.id,
        kind: 'POST',
        address_encrypted: cell('mail_addresses|address_encrypted', place, begun.address),
      })
      .execute();
    const own = { clinicId, accountId: clinician.id };
    await db
      .insertInto('reminder_addresses')
      .values({
        clinic_id: clinicId,
        account_id: clinician.id,
        address_encrypted: cell('reminder_addresses|address_encrypted', own, begun.address),
      })
      .execute();
    await db
      .insertInto('second_factors')
      .values({
        clinic_id: clinicId,
        account_id: clinician.id,
        encrypted: cell('second_factors|encrypted', own, '{"secret":"","recovery":[]}'),
      })
      .execute();
    await db
      .insertInto('sharing_answers')
      .values({ clinic_id: clinicId, patient_id: done.id, allowed: true, answered_at: first.moment })
      .execute();
    await db
      .updateTable('crisis_events')
      .set({
        handed_note_encrypted: cell(
          'crisis_events|handed_note_encrypted',
          { clinicId, eventId: event },
          notes[2]!,
        ),
        postponed_note_encrypted: cell(
          'crisis_events|postponed_note_encrypted',
          { clinicId, eventId: event },
          notes[1]!,
        ),
      })
      .where('id', '=', event)
      .execute();
    await db
      .updateTable('course_signals')
      .set({
        postponed_note_encrypted: cell(
          'course_signals|postponed_note_encrypted',
          { clinicId, signalId: signal },
          notes[1]!,
        ),
      })
      .where('id', '=', signal)
      .execute();
  });
  await withCopySnapshot(services.pool, (client) => keysOfPatients(client, services));
  await sealAudit(services.pool);
}

// What the surveys were not pinned to would make the file ten times as long.
const pinned = `(id, version) IN (SELECT one ->> 'id', one ->> 'version'
  FROM survey_sessions, jsonb_array_elements(instruments) AS one)`;
const conditions: Record<string, string> = { '"instrument_versions"': `WHERE ${pinned}` };

async function dump({ pool }: Services): Promise<string> {
  // A backup keeps the data keys apart from the rows that they open.
  const keys = {
    name: '"patient_data_keys"',
    columns: ['"clinic_id"', '"patient_id"', '"key_encrypted"', '"created"'],
  };
  const tables = [...(await planTables(pool, 'installation')), keys];
  const client = new Client(pool.options.connectionString);
  await client.connect();
  await client.query(`SET timezone = 'UTC'`);
  let text = '';
  for (const { name, columns } of tables) {
    const list = columns.join(', ');
    let lines = '';
    for await (const piece of readLines(
      client,
      `SELECT ${list} FROM ${name} ${conditions[name] ?? ''} ORDER BY ${list}`,
    ))
      lines += piece.toString();
    if (lines !== '') text += `COPY ${name} (${list})\n${lines}\\.\n`;
  }
  await client.end();
  return text;
}

const at = Date.parse(first.moment);
const services = await testServices({
  keys: first.keys,
  config: { ...readConfig(undefined), protocol: shortProtocol() },
  drawSeed: () => 'first',
  now: () => at,
  today: () => first.day,
});
await fill(services);
writeFileSync(dataFile, await dump(services));
writeFileSync(schemaFile, schemaOfRelease());
after(() => process.exit());
