import type { NotKept } from '../../../domain/instrument-draft.ts';
import { UsageError, type CommandContext } from '../../../server/operator/command.ts';
import { readText, warnOfDanger } from '../../../server/operator/instrument-commands.ts';
import { StartError } from '../../../server/settings/start-error.ts';
import { draftSidecar } from '../domain/fhir-draft.ts';
import { importQuestionnaire, type ImportMistake } from '../domain/fhir-questionnaire.ts';
import { sidecarLabels } from '../text.ts';
import { placeOf, sortedSources, sourcesIn, type Source } from './sources.ts';

// The way with a sidecar: a file of one's own beside the FHIR files, with which they can be read again in their next version.

function readSources(file: string): readonly Source[] {
  const sources = sourcesIn(file, readText(file));
  if ('message' in sources) throw new StartError(`${file}, line ${sources.line}, ${sources.message}`);
  return sources;
}

/** Makes an instrument of a Questionnaire, its ValueSets and a sidecar; with --draft a sidecar to fill in. */
export function importFiles(context: CommandContext): void {
  const { questionnaires, valueSets, sidecars, others } = sortedSources(
    context.positionals.flatMap(readSources),
  );
  const questionnaire = onlyOne(questionnaires, 'a FHIR Questionnaire');
  for (const { file, name } of others) context.note(`not kept: ${file}: ${name}`);
  const contents = valueSets.map(({ content }) => content);
  if (context.values['draft'] === true) {
    const draft = draftSidecar(questionnaire.content, contents, sidecarLabels);
    if (draft.kind === 'mistakes') throw refused(context, draft.mistakes, { questionnaire, valueSets });
    return context.write(`${JSON.stringify(draft.sidecar, null, 2)}\n`);
  }
  const sidecar = onlyOne(sidecars, 'the sidecar (docs/instruments.md); --draft writes one');
  const imported = importQuestionnaire(questionnaire.content, contents, sidecar.content);
  if (imported.kind === 'mistakes')
    throw refused(context, imported.mistakes, { questionnaire, valueSets, sidecar });
  noteLosses(context, imported);
  warnOfDanger(context, questionnaire.file, imported.instrument);
  return context.write(imported.text);
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
  const rows = mistakes.map((mistake) => {
    const { file, line, place } = placeOf(mistake, files);
    return { file, line, path: place, mistake: mistake.message };
  });
  context.print(rows);
  return new StartError(`${rows.length} mistake(s) found, nothing imported`);
}
