import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { addDays, addMonths } from '../../src/domain/dates.ts';
import { nameKey } from '../../src/domain/patient-code.ts';
import { surveyWindows } from '../../src/domain/windows.ts';
import { buildApp } from '../../src/server/app.ts';
import { hashSecret } from '../../src/server/login/password-hash.ts';
import { writeLines } from '../../src/server/database/copy.ts';
import type { Schema } from '../../src/server/database/schema.ts';
import { openAnswer, sealAnswer, type AnswerRow } from '../../src/server/keys/answer-cells.ts';
import { sealContent } from '../../src/server/keys/patient-cells.ts';
import { openScore, sealScore, type ScoreRow } from '../../src/server/keys/score-cells.ts';
import type { Services } from '../../src/server/services.ts';
import { aClinic, aClinician, aPatient, BIRTH_DATE, inClinic, signIn } from '../../test/builders.ts';
import { answerSurvey } from '../../test/survey-calls.ts';

export type RegisterSize = { clinics: number; patients: number; surveys: number };
export type FilledClinic = { id: string; name: string; patients: number; surveys: number };

const TEMPLATES = 5;
const CLINICIANS = 20;
const LINES = 2000;
const TRAIL_ROWS_A_SURVEY = 8;
// Only these are read one by one. The other cells have the right length and cannot be opened, which fills faster.
const OPENED_CLINICS = 2;

type Value = string | number | Buffer | null;

/** A survey that was taken through the product. */
type Template = {
  versions: string;
  seed: string;
  pages: { number: number; time: number }[];
  answers: { row: AnswerRow & { page_number: number; position: number; time_taken: number } }[];
  scores: { row: ScoreRow & { instrument_version: string; algorithm_version: string }; result: unknown }[];
  open: { clinicId: string; sessionId: string };
};

/**
 * Fills a database with clinics by COPY. Every survey is a copy of one that was taken through the product, under the keys of
 * its own place. The second clinic is four times as large as the others; the patients of the first one finished more surveys.
 */
export async function fillRegister(
  services: Services,
  databaseUrl: string,
  { clinics, patients, surveys }: RegisterSize,
): Promise<FilledClinic[]> {
  const templates = surveys > 0 ? await takeTemplates(services) : [];
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  // Written by the database's administrator: triggers and row-level security are not measured here.
  await client.query(`SET session_replication_role = replica`);
  const secretHash = await hashSecret(services.keys, BIRTH_DATE);
  const filled: FilledClinic[] = [];
  const weights = Array.from({ length: clinics }, (_, index) => (index === 1 ? 4 : 1));
  const shares = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    const clinic = { id: randomUUID(), name: `Ambulanz ${String(index).padStart(4, '0')}` };
    const count = Math.round((patients * weight) / shares);
    const mostSurveys = index === 0 ? 5 : Math.ceil(surveys / Math.max(1, patients)) + 1;
    const wanted =
      index === 0
        ? Math.min(count * 5, Math.round(surveys * 0.2))
        : Math.round(((surveys - (filled[0]?.surveys ?? 0)) * weight) / (shares - 1));
    const written = await fillClinic(
      { client, services, templates, secretHash },
      { ...clinic, count, wanted, mostSurveys, opens: index < OPENED_CLINICS },
    );
    filled.push({ ...clinic, patients: count, surveys: written });
  }
  await client.query(
    `SELECT setval(pg_get_serial_sequence('audit', 'id'), greatest(1, (SELECT max(id) FROM audit)))`,
  );
  await client.query('VACUUM ANALYZE');
  await client.end();
  return filled;
}

async function takeTemplates(services: Services): Promise<Template[]> {
  const app = await buildApp(services);
  const clinic = await aClinic(services, { name: 'Vorlagen' });
  const { id: clinicianId } = await aClinician(services, clinic.id);
  const templates = [];
  for (let number = 0; number < TEMPLATES; number++) {
    const patient = await aPatient(services, clinic.id, { clinicianId });
    await answerSurvey(app, await signIn(services, patient));
    templates.push(await readTemplate(services, patient));
  }
  await app.close();
  return templates;
}

function readTemplate(
  { pool, keys }: Services,
  { clinicId, id }: { clinicId: string; id: string },
): Promise<Template> {
  return inClinic({ pool } as Services, clinicId, async (db) => {
    const session = await db
      .selectFrom('survey_sessions')
      .selectAll()
      .where('patient_id', '=', id)
      .executeTakeFirstOrThrow();
    const rows = <Table extends 'survey_pages' | 'answers' | 'scores'>(table: Table) =>
      db
        .selectFrom(table as 'answers')
        .selectAll()
        .where('session_id', '=', session.id)
        .execute();
    const pages = (await rows('survey_pages')) as unknown as { number: number; time_taken: number }[];
    const scores = (await rows('scores')) as unknown as Template['scores'][number]['row'][];
    const open = { clinicId, sessionId: session.id };
    return {
      versions: JSON.stringify(session.instruments),
      seed: session.seed,
      pages: pages.map(({ number, time_taken }) => ({ number, time: time_taken })),
      answers: (await rows('answers')).map((row) => ({ row: row as never })),
      scores: scores.map((row) => ({ row, result: openScore(keys, open, row) })),
      open,
    };
  });
}

type NewClinic = {
  id: string;
  name: string;
  count: number;
  wanted: number;
  mostSurveys: number;
  opens: boolean;
};
type Filling = { client: Client; services: Services; templates: Template[]; secretHash: string };

async function fillClinic(
  { client, services, templates, secretHash }: Filling,
  { id, name, count, wanted, mostSurveys, opens }: NewClinic,
): Promise<number> {
  const { keys, registry, today } = services;
  const staff = Array.from({ length: CLINICIANS + 1 }, () => randomUUID());
  await copy(client, 'clinics', ['id', 'name', 'name_key', 'contact'], [[id, name, nameKey(name), '']]);
  await copy(
    client,
    'accounts',
    ['clinic_id', 'id', 'role', 'username', 'username_key', 'password_hash', 'activated_at'],
    staff.map((one, index) => {
      const user = index === 0 ? 'admin' : `therapie${index}`;
      return [id, one, index === 0 ? 'admin' : 'clinician', user, user, secretHash, '2024-01-01'];
    }),
  );
  let surveys = 0;
  for (let start = 0; start < count; start += LINES) {
    const rows = new Rows();
    for (let number = start; number < Math.min(count, start + LINES); number++) {
      const patient = randomUUID();
      const admission = addDays(today(), -1 - ((number * 7) % 1000));
      const discharge = addMonths(admission, 12);
      const content = { birthDate: BIRTH_DATE, diagnosisIds: ['F32.1'], labels: [] };
      const code = `P${String(number).padStart(6, '0')}`;
      rows.add('patients', [
        id,
        patient,
        code,
        code.toLowerCase(),
        staff[1 + (number % CLINICIANS)]!,
        'FEMALE',
        admission,
        discharge,
        sealContent(keys, patient, content),
        secretHash,
      ]);
      let own = 0;
      for (const window of surveyWindows(registry.protocol, admission, discharge, admission)) {
        const windowId = randomUUID();
        rows.add('survey_windows', [
          id,
          windowId,
          patient,
          window.type,
          window.ordinal,
          window.start,
          window.end,
          window.label,
        ]);
        if (window.start > today() || own >= mostSurveys || surveys >= wanted) continue;
        own += 1;
        surveys += 1;
        addSurvey(rows, services, templates[surveys % templates.length]!, {
          clinicId: id,
          patient,
          windowId,
          window,
          staff: staff[1]!,
          opens,
        });
      }
    }
    await rows.write(client);
  }
  return surveys;
}

type Place = {
  clinicId: string;
  patient: string;
  windowId: string;
  staff: string;
  opens: boolean;
  window: { type: string; label: string; start: string };
};

function addSurvey(
  rows: Rows,
  { keys, registry }: Services,
  template: Template,
  { clinicId, patient, windowId, window, staff, opens }: Place,
): void {
  const sessionId = randomUUID();
  const session = { clinicId, sessionId };
  const { protocol } = registry;
  const at = `${window.start}T09:00:00Z`;
  rows.add('survey_sessions', [
    clinicId,
    sessionId,
    patient,
    windowId,
    window.type,
    window.label,
    protocol.id,
    protocol.version,
    template.versions,
    template.seed,
    at,
    at,
    at,
    template.pages.length,
    'none',
  ]);
  for (const { number, time } of template.pages)
    rows.add('survey_pages', [clinicId, sessionId, number, at, time]);
  for (const { row } of template.answers) {
    const seal = () =>
      sealAnswer(
        keys,
        session,
        { id: row.item_id, type: row.item_type },
        openAnswerOnce(keys, template, row),
      );
    const cell = opens ? seal() : cellLike(row.encrypted);
    rows.add('answers', [
      clinicId,
      sessionId,
      row.item_id,
      row.page_number,
      row.position,
      row.item_type,
      cell,
      row.time_taken,
    ]);
  }
  for (const { row, result } of template.scores) {
    const cell = opens ? sealScore(keys, session, row, result) : cellLike(row.result_encrypted);
    rows.add('scores', [
      clinicId,
      sessionId,
      row.instrument_id,
      row.scale,
      row.instrument_version,
      row.algorithm_version,
      cell,
    ]);
  }
  for (let index = 0; index < TRAIL_ROWS_A_SURVEY; index++) {
    const [actor, role, action, object] =
      index < 4
        ? [patient, 'patient', 'survey_page_answered', null]
        : [staff, 'clinician', 'report_viewed', sessionId];
    const trailId = (trailRows += 1);
    rows.add('audit', [clinicId, trailId, actor!, role!, action!, patient, object!, 'done', 'bench', '']);
    rows.add('audit_unsealed', [clinicId, trailId]);
  }
}

/** A cell of the same length and version of keys. */
function cellLike(cell: Buffer): Buffer {
  const made = randomBytes(cell.length);
  made[0] = cell[0] ?? 0;
  return made;
}

let trailRows = 1_000_000;
const opened = new WeakMap<object, ReturnType<typeof openAnswer>>();

function openAnswerOnce(keys: Services['keys'], { open }: Template, row: AnswerRow) {
  const content = opened.get(row) ?? openAnswer(keys, open, row);
  opened.set(row, content);
  return content;
}

const columns = {
  patients:
    'clinic_id id code code_key clinician_id gender admission discharge birth_date_encrypted secret_hash',
  survey_windows: 'clinic_id id patient_id type ordinal start_date end_date label',
  survey_sessions:
    'clinic_id id patient_id window_id window_type window_label protocol_id protocol_version instruments seed started_at updated_at finished_at page_count symptom_change',
  survey_pages: 'clinic_id session_id number answered_at time_taken',
  answers: 'clinic_id session_id item_id page_number position item_type encrypted time_taken',
  scores: 'clinic_id session_id instrument_id scale instrument_version algorithm_version result_encrypted',
  audit: 'clinic_id id actor_id role action patient_id object_id result request_id address_prefix',
  audit_unsealed: 'clinic audit_id',
} as const satisfies { readonly [Table in keyof Schema]?: string };
type FilledTable = keyof typeof columns;

/** Lines for several tables, written one table after the other. */
class Rows {
  readonly #lines = new Map<FilledTable, string[]>();

  add(table: FilledTable, values: readonly Value[]): void {
    const lines = this.#lines.get(table) ?? [];
    this.#lines.set(table, lines);
    lines.push(lineOf(values));
  }

  async write(client: Client): Promise<void> {
    for (const [table, lines] of this.#lines) await writeAll(client, table, columns[table].split(' '), lines);
  }
}

const copy = (client: Client, table: string, names: readonly string[], rows: readonly (readonly Value[])[]) =>
  writeAll(client, table, names, rows.map(lineOf));

async function writeAll(client: Client, table: string, names: readonly string[], lines: readonly string[]) {
  const writer = writeLines(client, table, names);
  for (let start = 0; start < lines.length; start += LINES)
    await writer.write(Buffer.from(lines.slice(start, start + LINES).join('')));
  await writer.end();
}

const lineOf = (values: readonly Value[]) => `${values.map(fieldOf).join('\t')}\n`;

function fieldOf(value: Value): string {
  if (value === null) return '\\N';
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
}
