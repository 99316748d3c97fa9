import { toJsonSchema } from '@valibot/to-json-schema';
import { configFile, configDefaults } from './config.ts';

type Schema = {
  type?: string;
  enum?: unknown[];
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
};

const meanings: Record<keyof typeof configFile.entries, string> = {
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
  support: 'the file of hints for clinicians where a course deviates',
  courses: 'the file of expected courses that follow from published figures',
  mail_per_minute: 'the most mails that a process sends in a minute',
  mail_from: "the sender's address of mails",
  consent: 'the text of the consent, for protocols that ask for it',
  trusted_proxies: 'the number of proxies in front of the server',
  next_question_clients: 'who may ask for the next question of an adaptive test by FHIR (docs/fhir.md)',
  proof_of_work_bits: "the difficulty of an unknown device's task; each bit doubles it",
};

/** The JSON Schema of CONFIG_FILE, for editors and checks. */
export const configSchema = () => toJsonSchema(configFile, { errorMode: 'ignore', typeMode: 'input' });

/** Every key of CONFIG_FILE with its type, limits and default, as a table in Markdown. */
export function settingsReference(): string {
  const { properties = {} } = configSchema() as Schema;
  const lines = Object.entries(meanings).flatMap(([key, meaning]) => [
    row(key, properties[key] ?? {}, meaning),
    ...rowsBelow(key, properties[key] ?? {}),
  ]);
  return `# Settings of the configuration file

Made from the schema of the program by \`npm run -s manage -- config reference > docs/settings.md\`. Every key of the first level is optional. \`npm run manage -- config
check\` checks a file; \`config schema\` prints a JSON Schema for your editor.

| key | value | default | meaning |
|---|---|---|---|
${lines.join('\n')}
`;
}

function row(key: string, schema: Schema, meaning: string): string {
  return `| \`${key}\` | ${valueOf(schema)} | ${defaultOf(key)} | ${meaning} |`;
}

function rowsBelow(key: string, { properties, items }: Schema): string[] {
  const [inner, at] = items?.properties ? [items.properties, `${key}[].`] : [properties ?? {}, `${key}.`];
  return Object.entries(inner).flatMap(([name, schema]) => [
    row(at + name, schema, ''),
    ...rowsBelow(at + name, schema),
  ]);
}

function valueOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(', ');
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

function defaultOf(key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], configDefaults);
  if (found === undefined || found === '' || typeof found === 'object') return '';
  return `\`${String(found)}\``;
}
