import { basename, extname } from 'node:path';
import { parseJsonLines, showPath, type JsonPath } from '../../../domain/json-lines.ts';
import {
  required,
  UsageError,
  type Command,
  type CommandContext,
  type FormReader,
} from '../../../server/operator/command.ts';
import { readText, warnOfDanger } from '../../../server/operator/instrument-commands.ts';
import { StartError } from '../../../server/settings/start-error.ts';
import { draftSidecar } from '../domain/fhir-draft.ts';
import { sidecarLabels } from '../text.ts';
import type { NotKept } from '../../../domain/instrument-draft.ts';
import { importQuestionnaire, type ImportMistake } from '../domain/fhir-questionnaire.ts';

/** A resource or a sidecar, and where its parts stand in its file. */
type Source = {
  readonly file: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly lineOf: (path: JsonPath) => number;
};

/** Forms of other programs, so that the refusal says what the file is. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^\s*<[^]*LimeSurvey/, 'a form of LimeSurvey'],
  [/^\s*<[^]*hl7\.org\/fhir/, 'FHIR in XML: save it as JSON'],
  [/^\s*</, 'XML or HTML'],
  [/^"?Variable ?\/ ?Field Name/i, 'a data dictionary of REDCap'],
];

function readSources(file: string): readonly Source[] {
  const text = readText(file);
  const json = parseJsonLines(text);
  const foreign = FOREIGN.find(([pattern]) => pattern.test(text));
  if (foreign) throw new StartError(`${file} is ${foreign[1]}. Only FHIR R4 as JSON is read.`);
  if (json.kind === 'mistake')
    throw new StartError(`${file} is no valid JSON in line ${json.line}: ${json.message}`);
  const { value, lineOf } = json;
  if (!isObject(value)) throw new StartError(`${file} holds no JSON object`);
  const { pages } = value;
  if (Array.isArray(pages) && pages.some(isObject))
    throw new StartError(`${file} is a form of SurveyJS. Only FHIR R4 as JSON is read.`);
  if (value['resourceType'] !== 'Bundle') return [{ file, content: value, lineOf }];
  const entries = Array.isArray(value['entry']) ? value['entry'] : [];
  return entries.flatMap((entry: unknown, index) => {
    const content = isObject(entry) ? entry['resource'] : undefined;
    const within = (path: JsonPath) => lineOf(['entry', index, 'resource', ...path]);
    return isObject(content) ? [{ file, content, lineOf: within }] : [];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// A FHIR file names its resource type. The file without one is the sidecar.
function importFiles(context: CommandContext): void {
  const first = required(context, 0, 'the files: one Questionnaire, its ValueSets and a sidecar');
  const text = readText(first);
  const reader = context.extensions.flatMap(({ forms = [] }) => forms).find((form) => form.fits(text));
  if (reader) return draftForm(context, { reader, text, file: first });
  const sources = context.positionals.flatMap(readSources);
  const ofType = (type: string | undefined) =>
    sources.filter(({ content }) => content['resourceType'] === type);
  const questionnaire = onlyOne(ofType('Questionnaire'), 'a FHIR Questionnaire');
  const valueSets = ofType('ValueSet');
  const others = sources.filter(
    ({ content: { resourceType } }) =>
      resourceType !== undefined && resourceType !== 'Questionnaire' && resourceType !== 'ValueSet',
  );
  for (const { file, content } of others)
    context.note(`not kept: ${file}: ${String(content['resourceType'])} ${String(content['id'] ?? '')}`);
  const contents = valueSets.map(({ content }) => content);
  if (context.values['draft'] === true) {
    const draft = draftSidecar(questionnaire.content, contents, sidecarLabels);
    if (draft.kind === 'mistakes') throw refused(context, draft.mistakes, { questionnaire, valueSets });
    return context.write(`${JSON.stringify(draft.sidecar, null, 2)}\n`);
  }
  const sidecar = onlyOne(ofType(undefined), 'the sidecar (docs/instruments.md); --draft writes one');
  const imported = importQuestionnaire(questionnaire.content, contents, sidecar.content);
  if (imported.kind === 'mistakes')
    throw refused(context, imported.mistakes, { questionnaire, valueSets, sidecar });
  noteLosses(context, imported);
  warnOfDanger(context, questionnaire.file, imported.instrument);
  return context.write(imported.text);
}

/** Prints the draft of an instrument that an extension makes of another program's form. */
function draftForm(
  context: CommandContext,
  { reader, text, file }: { reader: FormReader; text: string; file: string },
): void {
  if (context.positionals.length > 1) throw new UsageError(`${file} is ${reader.name}: give it alone`);
  if (context.values['draft'] !== true)
    throw new UsageError(`${file} is ${reader.name}: with --draft it becomes an instrument file to complete`);
  const drafted = reader.draft(text, basename(file, extname(file)));
  if (drafted.kind === 'draft') {
    noteLosses(context, drafted);
    return context.write(`${JSON.stringify(drafted.instrument, null, 2)}\n`);
  }
  context.print(
    drafted.mistakes.map(({ line, place, message }) => ({ file, line, path: place, mistake: message })),
  );
  throw new StartError(`${drafted.mistakes.length} mistake(s) found, nothing imported`);
}

function noteLosses(
  context: CommandContext,
  { notKept, notes }: { readonly notKept: readonly NotKept[]; readonly notes: readonly string[] },
): void {
  const byPlace = Map.groupBy(notKept, ({ places }) => places.join(', '));
  for (const [places, lost] of byPlace)
    context.note(`not kept: ${places}: ${lost.map(({ name }) => name).join(', ')}`);
  for (const note of notes) context.note(`note: ${note}`);
}

function onlyOne([first, second]: readonly Source[], what: string): Source {
  if (!first) throw new UsageError(`one of the files must be ${what}`);
  if (second) throw new UsageError(`only one file may be ${what}: ${first.file} and ${second.file} both are`);
  return first;
}

/** Prints the mistakes with their files and lines. */
function refused(
  context: CommandContext,
  mistakes: readonly ImportMistake[],
  files: { questionnaire: Source; valueSets: readonly Source[]; sidecar?: Source },
): StartError {
  const rows = mistakes.map(({ source, index = 0, path, message }) => {
    const named = {
      questionnaire: files.questionnaire,
      sidecar: files.sidecar,
      value_set: files.valueSets[index],
    };
    // A mistake of the finished instrument has no line in a file that was given.
    const at = source === 'instrument' ? undefined : named[source];
    return {
      file: at?.file ?? files.questionnaire.file,
      line: at?.lineOf(path) ?? null,
      path: showPath(path),
      mistake: message,
    };
  });
  context.print(rows);
  return new StartError(`${rows.length} mistake(s) found, nothing imported`);
}

export const importCommand: Command = {
  words: 'instruments import',
  positionals: '<file…>',
  summary: 'Make an instrument of a FHIR R4 Questionnaire, its ValueSets and a sidecar',
  help:
    'Prints the instrument file (npm run -s prints nothing else); keep it in INSTRUMENTS_DIR. With --draft it prints a sidecar ' +
    'to fill in; of forms that other extensions read an instrument file to fill in. See docs/instruments.md.',
  options: { draft: { type: 'boolean' } },
  run: async (context) => importFiles(context),
};
