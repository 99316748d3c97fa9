import { contentHash } from '../../domain/canonical-json.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { Protocol } from '../../domain/protocol.ts';
import type { WindowType } from '../../domain/window-types.ts';
import { withSnapshot, withTenant, type Db } from '../database/transaction.ts';
import { appendAudit } from '../audit/queries.ts';
import { configuredFor, servicesOf, type Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { operator, terminal } from '../audit/operator.ts';
import { enterClinic } from '../database/queries.ts';
import { catalogueOf, protocolName, type Catalogue } from './catalogue.ts';
import { csvWriter, type Writer } from './csv-files.ts';
import * as queries from './export-queries.ts';
import { writeExplanations } from './finish.ts';
import type { Selection } from './export-queries.ts';
import {
  newFolder,
  openOutput,
  readState,
  removeState,
  writeState,
  type ClinicCounts,
  type Output,
  type State,
} from './output.ts';
import { pseudonyms, secretMark, type Pseudonyms, type SecretOf } from './pseudonyms.ts';
import type { AnswerContext } from './answers.ts';
import { readPerson, type ReadPerson } from './read-person.ts';
import { personFiles } from './records.ts';
import { requestMark, type ExportRequest } from './request.ts';
import { furtherFormats, type ResearchPart } from './research-part.ts';

export type ExportSettings = {
  readonly folder: string;
  readonly secretOf: SecretOf;
  readonly start: 'anew' | 'resume';
  readonly extensions: readonly ResearchPart[];
  /** Called after each step with the progress of a clinic. */
  progress(clinic: string, done: ClinicCounts, patients: number): void;
  /** Patients read at a time. */
  readonly batch?: number;
  /** The longest time until written lines are on the disk. */
  readonly saveEveryMs?: number;
};

const PATIENTS_AT_A_TIME = 10;
const SAVE_EVERY_MS = 1000;

type Run = {
  readonly services: Services;
  readonly request: ExportRequest;
  readonly settings: ExportSettings;
  readonly ids: Pseudonyms;
  readonly db: Db;
  readonly state: State;
};

/**
 * Writes the research data of the clinics into a folder, person by person. Its memory does not grow with their number.
 * The export is one state of the database. An interrupted export continues and leaves out records from after its start.
 * It refuses if earlier records were changed in the meantime, because it would mix two states.
 */
export async function runExport(
  services: Services,
  request: ExportRequest,
  settings: ExportSettings,
): Promise<readonly ClinicCounts[]> {
  if (settings.start === 'anew') newFolder(settings.folder);
  const earlier = settings.start === 'resume' ? readState(settings.folder) : undefined;
  if (earlier) refuseOther(earlier, request, settings);
  await writeAudit(services, request, settings.secretOf);
  return withSnapshot(services.pool, async (db) => {
    const state = earlier ?? (await firstState(db, services, request, settings));
    if (earlier) await refuseChanged(db, services, request, earlier);
    else writeState(settings.folder, state);
    const ids = pseudonyms(settings.secretOf, request);
    return exportAll({ services, request, settings, ids, db, state });
  });
}

function refuseOther(state: State, request: ExportRequest, { secretOf }: ExportSettings): void {
  if (state.request !== requestMark(request))
    throw new StartError('the export that broke off had other clinics or options; call it with the same');
  if (state.secret !== secretMarks(request, secretOf))
    throw new StartError('the export that broke off was made with another key file');
}

function secretMarks({ clinics }: ExportRequest, secretOf: SecretOf): string {
  return [...new Set(clinics.map(({ id }) => secretMark(secretOf(id))))].join(', ');
}

// The audit row comes before the first file (R64). Another key than in the last export is refused, because a changed
// study id would go unnoticed.
async function writeAudit({ pool }: Services, { clinics }: ExportRequest, secretOf: SecretOf): Promise<void> {
  for (const { id, name } of clinics) {
    const mark = secretMark(secretOf(id));
    await withTenant(pool, id, async (db) => {
      const last = await queries.lastExportMark(db, id);
      if (last !== undefined && last !== mark)
        throw new StartError(
          `"${name}" was exported before with another key (${last}, now ${mark}): every person would get a new study id. ` +
            'Restore keys/secrets.json from your backup.',
        );
      await appendAudit(db, operator, terminal, { action: 'research_exported', objectId: mark });
    });
  }
}

function selectionOf(
  services: Services,
  { from, until }: ExportRequest,
  clinicId: string,
  asOf: string,
): Selection {
  const { registry, config } = configuredFor(services, clinicId);
  const consent = registry.protocol.consent === 'on' ? 'asked' : 'not_asked';
  return { clinicId, asOf, from, until, timeZone: config.public.time_zone, consent };
}

async function firstState(
  db: Db,
  services: Services,
  request: ExportRequest,
  { secretOf }: ExportSettings,
): Promise<State> {
  const asOf = await queries.snapshotMoment(db);
  const records: Record<string, string> = {};
  for (const { id } of request.clinics) {
    await enterClinic(db, id);
    records[id] = await queries.recordsMark(db, selectionOf(services, request, id, asOf));
  }
  return {
    format: 1,
    request: requestMark(request),
    as_of: asOf,
    secret: secretMarks(request, secretOf),
    records,
    clinic: 0,
    patient: null,
    counts: [],
    files: {},
  };
}

async function refuseChanged(
  db: Db,
  services: Services,
  request: ExportRequest,
  state: State,
): Promise<void> {
  for (const { id, name } of request.clinics) {
    await enterClinic(db, id);
    const mark = await queries.recordsMark(db, selectionOf(services, request, id, state.as_of));
    if (mark === state.records[id]) continue;
    throw new StartError(
      `records of "${name}" were changed since the export broke off; start anew in a new folder`,
    );
  }
}

async function exportAll(run: Run): Promise<readonly ClinicCounts[]> {
  const { services, request, settings, ids, db } = run;
  const catalogue = await readCatalogue(run);
  const context = { keys: services.keys, catalogue, freeText: request.freeText };
  const csv = csvWriter(ids, context);
  const formats = furtherFormats(settings.extensions).filter(({ name }) => request.formats.includes(name));
  const hasTables = request.formats.includes('csv');
  const further = formats.map(({ writer }) => writer(ids, context, request));
  const writers = hasTables ? [csv, ...further] : further;
  const heads = new Map(writers.flatMap((writer) => [...writer.heads]));
  const output = await openOutput(settings.folder, heads, run.state.files);
  try {
    let { state } = run;
    for (; state.clinic < request.clinics.length; state = nextClinic(state)) {
      const clinic = request.clinics[state.clinic];
      if (clinic)
        state = await exportClinic({ ...run, state, db }, clinic, { writers, answers: context }, output);
    }
    state = await save(settings, state, output);
    const tables = hasTables ? csv.tables : null;
    const { folder } = settings;
    const makers = hasTables ? settings.extensions.flatMap(({ tableFiles }) => tableFiles ?? []) : [];
    await writeExplanations({
      folder,
      services,
      request,
      ids,
      catalogue,
      tables,
      formats,
      makers,
      state,
    });
    removeState(settings.folder);
    return state.counts;
  } finally {
    await output.close();
  }
}

const nothing = { patients: 0, sessions: 0, answers: 0, scores: 0 };
const nextClinic = (state: State): State => ({ ...state, clinic: state.clinic + 1, patient: null });

async function readCatalogue({ services, request, db, state }: Run): Promise<Catalogue> {
  const asked = new Map<WindowType, Set<string>>();
  const versions = new Map<string, Instrument>();
  const inForce = new Set<Instrument>();
  const skips = new Map<string, Protocol['skips']>();
  for (const { id: clinicId, name } of request.clinics) {
    await enterClinic(db, clinicId);
    const { registry } = await servicesOf(db, services, clinicId);
    const used = await queries.usedInstruments(db, selectionOf(services, request, clinicId, state.as_of));
    for (const { window_type: type, instruments, protocol_id, protocol_version } of used) {
      const protocol = { id: protocol_id, version: protocol_version };
      skips.set(protocolName(protocol), (await registry.pinnedProtocol(db, protocol)).skips);
      for (const one of instruments) {
        asked.set(type, (asked.get(type) ?? new Set()).add(one.id));
        const pinned = await registry.pinnedInstrument(db, one);
        const instrument = versions.get(`${one.id}@${one.version}`) ?? pinned;
        if (isAnother(instrument, pinned))
          throw new StartError(
            `"${name}" and another clinic published different questionnaires as "${one.id}" ${one.version}: export each of them alone (--clinic).`,
          );
        versions.set(`${one.id}@${one.version}`, instrument);
        if (registry.instruments.get(one.id)?.version === one.version) inForce.add(instrument);
      }
    }
  }
  return catalogueOf([...versions.values()], { asked, skips, inForce });
}

const isAnother = (one: Instrument, other: Instrument) =>
  one !== other && contentHash(one) !== contentHash(other);

/** In a smaller clinic a pseudonym would be a name. */
const LEAST_CLINICIANS = 10;

async function exportClinic(
  run: Run,
  clinic: ExportRequest['clinics'][number],
  { writers, answers }: { writers: readonly Writer[]; answers: AnswerContext },
  output: Output,
): Promise<State> {
  const { services, request, settings, db } = run;
  await enterClinic(db, clinic.id);
  const selection = selectionOf(services, request, clinic.id, run.state.as_of);
  const { patients: all, clinicians, ...left } = await queries.countPatients(db, selection);
  let { state } = run;
  let counts = state.counts[state.clinic] ?? { ...nothing, ...left };
  let saved = Date.now();
  for (;;) {
    const rows = await readRows(db, selection, state.patient, settings.batch ?? PATIENTS_AT_A_TIME);
    const last = rows.patients.at(-1);
    if (!last) break;
    const context = {
      keys: services.keys,
      ids: run.ids,
      clinicId: clinic.id,
      clinicName: request.clinicNames === 'shown' ? clinic.name : null,
      namesClinicians: request.clinicianClusters === 'given' && clinicians >= LEAST_CLINICIANS,
      dates: request.dates,
    };
    const persons = personFiles(rows, context).map((file) => readPerson(file, answers));
    for (const { file, text, rows: count } of writers.flatMap((writer) => writer.write(persons)))
      await output.add(file, text, count);
    counts = added(counts, persons);
    state = { ...state, patient: last.id, counts: [...state.counts.slice(0, state.clinic), counts] };
    if (Date.now() - saved >= (settings.saveEveryMs ?? SAVE_EVERY_MS)) {
      state = await save(settings, state, output);
      saved = Date.now();
    }
    settings.progress(clinic.name, counts, all);
  }
  return { ...state, counts: [...state.counts.slice(0, state.clinic), counts] };
}

async function readRows(db: Db, selection: Selection, after: string | null, most: number) {
  const patients = await queries.patientPage(db, selection, after, most);
  const ids = patients.map(({ id }) => id);
  const sessions = await queries.sessionsOf(db, selection, ids);
  const sessionIds = sessions.map(({ id }) => id);
  const finished = sessions.flatMap(({ id, finished_day: day }) => (day === null ? [] : [id]));
  return {
    patients,
    windows: await queries.windowsOf(db, selection, ids),
    sessions,
    answers: await queries.answersOf(db, selection, sessionIds),
    scores: await queries.scoresOf(db, selection, finished),
    events: await queries.eventsOf(db, selection, sessionIds),
  };
}

// Counts the rows of the files, without answers that are not exported.
function added(counts: ClinicCounts, persons: readonly ReadPerson[]): ClinicCounts {
  const sessions = persons.flatMap((person) => person.sessions);
  return {
    ...counts,
    patients: counts.patients + persons.length,
    sessions: counts.sessions + sessions.length,
    answers: counts.answers + sessions.flatMap(({ answers }) => answers).length,
    scores: counts.scores + sessions.flatMap(({ scores }) => scores).length,
  };
}

// Writes the files first, then the state. Otherwise the state could count lines that are missing in the files.
async function save({ folder }: ExportSettings, state: State, output: Output): Promise<State> {
  const safe = { ...state, files: await output.flush() };
  writeState(folder, safe);
  return safe;
}
