import { required, UsageError, type Command, type CommandContext } from '../../../server/operator/command.ts';
import { readJson, warnOfDanger } from '../../../server/operator/instrument-commands.ts';
import { StartError } from '../../../server/settings/start-error.ts';
import { importQuestionnaire } from '../domain/fhir-questionnaire.ts';

type ResourceType = { resourceType?: unknown };

// A FHIR file names its resource type. The file without one is the sidecar.
function importFiles(context: CommandContext): void {
  required(context, 0, 'the files: one Questionnaire, its ValueSets and a sidecar');
  const files = context.positionals.map((file) => ({ file, content: readJson(file) as ResourceType }));
  const ofType = (type: string | undefined) => files.filter(({ content }) => content.resourceType === type);
  const [questionnaire] = ofType('Questionnaire');
  const [sidecar] = ofType(undefined);
  const valueSets = ofType('ValueSet');
  if (!questionnaire) throw new UsageError('one of the files must be a FHIR Questionnaire');
  if (!sidecar) throw new UsageError('one of the files must be the sidecar (docs/instruments.md)');
  const imported = importQuestionnaire(
    questionnaire.content,
    valueSets.map(({ content }) => content),
    sidecar.content,
  );
  if (imported.kind === 'instrument') {
    warnOfDanger(context, questionnaire.file, imported.instrument);
    return context.write(imported.text);
  }
  const fileOf = { questionnaire, sidecar, instrument: questionnaire } as const;
  const rows = imported.mistakes.map(({ source, index = 0, path, message }) => ({
    file: (source === 'value_set' ? valueSets[index] : fileOf[source])?.file ?? '',
    path: path.join('.'),
    mistake: message,
  }));
  context.print(rows);
  throw new StartError(`${rows.length} mistake(s) found, nothing imported`);
}

export const importCommand: Command = {
  words: 'instruments import',
  positionals: '<file…>',
  summary: 'Make an instrument of a FHIR R4 Questionnaire, its ValueSets and a sidecar',
  help: 'Prints the instrument file (npm run -s prints nothing else); keep it in INSTRUMENTS_DIR. The sidecar: docs/instruments.md.',
  run: async (context) => importFiles(context),
};
