import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { publicConfig } from '../../contract/config.ts';
import { consentSection, type ConsentInForce } from '../../contract/consent.ts';
import { helpInput } from '../../contract/crisis.ts';
import type { FieldCode } from '../../contract/fields.ts';
import { MAX_HELP_NUMBERS } from '../../domain/crisis.ts';
import { defaultPublic } from '../../text/config-default.ts';
import { defaultConsent } from '../../text/consent-default.ts';
import { readTextFile, whyNot } from './file-refusal.ts';
import { StartError } from './start-error.ts';

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

const minutes = v.pipe(v.number(), v.minValue(1), v.maxValue(24 * 60));
const sessionLengths = v.object({
  staff_idle_minutes: minutes,
  patient_idle_minutes: minutes,
  staff_absolute_minutes: minutes,
  patient_absolute_minutes: minutes,
  access_minutes: minutes,
});

const filled = (most: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(most));
const consent = v.object({
  version: filled(64),
  same_as: v.optional(v.array(filled(64)), []),
  title: filled(200),
  sections: v.pipe(v.array(consentSection), v.minLength(1, 'needs at least one section')),
  agreement: filled(2000),
});

const mailFrom = v.pipe(v.string(), v.regex(/^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/, 'must be an address'));

/** What a clinic has of its own; the rest is as for all. Its admin sets the help in a crisis. */
const ofClinic = v.strictObject({
  protocol: v.optional(v.string()),
  consent: v.optional(consent),
  mail_from: v.optional(mailFrom),
});

/**
 * What an extension reads: keys of the first level of CONFIG_FILE and switches of the environment, each with its meaning for
 * the reference of settings.
 */
export type SettingsPart = {
  readonly switches?: Readonly<Record<string, string>>;
  readonly settings?: {
    readonly entries: v.ObjectEntries;
    readonly meanings: Readonly<Record<string, string>>;
    readonly defaults?: Readonly<Record<string, unknown>>;
    /** Reads the files that its keys name. Throws a StartError if one cannot be used. */
    readFiles?(values: Readonly<Record<string, unknown>>): void;
  };
};

/** The keys that the extensions read. */
export const extensionFile = (extensions: readonly SettingsPart[]) =>
  v.object(Object.fromEntries(extensions.flatMap(({ settings }) => Object.entries(settings?.entries ?? {}))));

/** What CONFIG_FILE may hold, without the keys of extensions. */
export const configFile = v.object({
  ...v.omit(v.partial(publicConfig), ['help']).entries,
  sessions: v.optional(v.partial(sessionLengths), {}),
  protocol: v.optional(v.string()),
  instruments_dir: v.optional(v.string()),
  documents_dir: v.optional(v.string()),
  crisis_text: v.optional(helpInput.entries.text),
  crisis_numbers: v.optional(helpInput.entries.numbers),
  mail_from: v.optional(mailFrom),
  mail_per_minute: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))),
  consent: v.optional(consent),
  clinics: v.optional(v.record(v.pipe(v.string(), v.uuid('must be the id of a clinic')), ofClinic), {}),
  trusted_proxies: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)), 0),
  proof_of_work_bits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24)), 16),
});

/** The settings of CONFIG_FILE, completed with the defaults. */
export type Config = {
  public: v.InferOutput<typeof publicConfig>;
  sessions: v.InferOutput<typeof sessionLengths>;
  protocol: string;
  instrumentsDir: string | undefined;
  /** The folder of the operator's own documents. */
  documentsDir: string | undefined;
  /** The sender's address of mails. */
  mailFrom: string;
  /** The most mails that a process sends in a minute. */
  mailPerMinute: number;
  /** The text of the consent, for protocols that ask for it. */
  consent: ConsentInForce;
  /** What single clinics have of their own, by their ids. */
  clinics: ReadonlyMap<string, ClinicConfig>;
  trustedProxies: number;
  /** The keys that extensions read, with their defaults. */
  ofExtensions: Readonly<Record<string, unknown>>;
  /** Keys of the file that this version does not know, such as misspelt ones. */
  unknown: string[];
  /** R50: the difficulty of an unknown device's task. Each bit doubles it. */
  proofOfWorkBits: number;
};

export type ClinicConfig = {
  readonly protocol: string | undefined;
  readonly consent: ConsentInForce | undefined;
  readonly mailFrom: string | undefined;
};

const defaultSessions: v.InferOutput<typeof sessionLengths> = {
  staff_idle_minutes: 15,
  patient_idle_minutes: 30,
  staff_absolute_minutes: 600,
  patient_absolute_minutes: 240,
  access_minutes: 5,
};

/** The defaults of CONFIG_FILE, by its keys. */
export const configDefaults = {
  ...defaultPublic,
  sessions: defaultSessions,
  protocol: 'protocols/standard.json',
  trusted_proxies: 0,
  proof_of_work_bits: 16,
};

const fileName = v.fallback(v.optional(v.string()), undefined);
const filesOfConfig = v.fallback(
  v.object({
    protocol: fileName,
    instruments_dir: fileName,
    clinics: v.fallback(v.record(v.string(), v.object({ protocol: fileName })), {}),
  }),
  { clinics: {} },
);

/** The files that CONFIG_FILE names, also where its other values are not valid. */
export function filesNamedBy(path: string | undefined) {
  const named = v.parse(filesOfConfig, path === undefined ? {} : readJson(path));
  return {
    instrumentsDir: named.instruments_dir,
    protocols: [
      named.protocol ?? configDefaults.protocol,
      ...Object.values(named.clinics).flatMap(({ protocol }) => (protocol === undefined ? [] : [protocol])),
    ],
  };
}

/** Reads the files that keys of extensions name, also where other values are not valid. */
export function readExtensionFiles(path: string | undefined, extensions: readonly SettingsPart[]): void {
  const read = path === undefined ? {} : readJson(path);
  for (const { settings } of extensions) {
    const parsed = v.safeParse(v.object(settings?.entries ?? {}), read);
    if (parsed.success) settings?.readFiles?.(parsed.output);
  }
}

/** Reads CONFIG_FILE. Throws a StartError with one sentence if it is not valid. */
export function readConfig(path: string | undefined, extensions: readonly SettingsPart[] = []): Config {
  const read = path === undefined ? {} : readJson(path);
  const result = v.safeParse(configFile, read);
  const further = v.safeParse(extensionFile(extensions), read);
  const unknown = keysThatNothingReads(read, { ...Object(result.output), ...Object(further.output) });
  if (!result.success || !further.success) {
    const issues = [...(result.issues ?? []), ...(further.issues ?? [])];
    throw new StartError(`The configuration file ${path} is not valid at ${mistakesOf(issues, unknown)}`);
  }
  readExtensionFiles(path, extensions);
  const {
    sessions,
    protocol,
    instruments_dir,
    documents_dir,
    crisis_text,
    crisis_numbers,
    mail_from,
    mail_per_minute,
    consent,
    clinics,
    trusted_proxies,
    proof_of_work_bits,
    ...shown
  } = result.output;
  return {
    unknown,
    public: {
      ...defaultPublic,
      ...dropUndefined(shown),
      help: {
        text: crisis_text ?? defaultPublic.help.text,
        numbers: crisis_numbers ?? defaultPublic.help.numbers,
      },
    },
    sessions: { ...defaultSessions, ...dropUndefined(sessions) },
    protocol: protocol ?? configDefaults.protocol,
    instrumentsDir: instruments_dir,
    documentsDir: documents_dir,
    mailFrom: mail_from ?? shown.support_email ?? defaultPublic.support_email,
    mailPerMinute: mail_per_minute ?? Infinity,
    consent: consent ?? defaultConsent,
    clinics: new Map(
      Object.entries(clinics).map(([id, own]) => [
        id.toLowerCase(),
        { protocol: own.protocol, consent: own.consent, mailFrom: own.mail_from },
      ]),
    ),
    trustedProxies: trusted_proxies,
    proofOfWorkBits: proof_of_work_bits,
    ofExtensions: further.output,
  };
}

// The schema of the help also serves the admin's page, and its messages are codes.
const codeWords: Partial<Record<string, string>> = {
  required: 'must not be empty',
  too_long: 'is too long',
  too_many: `must not have more than ${MAX_HELP_NUMBERS} entries`,
  invalid: 'must be text',
  invalid_characters: 'contains characters that are not allowed',
  phone_invalid:
    'must be a telephone number of digits, blanks, "(", ")", "/", "-", with "+" at most at the start',
} satisfies Partial<Record<FieldCode, string>>;

/** Every mistake with its place, so that a file needs one look. */
function mistakesOf(issues: readonly v.BaseIssue<unknown>[], unknown: readonly string[] = []): string {
  const found = new Map(unknown.map((key) => [key, 'is an unknown key']));
  for (const issue of issues) found.set(v.getDotPath(issue) ?? '', wordsOf(issue));
  return [...found].map(([place, words]) => `"${place}": ${words}`).join('; ');
}

function wordsOf({ kind, received, expected, message }: v.BaseIssue<unknown>): string {
  if (kind === 'schema' && received === 'undefined') return 'is missing';
  if (kind === 'schema' && expected === 'never') return 'is an unknown key';
  return codeWords[message] ?? message;
}

/** The places of the keys that the schema did not keep, such as misspelt ones. */
function keysThatNothingReads(read: unknown, kept: unknown, at = ''): string[] {
  if (!isObject(read) || !isObject(kept)) return [];
  return Object.entries(read).flatMap(([key, value]) =>
    key in kept ? keysThatNothingReads(value, kept[key], `${at}${key}.`) : [`${at}${key}`],
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function readJson(path: string, what = 'configuration'): unknown {
  try {
    const read: unknown = JSON.parse(readTextFile(path));
    if (!Array.isArray(read)) return read;
  } catch (error) {
    throw new StartError(`The ${what} file ${path} cannot be read: ${whyNot(error, 'read', path)}`);
  }
  throw new StartError(`The ${what} file ${path} must hold one JSON object.`);
}

/** A file of data that the configuration names; a relative path counts from the project folder. */
export function readData<Schema extends v.GenericSchema>(
  what: string,
  schema: Schema,
  path: string,
): v.InferOutput<Schema> {
  const file = isAbsolute(path) ? path : join(projectFolder, path);
  const result = v.safeParse(schema, readJson(file, what));
  if (result.success) return result.output;
  throw new StartError(`The ${what} file ${file} is not valid at ${mistakesOf(result.issues)}`);
}

// exactOptionalPropertyTypes forbids undefined for a key that is present. This makes it true.
function dropUndefined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
