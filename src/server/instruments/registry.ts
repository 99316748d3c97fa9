import type { Pool } from 'pg';
import { acceptedInstrument, type Instrument } from '../../domain/instrument.ts';
import { ownValue } from '../../domain/own-value.ts';
import { parseProtocol, type Protocol } from '../../domain/protocol.ts';
import { placedBy } from '../../domain/sections.ts';
import { withoutTenant, type Db } from '../database/transaction.ts';
import { StartError } from '../settings/start-error.ts';
import {
  readInstruments,
  readProtocol,
  requireInstruments,
  type InstrumentInForce,
  type ProtocolInForce,
} from './instrument-files.ts';
import { findVersion, registerVersion, type StoredVersion, type Version } from './registry-queries.ts';

/**
 * The instruments and the protocol in force, and every version a stored session was pinned to (product 11.1). A version
 * is read from the database once and kept: it never changes.
 */
export type SurveyRegistry = {
  /** For new sessions and windows. */
  readonly protocol: Protocol;
  /** The protocols of clinics with one of their own, by their ids. */
  readonly protocols: ReadonlyMap<string, Protocol>;
  /** For new sessions, by id. */
  readonly instruments: ReadonlyMap<string, Instrument>;
  pinnedInstrument(db: Db, version: Version): Promise<Instrument>;
  /**
   * The instruments, in the sections that a protocol gives them. The same list gives the same array, so that values derived
   * from it are derived once.
   */
  pinnedInstruments(
    db: Db,
    versions: readonly Version[],
    placing?: Pick<Protocol, 'sections'>,
  ): Promise<readonly Instrument[]>;
  pinnedProtocol(db: Db, version: Version): Promise<Protocol>;
};

/** Reads the files, registers their versions, and refuses a changed file under a version that is already known. */
export async function loadRegistry(
  pool: Pool,
  {
    protocolFile,
    instrumentsDir,
    clinics = new Map(),
  }: {
    protocolFile: string;
    instrumentsDir: string | undefined;
    /** The files of clinics that have a protocol of their own. */
    clinics?: ReadonlyMap<string, { readonly protocol: string | undefined }>;
  },
): Promise<SurveyRegistry> {
  const instruments = readInstruments(instrumentsDir);
  const protocol = readProtocol(protocolFile);
  const ofClinics = [...clinics].flatMap(([id, { protocol: file }]) =>
    file === undefined ? [] : [[id, readProtocol(file)] as const],
  );
  const protocols = [protocol, ...ofClinics.map(([, one]) => one)];
  for (const one of protocols) requireInstruments(one, instruments);
  await withoutTenant(pool, (db) => registerAll(db, instruments, protocols));
  const registry = createRegistry(
    protocol.protocol,
    [...instruments.values()].map((one) => one.instrument),
  );
  return { ...registry, protocols: new Map(ofClinics.map(([id, one]) => [id, one.protocol])) };
}

async function registerAll(
  db: Db,
  instruments: ReadonlyMap<string, InstrumentInForce>,
  protocols: readonly ProtocolInForce[],
): Promise<void> {
  for (const one of instruments.values()) {
    const stored = await registerVersion(db, 'instrument_versions', one.instrument, one);
    if (stored !== one.hash) throw changed('instrument', one.instrument, one.file);
  }
  for (const { protocol, hash, text, file } of protocols) {
    const stored = await registerVersion(db, 'protocol_versions', protocol, { hash, text });
    if (stored !== hash) throw changed('protocol', protocol, file);
  }
}

function changed(what: string, { id, version }: Version, file: string): StartError {
  return new StartError(
    `The ${what} "${id}" ${version} (${file}) differs from the ${version} that this database knows. ` +
      'A published version never changes: give the changed file a new version.',
  );
}

function createRegistry(protocol: Protocol, instruments: readonly Instrument[]): SurveyRegistry {
  const inForce = new Map(instruments.map((one) => [one.id, one]));
  const known = new Map<string, Instrument>(instruments.map((one) => [nameOf(one), one]));
  const knownProtocols = new Map<string, Protocol>([[nameOf(protocol), protocol]]);
  const knownLists = new Map<string, readonly Instrument[]>();
  const pinnedInstrument = (db: Db, version: Version) =>
    remembered(known, nameOf(version), async () =>
      readInstrument(await findVersion(db, 'instrument_versions', version)),
    );
  return {
    protocol,
    protocols: new Map(),
    instruments: inForce,
    pinnedInstrument,
    pinnedInstruments: (db, versions, { sections } = { sections: {} }) => {
      const placeOf = ({ id }: Version) => JSON.stringify(ownValue(sections, id)) ?? '';
      const placed = (one: Version) =>
        remembered(known, nameOf(one) + placeOf(one), async () =>
          placedBy({ sections }, await pinnedInstrument(db, one)),
        );
      const names = versions.map((one) => nameOf(one) + placeOf(one));
      return remembered(knownLists, names.join(' '), () => inOrder(versions, placed));
    },
    pinnedProtocol: (db, version) =>
      remembered(knownProtocols, nameOf(version), async () =>
        readPinned(await findVersion(db, 'protocol_versions', version)),
      ),
  };
}

async function inOrder<A, B>(list: readonly A[], read: (one: A) => Promise<B>): Promise<readonly B[]> {
  const all: B[] = [];
  for (const one of list) all.push(await read(one));
  return all;
}

async function remembered<T>(known: Map<string, T>, name: string, read: () => Promise<T>): Promise<T> {
  const found = known.get(name) ?? (await read());
  known.set(name, found);
  return found;
}

function nameOf({ id, version }: Version): string {
  return `${id}@${version}`;
}

function readInstrument({ content, hash }: StoredVersion): Instrument {
  const accepted = acceptedInstrument(content);
  if (accepted?.hash !== hash) throw new Error('a stored instrument version is damaged');
  return accepted.instrument;
}

function readPinned({ content }: StoredVersion): Protocol {
  const parsed = parseProtocol(content);
  if (parsed.kind !== 'protocol') throw new Error('a stored protocol version is damaged');
  return parsed.protocol;
}
