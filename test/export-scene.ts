import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { answerForm, type Answer } from '../src/domain/answer-types.ts';
import { instrumentItems } from '../src/domain/instrument-items.ts';
import type { Instrument } from '../src/domain/instrument.ts';
import type { InstrumentItem } from '../src/domain/instrument-schema.ts';
import { scoreSession } from '../src/domain/scoring.ts';
import { sealScore } from '../src/server/keys/score-cells.ts';
import { loadKeys } from '../src/server/keys/key-file.ts';
import type { Services } from '../src/server/services.ts';
import { answerRecord } from '../src/server/surveys/stored-answers.ts';
import { aClinic, aPatient, inClinic, type TestUser } from './builders.ts';
import { atFileEnd } from './file-end.ts';
import { testServices } from './services.ts';
import { aPlan } from './survey-samples.ts';
import { manage, type OperatorScene } from './operator.ts';

const folders: string[] = [];
atFileEnd(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-export-'));
  folders.push(folder);
  return folder;
}

export type Scene = OperatorScene;

/** A new database and a new data folder, as the operator's program has them. */
export async function exportScene(): Promise<Scene> {
  const dataDir = aFolder();
  return { services: await testServices({ keys: loadKeys(dataDir, { mayCreate: true }) }), dataDir };
}

/** Exports into a new folder. Returns its files by name. */
export async function exported(scene: Scene, ...options: string[]): Promise<Map<string, string>> {
  const folder = join(aFolder(), 'out');
  const { code, notes } = await manage(scene, 'export', '--to', folder, ...options);
  if (code !== 0) throw new Error(notes);
  return filesOf(folder);
}

export function filesOf(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    names
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, encodingOf(path))]),
  );
}

/** A .sav file is no text. This way each byte is one character. */
export const encodingOf = (path: string) => (path.endsWith('.sav') ? 'latin1' : 'utf8');

export type CsvRow = Record<string, string>;

export function csv(files: ReadonlyMap<string, string>, name: string): CsvRow[] {
  return parse(files.get(name) ?? '', { columns: true, record_delimiter: '\r\n' });
}

export type Resource = { resourceType: string; id: string; [key: string]: unknown };

export function ndjson(files: ReadonlyMap<string, string>, type: string): Resource[] {
  const lines = (files.get(`fhir/${type}.ndjson`) ?? '').split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line));
}

type SessionChanges = {
  instruments: readonly Instrument[];
  type?: string;
  /** ISO 8601 with Z */
  at?: string;
  finished?: boolean;
  inWindow?: boolean;
  answer?: (item: InstrumentItem) => Answer['value'];
};

/** A valid answer to the item, always the same. */
export function someAnswer(item: InstrumentItem): Answer['value'] {
  const values = {
    none: () => '',
    email: () => 'canary@answers.example',
    text: () => '=SUM(A1)\nzweite Zeile; "Zitat", Müller',
    date: () => '2025-02-28',
    integer: () => 42,
    range: () => 55,
    decimal: () => 3.5,
    option: () => item.options.at(-1)?.value ?? '',
    options: () => item.options.slice(0, 2).map(({ value }) => value),
  };
  return values[answerForm(item.type)]();
}

/** Stores a survey session with its scores and an answer to every item on one page. */
export async function aSurvey(
  services: Services,
  patient: TestUser,
  changed: SessionChanges,
): Promise<string> {
  const { instruments, type = 'PRE', finished = true, inWindow = true, answer = someAnswer } = changed;
  const { clinicId } = patient;
  const at = changed.at ?? new Date(services.now()).toISOString();
  const sessionId = randomUUID();
  const items = instruments.flatMap((instrument) => instrumentItems(instrument));
  const answers = items.map((item, index): Answer => {
    const value = answer(item);
    const chosen = item.options.filter((option) =>
      Array.isArray(value) ? value.includes(option.value) : option.value === value,
    );
    const label = Array.isArray(value) ? chosen.map((one) => one.label) : (chosen[0]?.label ?? String(value));
    const answered_after = 2 * (index + 1);
    return { id: item.id, value, label, time_taken: 1.5, answered_after, optionalQuestion: false };
  });
  const fixed = instruments.filter(({ dimensions }) => dimensions.every(({ form }) => form === 'fixed'));
  const { scales, algorithm_version } = scoreSession(aPlan(fixed), [{ number: 0, answers }]);
  await inClinic(services, clinicId, async (db) => {
    const window = await db
      .selectFrom('survey_windows')
      .select(['id', 'label'])
      .where('patient_id', '=', patient.id)
      .where('type', '=', type as 'PRE')
      .executeTakeFirstOrThrow();
    const versions = instruments.map(({ id, version }) => ({ id, version }));
    await db
      .insertInto('survey_sessions')
      .values({
        clinic_id: clinicId,
        id: sessionId,
        patient_id: patient.id,
        window_id: inWindow ? window.id : null,
        window_type: type as 'PRE',
        window_label: window.label,
        protocol_id: 'standard',
        protocol_version: services.registry.protocol.version,
        instruments: JSON.stringify(versions),
        seed: 's',
        started_at: at,
        updated_at: at,
        finished_at: finished ? at : null,
        page_count: 1,
      })
      .execute();
    await db
      .insertInto('survey_pages')
      .values({ clinic_id: clinicId, session_id: sessionId, number: 0, answered_at: at, time_taken: 12.25 })
      .execute();
    const rows = answers.map((one, position) => {
      const type = items[position]!.type;
      return answerRecord(services.keys, { clinicId, sessionId }, one, { type, position });
    });
    await db
      .insertInto('answers')
      .values(
        rows.map((row) => ({
          ...row,
          clinic_id: clinicId,
          session_id: sessionId,
          page_number: 0,
          encrypted: Buffer.from(row.encrypted, 'hex'),
        })),
      )
      .execute();
    if (!finished || scales.length === 0) return;
    await db
      .insertInto('scores')
      .values(
        scales.map((score) => ({
          clinic_id: clinicId,
          session_id: sessionId,
          instrument_id: score.instrument_id,
          scale: score.scale,
          instrument_version: score.instrument_version,
          algorithm_version,
          result_encrypted: sealScore(services.keys, { clinicId, sessionId }, score, score),
        })),
      )
      .execute();
  });
  return sessionId;
}

/** Two clinics. The first has a couple with a finished, a detached and an unfinished survey, the second one patient. */
export async function studyScene() {
  const scene = await exportScene();
  const { services } = scene;
  const theInstrument = (id: string): Instrument => services.registry.instruments.get(id)!;
  const clinic = await aClinic(services, { name: 'Ambulanz Geheim' });
  const other = await aClinic(services);
  const labels = [
    { key: 'CLUSTER' as const, value: 'FAMILIE-7' },
    { key: 'THERAPY_END_REASON' as const, value: 'REGULAR_ENDING' },
    { key: 'THERAPY_END_SESSION_COUNT' as const, value: '24' },
  ];
  const therapy = { admission: '2025-01-10', discharge: '2026-01-10', birthDate: '1987-03-09' };
  const anna = await aPatient(services, clinic.id, { code: 'CANARYA1', labels, ...therapy });
  const { clinicianId } = anna;
  const shared = labels.slice(0, 1);
  const bert = await aPatient(services, clinic.id, {
    code: 'CANARYB1',
    clinicianId,
    labels: shared,
    ...therapy,
  });
  await aPatient(services, other.id, { code: 'CANARYC1', ...therapy });
  const wai = [theInstrument('wai')];
  const types = [theInstrument('item-types'), ...wai];
  await aSurvey(services, anna, { instruments: types, at: '2025-01-20T22:30:00Z' });
  await aSurvey(services, anna, {
    instruments: wai,
    type: 'POST',
    at: '2026-01-05T10:00:00Z',
    inWindow: false,
  });
  await aSurvey(services, bert, { instruments: wai, at: '2025-01-31T23:30:00Z', finished: false });
  return { scene, clinic, other, anna, theInstrument };
}
