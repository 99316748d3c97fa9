import { resolve } from 'node:path';
import { daysBetween } from '../../domain/day-count.ts';
import { isIsoDate, type IsoDate } from '../../domain/iso-date.ts';
import { withoutTenant } from '../database/transaction.ts';
import { addExportSecret, readExportSecret } from '../keys/key-file.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { UsageError, type Command, type CommandContext, type Values } from './command.ts';
import { findClinic } from './find-clinic.ts';
import { listClinics } from '../clinics/queries.ts';
import type { ExportRequest } from '../research/request.ts';
import { furtherFormats, type ResearchFormat, type ResearchPart } from '../research/research-part.ts';
import { runExport, type ExportSettings } from '../research/run-export.ts';

async function run(context: CommandContext, extensions: readonly ResearchPart[]): Promise<void> {
  const { values, dataDir } = context;
  const folder = folderOf(values);
  const asked = requestOf(values, furtherFormats(extensions));
  const services = await context.services();
  refuseShortPeriod(asked, services.today());
  const clinics = await clinicsOf(services, values);
  const secrets = new Map(clinics.map(({ id }) => [id, readExportSecret(dataDir, id) ?? newSecret(context)]));
  const counts = await runExport(
    services,
    { ...asked, clinics },
    {
      folder,
      secretOf: (id) => secretIn(secrets, id),
      start: values['resume'] ? 'resume' : 'anew',
      extensions,
      progress: tellEvery(2000, context.note),
    },
  );
  context.print(clinics.map(({ name }, index) => ({ clinic: name, ...counts[index] })));
  context.note(`the export is in ${folder}; it is pseudonymous, not anonymous: treat it as health data`);
}

function tellEvery(milliseconds: number, note: CommandContext['note']): ExportSettings['progress'] {
  let told = Date.now();
  return (clinic, { patients, sessions }, all) => {
    if (Date.now() - told < milliseconds) return;
    told = Date.now();
    note(`${clinic}: ${patients} of ${all} patients, ${sessions} surveys`);
  };
}

function folderOf({ to }: Values): string {
  if (typeof to !== 'string' || to === '') throw new UsageError('--to is missing: the folder to write to');
  return resolve(to);
}

/** The words after `--format` with the formats that each stands for. The last one is the default. */
function formatWords(further: readonly ResearchFormat[]): ReadonlyMap<string, readonly string[]> {
  const names = ['csv', ...further.map(({ name }) => name)];
  const single = names.map((name) => [name, [name]] as const);
  return new Map<string, readonly string[]>(further.length === 0 ? single : [...single, ['both', names]]);
}

function requestOf(values: Values, further: readonly ResearchFormat[]): Omit<ExportRequest, 'clinics'> {
  const words = formatWords(further);
  const formats = words.get(String(values['format']));
  if (!formats) throw new UsageError(`--format must be one of ${[...words.keys()].join(', ')}`);
  const [from, until] = [dateOf(values, 'from'), dateOf(values, 'until')];
  if (from !== null && until !== null && until < from) throw new UsageError('--until lies before --from');
  return {
    from,
    until,
    formats,
    formatOptions: Object.fromEntries(
      further.flatMap(({ options }) => Object.keys(options).map((name) => [name, values[name]])),
    ),
    project: projectOf(values),
    dates: values['shift-dates'] ? 'shifted' : 'as_they_are',
    freeText: values['free-text'] ? 'included' : 'left_out',
    clinicianClusters: values['clinician-clusters'] ? 'given' : 'left_out',
    clinicNames: values['clinic-names'] ? 'shown' : 'pseudonyms',
  };
}

function projectOf({ project, 'shift-dates': shifts }: Values): string | undefined {
  const name = typeof project === 'string' ? project.trim() : undefined;
  if (name === '') throw new UsageError('--project needs a name');
  if (shifts && name === undefined)
    throw new UsageError(
      '--shift-dates needs --project NAME: with the ids of another export anyone could compute the shifts',
    );
  return name;
}

// A shift is at most half a year, so a short period tells the true days of everyone in it.
const LEAST_DAYS = 730;

function refuseShortPeriod({ dates, from, until }: Period, today: IsoDate): void {
  if (dates === 'as_they_are' || from === null) return;
  if (daysBetween(from, until ?? today) < LEAST_DAYS)
    throw new UsageError(
      '--shift-dates needs a period of two years or more: a shorter one tells the true dates',
    );
}

type Period = Pick<ExportRequest, 'dates' | 'from' | 'until'>;

function dateOf(values: Values, name: string): IsoDate | null {
  const value = values[name];
  if (value === undefined) return null;
  if (!isIsoDate(value)) throw new UsageError(`--${name} must be a date like 2026-01-31`);
  return value;
}

async function clinicsOf(services: Services, { clinic }: Values): Promise<ExportRequest['clinics']> {
  const names = Array.isArray(clinic) ? clinic.map(String) : [];
  const found = [];
  for (const name of names) found.push(await findClinic(services, name));
  const all = names.length > 0 ? found : await withoutTenant(services.pool, listClinics);
  if (all.length === 0)
    throw new StartError('there is no clinic yet; see: npm run manage -- clinic add --help');
  const distinct = new Map(all.map(({ id, name }) => [id, { id, name }]));
  return [...distinct.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

function secretIn(secrets: ReadonlyMap<string, Buffer>, clinicId: string): Buffer {
  const secret = secrets.get(clinicId);
  if (!secret) throw new Error('an export reads only the clinics that were asked for');
  return secret;
}

function newSecret({ dataDir, note }: CommandContext): Buffer {
  note('a key for study ids was added to keys/secrets.json: back that file up again');
  return addExportSecret(dataDir);
}

/** The command `export` with the formats that extensions bring. */
export function exportCommand(extensions: readonly ResearchPart[]): Command {
  const further = furtherFormats(extensions);
  const words = [...formatWords(further).keys()];
  return {
    words: 'export',
    summary: [
      'Write research data, pseudonymised: CSV with codebook and import scripts',
      ...further.map(({ summary }) => summary),
    ].join(', '),
    help: helpWith(further, words),
    options: {
      ...ownOptions,
      format: { type: 'string', default: words.at(-1) ?? 'csv' },
      ...Object.assign({}, ...further.map(({ options }) => options)),
      resume: { type: 'boolean' },
    },
    run: (context) => run(context, extensions),
  };
}

function helpWith(further: readonly ResearchFormat[], words: readonly string[]): string {
  const choice = `--format is ${[words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')} (the default)`;
  return (
    'Without --clinic all clinics; it may be given more than once. --from and --until choose surveys by the day they were\n' +
    'started, both included. --shift-dates moves all dates of a person by the same number of days, up to 182 either way.\n' +
    'It needs --project, and a period of two years or more. --project NAME gives the recipient ids and shifts of its own, the\n' +
    'same in each export with this name; exports of other projects, and those without shifted dates, have other ids.\n' +
    'Free text is left out without --free-text, e-mail addresses always. Clinics are pseudonyms without --clinic-names.\n' +
    '--clinician-clusters tells which patients have the same clinician, by a pseudonym, in clinics with at least ten of them.\n' +
    'Use it only where the clinicians (in Germany: the works council) have agreed.\n' +
    `${[choice, ...further.map(({ help }) => help)].join('; ')}. Patients who withdrew their study consent are left out and counted.\n` +
    'Broken off, call it again with the same options and --resume.'
  );
}

const ownOptions = {
  to: { type: 'string' },
  clinic: { type: 'string', multiple: true },
  'clinic-names': { type: 'boolean' },
  'clinician-clusters': { type: 'boolean' },
  from: { type: 'string' },
  until: { type: 'string' },
  project: { type: 'string' },
  'shift-dates': { type: 'boolean' },
  'free-text': { type: 'boolean' },
} as const;
