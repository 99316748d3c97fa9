import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CrisisKind } from '../../domain/crisis.ts';
import { dangerHints } from '../../domain/danger-wording.ts';
import { isIsoDate, type IsoDate } from '../../domain/iso-date.ts';
import { isRecordDate } from '../../domain/patient-record.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';
import { parseInstrument, type Instrument, type ParsedInstrument } from '../../domain/instrument.ts';
import { parseProtocol } from '../../domain/protocol.ts';
import { sectionProblems } from '../../domain/sections.ts';
import { surveyWindows } from '../../domain/windows.ts';
import { readTextFile } from '../settings/file-refusal.ts';
import { StartError } from '../settings/start-error.ts';
import { readProtocol, requireInstruments } from '../instruments/instrument-files.ts';
import { required, UsageError, type Command, type CommandContext } from './command.ts';
import { configuredInstruments } from './configured-instruments.ts';

/** The text of a file of the operator. */
export function readText(path: string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    throw new StartError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function readJson(path: string): unknown {
  try {
    const content: unknown = JSON.parse(readText(path));
    if (typeof content === 'object' && content !== null) return content;
    throw new StartError(`${path} holds no JSON object`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${path} is no valid JSON: ${(error as Error).message}`);
  }
}

function check(context: CommandContext): void {
  required(context, 0, 'the instrument file');
  const checked = context.positionals.map((file) => ({ file, ...parseInstrument(readText(file)) }));
  const mistakes = checked.flatMap(({ file, ...parsed }) => {
    if (parsed.kind === 'instrument') return [];
    return parsed.mistakes.map(({ line, path, message }) => ({ file, line, path, mistake: message }));
  });
  const sound = checked.flatMap((one) => (one.kind === 'instrument' ? [one.instrument] : []));
  const together = mistakes.length > 0 ? [] : sectionProblems(sound);
  for (const mistake of together) mistakes.push({ file: '', line: 0, path: 'section', mistake });
  if (mistakes.length === 0) {
    for (const { file, ...parsed } of checked)
      if (parsed.kind === 'instrument') warnOfDanger(context, file, parsed.instrument);
    return context.print(checked.flatMap(soundFile));
  }
  context.print(mistakes);
  throw new StartError(`${mistakes.length} mistake(s) found`);
}

function soundFile({ file, ...parsed }: { file: string } & ParsedInstrument) {
  if (parsed.kind !== 'instrument') return [];
  const { id, version, status } = parsed.instrument;
  const warnings = dangerHints(parsed.instrument).length;
  return [{ file, id, version, status, mistakes: 0, warnings }];
}

const DANGERS: Partial<Record<CrisisKind, string>> = {
  self: 'a wish to die or to hurt oneself',
  others: 'danger to other people',
  child: 'danger to a child',
  violence: 'violence suffered',
  psychosis: 'voices',
};

/** Notes the questions for danger that have no crisis rule, also with --json: they must not be overlooked. */
export function warnOfDanger(context: CommandContext, file: string, instrument: Instrument): void {
  for (const { item, kinds, words } of dangerHints(instrument)) {
    const advice = kinds.includes('self')
      ? 'Add a rule of the kind "self" to "crisis" (docs/instruments.md).'
      : 'No rule of this kind can be used yet: agree on how a clinician learns of such an answer.';
    context.note(
      `warning: ${file}: "${item.link_id ?? item.id}" (${words}) seems to ask for ${kinds.map((kind) => DANGERS[kind] ?? kind).join(', ')}, ` +
        'but no crisis rule names it: no clinician would see such an answer at once, and the patient would get no help. ' +
        advice,
    );
  }
}

async function list(context: CommandContext): Promise<void> {
  const instruments = configuredInstruments();
  const rows = [...instruments.values()].map(({ instrument, file, hash }) => ({
    id: instrument.id,
    version: instrument.version,
    status: instrument.status,
    items: instrumentItems(instrument).length,
    title: instrument.title,
    file,
    hash: hash.slice(0, 12),
  }));
  context.print(rows);
}

const standardProtocol = fileURLToPath(new URL('../../../protocols/standard.json', import.meta.url));

function dateOf({ values }: CommandContext, name: string): IsoDate {
  const value = values[name];
  if (!isIsoDate(value) || !isRecordDate(value))
    throw new UsageError(`--${name} must be a date like 2026-01-31, as a patient can have it`);
  return value;
}

function checkProtocol(context: CommandContext): void {
  const named = context.positionals[0];
  const file = named === undefined ? standardProtocol : resolve(named);
  const [admission, discharge] = [dateOf(context, 'admission'), dateOf(context, 'discharge')];
  if (discharge <= admission) throw new UsageError('--discharge must lie after --admission');
  const parsed = parseProtocol(readJson(file));
  if (parsed.kind === 'mistakes') {
    context.print(parsed.mistakes.map(({ path, message }) => ({ file, path, mistake: message })));
    throw new StartError(`${parsed.mistakes.length} mistake(s) found`);
  }
  requireInstruments(readProtocol(file), configuredInstruments());
  const windows = surveyWindows(parsed.protocol, admission, discharge, admission);
  context.note(`no mistakes; the windows of a therapy from ${admission} to ${discharge}:`);
  context.print(
    windows.map(({ type, ordinal, label, start, end }) => ({ type, ordinal, label, start, end })),
  );
}

export const instrumentCommands: Command[] = [
  {
    words: 'instruments check',
    positionals: '<file…>',
    summary: 'Check instrument files; every mistake with its line',
    run: async (context) => check(context),
  },
  {
    words: 'instruments list',
    summary: 'List the instruments in force, those of INSTRUMENTS_DIR included',
    run: list,
  },
  {
    words: 'protocol check',
    positionals: '[file]',
    summary: 'Check a protocol file and show the windows of a therapy',
    options: {
      admission: { type: 'string', default: '2026-01-15' },
      discharge: { type: 'string', default: '2026-12-15' },
    },
    run: async (context) => checkProtocol(context),
  },
];
