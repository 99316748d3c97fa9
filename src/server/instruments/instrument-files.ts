import { readdirSync } from 'node:fs';
import { basename, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentHash } from '../../domain/canonical-json.ts';
import { protocolConditionProblems } from '../../domain/instrument-condition-checks.ts';
import { sharedItemIds } from '../../domain/instrument-items.ts';
import { acceptedInstrument, parseInstrument, type Instrument } from '../../domain/instrument.ts';
import { parseProtocol, type Protocol } from '../../domain/protocol.ts';
import { readTextFile, whyNot } from '../settings/file-refusal.ts';
import { StartError } from '../settings/start-error.ts';

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));
const ownFolder = join(projectFolder, 'instruments');

/** A file in force: its content, and the hash that its version must keep for ever. */
export type InstrumentInForce = { instrument: Instrument; hash: string; text: string; file: string };
export type ProtocolInForce = { protocol: Protocol; hash: string; text: string; file: string };

/**
 * The instruments in force by id, from the repository and the operator's folder. The operator's file wins if both have the
 * id. Throws a StartError that names file, line and mistake.
 */
export function readInstruments(instrumentsDir: string | undefined): Map<string, InstrumentInForce> {
  const own = readFolder(ownFolder);
  const local = instrumentsDir === undefined ? [] : readFolder(instrumentsDir);
  return new Map([...own, ...local].map((one) => [one.instrument.id, one]));
}

/** Versions before the present banks, kept to show what a change of a bank has changed. No survey begins with them. */
export function earlierInstruments(): readonly Instrument[] {
  const folder = join(ownFolder, 'earlier');
  return fileNames(folder).map((name) => {
    const path = join(folder, name);
    const accepted = acceptedInstrument(JSON.parse(readText(path, `The instrument file ${path}`)));
    if (!accepted) throw new StartError(`The instrument file ${path} is no instrument.`);
    return accepted.instrument;
  });
}

/** The protocol of a file; relative paths count from the project folder. */
export function readProtocol(protocolFile: string): ProtocolInForce {
  const path = isAbsolute(protocolFile) ? protocolFile : join(projectFolder, protocolFile);
  const text = readText(path, `The protocol file ${path}`);
  const content = parseJson(text, path);
  const parsed = parseProtocol(content);
  if (parsed.kind === 'mistakes') {
    const [first] = parsed.mistakes;
    throw new StartError(
      `The protocol file ${path} is not valid at "${first?.path}": ${first?.message}.${others(parsed.mistakes)}`,
    );
  }
  return { protocol: parsed.protocol, hash: contentHash(content), text, file: shownPath(path) };
}

/** Throws a StartError if the protocol names a missing instrument, if two instruments share an item id, or if a condition cannot work. */
export function requireInstruments(
  { protocol, file }: ProtocolInForce,
  instruments: ReadonlyMap<string, InstrumentInForce>,
): void {
  for (const { title, instruments: ids } of protocol.parts)
    for (const id of ids) if (!instruments.has(id)) missing(id, `The part "${title}" in ${file} names`);
  for (const { type, instruments: ids } of protocol.windows) {
    const used = ids.map(
      (id) => instruments.get(id)?.instrument ?? missing(id, `The window ${type} in ${file} asks for`),
    );
    const [shared] = sharedItemIds(used);
    if (shared !== undefined)
      throw new StartError(`Two instruments of the window ${type} in ${file} have an item "${shared}".`);
  }
  const known = new Map([...instruments].map(([id, { instrument }]) => [id, instrument]));
  const [wrong] = protocolConditionProblems(protocol, known);
  if (wrong !== undefined) throw new StartError(`${file}: ${wrong}`);
}

function missing(id: string, place: string): never {
  throw new StartError(`${place} the instrument "${id}", which was not found.`);
}

function readFolder(folder: string): InstrumentInForce[] {
  const instruments = fileNames(folder).map((name) => readInstrument(join(folder, name)));
  const ids = instruments.map(({ instrument }) => instrument.id);
  const twice = instruments.find(({ instrument }, index) => ids.indexOf(instrument.id) !== index);
  if (twice)
    throw new StartError(`Two files in ${folder} have the id "${twice.instrument.id}": keep one of them.`);
  return instruments;
}

function fileNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch (error) {
    throw new StartError(`The instruments folder ${folder} cannot be read: ${(error as Error).message}`);
  }
}

function readInstrument(path: string): InstrumentInForce {
  const text = readText(path, `The instrument file ${path}`);
  const parsed = parseInstrument(text);
  if (parsed.kind === 'instrument') {
    return { instrument: parsed.instrument, hash: parsed.hash, text, file: shownPath(path) };
  }
  const [first] = parsed.mistakes;
  throw new StartError(
    `The instrument file ${path} is not valid in line ${first?.line} (${first?.path}): ${first?.message}${others(parsed.mistakes)}`,
  );
}

function others(mistakes: readonly unknown[]): string {
  return mistakes.length > 1
    ? ` (${mistakes.length - 1} more: npm run manage -- instruments check, protocol check)`
    : '';
}

function readText(path: string, what: string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    throw new StartError(`${what} cannot be read: ${whyNot(error, 'read', path)}`);
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`The protocol file ${path} is no valid JSON: ${(error as Error).message}`);
  }
}

function shownPath(path: string): string {
  const inside = relative(projectFolder, path);
  return inside.startsWith('..') ? basename(path) : inside;
}
