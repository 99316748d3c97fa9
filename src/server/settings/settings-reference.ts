import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { protocolFile } from '../../domain/protocol.ts';
import { configDefaults, configFile, extensionFile, type SettingsPart } from './config.ts';
import { variables } from './environment.ts';

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: Schema[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
};

const configMeanings: Record<keyof typeof configFile.entries, string> = {
  product_name: 'the name of the product in texts and mails',
  document_title: "the title of the browser's tab",
  landing_title: 'the heading of the first page',
  base_url: 'the public address, where PUBLIC_ORIGIN is not set',
  time_zone: 'the time zone of all calendar days',
  log_level: 'the least important lines that are logged',
  logo: 'the logo in the head of each page',
  institutions: 'the logos at the foot of the first page',
  support_email: 'the address for questions; also the sender of mails without mail_from',
  faq_url: 'the link to questions and answers',
  documentation_url: 'the link to the documentation',
  operator: 'the imprint; if it is given, all its keys are needed',
  sessions: 'how long sessions last, in minutes',
  protocol: 'the file of the study protocol',
  instruments_dir: 'the folder of licensed instruments, where INSTRUMENTS_DIR is not set',
  documents_dir: "the folder of the operator's own documents",
  crisis_text: 'the help in a crisis, for clinics that set none of their own',
  crisis_numbers: 'the telephone numbers of this help',
  mail_per_minute: 'the most mails that a process sends in a minute',
  mail_from: "the sender's address of mails",
  consent: 'the text of the consent, for protocols that ask for it',
  clinics: 'by the id of a clinic: its own `protocol`, `consent`, `mail_from`',
  trusted_proxies: 'the number of proxies in front of the server',
  proof_of_work_bits: "the difficulty of an unknown device's task; each bit doubles it",
};

const INSTRUMENTS = 'ids of instruments, in the order in which they are asked';

const protocolMeanings: Record<keyof typeof protocolFile.entries, string> & Record<string, string> = {
  format: 'the form of the file',
  id: 'the key of the protocol',
  version: 'a published version never changes; any other content needs a new one',
  title: 'its name',
  consent: 'if on, a patient must consent to the study before the first page',
  condition_severity: 'if off, cut-offs are not used, and the severity stays unknown',
  crisis_events: "if off, clinicians see no answers that show danger; the patient's help stays",
  expected_course: 'if on, reports and lists compare a course with the expected one, for research',
  expected_course_probability: 'a course deviates beyond this probability of being worse than expected',
  release: 'from when on a patient may open the reports that `patient_report` gives',
  open_therapy_limit: 'no effect any more: repeated windows reach two years beyond today',
  parts: 'the parts of a survey as the patient sees them; an instrument that no part names is one of its own',
  'parts[].title': 'its name for the patient',
  'parts[].instruments': INSTRUMENTS,
  'parts[].page_seconds': 'the usual time for a page, as long as the clinic has too few to measure it',
  skips: 'answers after which some instruments are not asked',
  'skips[].item': 'an item with one choice among options, of an instrument that is asked before',
  'skips[].value': 'the value of the option that skips them',
  'skips[].instruments': INSTRUMENTS,
  sections: 'by the id of an instrument: its section of the reports, in place of the one that its file names',
  windows: 'the measurement points; a change does not move the windows of patients who are registered',
  'windows[].type': 'its kind',
  'windows[].label': 'its name; `{n}` is the number of a repeated window, `{months}` that of its offset',
  'windows[].anchor': 'the day from which it is counted',
  'windows[].offset': 'its first day: the anchor, then the months (cut at the end of a month), then the days',
  'windows[].offset.months': 'before the anchor with a minus',
  'windows[].offset.days': 'before the anchor with a minus',
  'windows[].repeat_every_months':
    'for INTERMEDIATE: a new window after so many months, until the POST window starts',
  'windows[].repeat_every_weeks': 'the same by weeks; INTERMEDIATE has one of both',
  'windows[].length_days': 'the days from its first to its last, both included',
  'windows[].patient_report': 'whether the patient may open the report of this measurement point',
  'windows[].instruments': INSTRUMENTS,
};

const asJsonSchema = (schema: v.GenericSchema) =>
  toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });

/** The JSON Schema of CONFIG_FILE, for editors and checks. */
export const configSchema = (extensions: readonly SettingsPart[]) =>
  asJsonSchema(v.object({ ...configFile.entries, ...extensionFile(extensions).entries }));

/** Every setting as a page: the environment, the keys of CONFIG_FILE and those of a protocol file, as the program reads them. */
export function settingsReference(extensions: readonly SettingsPart[]): string {
  const environment = Object.entries(variables).map(
    ([name, [standard, meaning]]) => `| \`${name}\` | ${meaning} | ${standard} |`,
  );
  return `# Settings

Made from the program by \`npm run -s manage -- config reference > docs/settings.md\`. A test compares the two.

## Environment

An impossible value (\`PORT=abc\`, \`REQUIRE_APP_HEADER=yes\`) stops the start; an empty one counts as not set.

| variable | meaning | default |
|---|---|---|
${environment.join('\n')}

## Configuration file

JSON, named by \`CONFIG_FILE\`. Every key of the first level is optional. \`npm run manage -- config check\` checks a file; \`config schema\` prints a JSON Schema for your editor.

${tableOf(configSchema([]) as Schema, configMeanings, (key) => valueAt(configDefaults, key))}

## Protocol file

JSON, named by \`protocol\` in the configuration file. \`npm run manage -- protocol check FILE\` checks one; [instruments.md](instruments.md) describes the instruments that it names. A key
without a default must be given, but for one of the two ways to repeat a window. Keys that are not here are refused.

${tableOf(asJsonSchema(protocolFile) as Schema, protocolMeanings, (_, schema) => schema.default)}
${chapterOf(extensions)}`;
}

function chapterOf(extensions: readonly SettingsPart[]): string {
  if (extensions.length === 0) return '';
  const switches = extensions.flatMap((one) => Object.entries(one.switches ?? {}));
  const meanings = Object.assign({}, ...extensions.map(({ settings }) => settings?.meanings));
  const defaults = Object.assign({}, ...extensions.map(({ settings }) => settings?.defaults));
  return `
## Extensions

What the extensions of this build read as well. Switches of the environment:

| variable | meaning | default |
|---|---|---|
${switches.map(([name, meaning]) => `| \`${name}\` | ${meaning} | off |`).join('\n')}

Keys of the configuration file:

${tableOf(asJsonSchema(extensionFile(extensions)) as Schema, meanings, (key) => valueAt(defaults, key))}
`;
}

function tableOf(
  { properties = {} }: Schema,
  meanings: Readonly<Record<string, string>>,
  standard: (key: string, schema: Schema) => unknown,
): string {
  const lines = rowsBelow('', { properties }).map(
    ([key, schema]) =>
      `| \`${key}\` | ${valueOf(schema)} | ${shownDefault(standard(key, schema))} | ${meanings[key] ?? ''} |`,
  );
  return ['| key | value | default | meaning |', '|---|---|---|---|', ...lines].join('\n');
}

function rowsBelow(at: string, { properties = {} }: Schema): [key: string, schema: Schema][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const key = at + name;
    const inner = schema.items?.properties
      ? rowsBelow(`${key}[].`, schema.items)
      : rowsBelow(`${key}.`, schema);
    return [[key, schema] as [string, Schema], ...inner];
  });
}

function valueOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf) return schema.anyOf.map(valueOf).join(' or ');
  const limits = [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' entries'),
  ].filter(Boolean);
  return [schema.type ?? 'text', ...limits].join(', ');
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return `at least ${least}${unit}`;
  return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
}

const valueAt = (tree: unknown, key: string) =>
  key
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], tree);

function shownDefault(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return '`[]`';
  if (value === undefined || value === '' || typeof value === 'object') return '';
  return `\`${String(value)}\``;
}
