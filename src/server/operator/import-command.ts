import { basename } from 'node:path';
import { readForm } from '../instruments/form-reader.ts';
import { StartError } from '../settings/start-error.ts';
import { readBytesOf, whyNot } from '../settings/file-refusal.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';

async function importForm(context: CommandContext): Promise<void> {
  const file = required(context, 0, 'the file');
  if (context.positionals.length > 1) {
    const together = context.extensions.find(({ importFiles }) => importFiles)?.importFiles;
    if (!together) throw new UsageError('give one file alone');
    return together(context);
  }
  if (context.values['draft'] !== true)
    throw new UsageError(`${file} alone needs --draft, with which it becomes an instrument file to complete`);
  const readers = context.extensions.flatMap(({ forms = [] }) => forms);
  const form = await readForm(readers, { name: basename(file), bytes: readBytes(file) });
  if (form.kind === 'mistakes') {
    context.print(
      form.mistakes.map(({ line, place, message }) => ({ file, line, path: place, mistake: message })),
    );
    throw new StartError(`${form.mistakes.length} mistake(s) found, nothing imported`);
  }
  for (const { where, what } of form.notKept) context.note(`not kept: ${where}: ${what}`);
  for (const note of form.notes) context.note(`note: ${note}`);
  context.write(`${JSON.stringify(form.instrument, null, 2)}\n`);
}

function readBytes(file: string): Uint8Array {
  try {
    return readBytesOf(file);
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${whyNot(error, 'read', file)}`);
  }
}

export const importCommand: Command = {
  words: 'instruments import',
  positionals: '<file…>',
  summary: 'Make an instrument of a form of another program',
  help:
    'Prints an instrument file to complete (npm run -s prints nothing else); keep it in INSTRUMENTS_DIR. Several files must ' +
    'belong together. See docs/instruments.md.',
  options: { draft: { type: 'boolean' } },
  run: importForm,
};
