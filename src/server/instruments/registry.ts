import type { Pool } from 'pg';
import { acceptedInstrument, type Instrument } from '../../domain/instrument.ts';
import { ownValue } from '../../domain/own-value.ts';
import { parseProtocol, type Protocol } from '../../domain/protocol.ts';
import { placedBy } from '../../domain/sections.ts';
import { withoutTenant, type Db } from '../database/transaction.ts';
import { StartError } from '../settings/start-error.ts';
import { listClinicInstruments, ownProtocolId, readOwnProtocol } from './clinic-content.ts';
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
 * is read from the database once and kept: it never changes. There is one of the installation, which knows the operator's files,
 * and one of each clinic, which also knows what the clinic published.
 */
export type SurveyRegistry = {
  /** For new sessions and windows. */
  readonly protocol: Protocol;
  /** The protocols of clinics whose operator gave them one of their own, by their ids. */
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
  /** The registry of a clinic that published something. It is read anew where `contentState`, of the clinic's row, has changed. */
  ofClinic(db: Db, clinicId: string, contentState: string): Promise<SurveyRegistry>;
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
  const stored: StoredVersions = {
    instrument: async (db, version) => readInstrument(await findVersion(db, 'instrument_versions', version)),
    protocol: async (db, version) => readPinned(await findVersion(db, 'protocol_versions', version)),
  };
  const inForce = new Map([...instruments].map(([id, { instrument }]) => [id, instrument]));
  const ofFiles = new Map(ofClinics.map(([id, one]) => [id, one.protocol]));
  return createRegistry({ protocol: protocol.protocol, protocols: ofFiles, instruments: inForce }, stored);
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

type InForce = Pick<SurveyRegistry, 'protocol' | 'protocols' | 'instruments'>;

/** Reads a version that is not in force. Throws if it is not stored. */
type StoredVersions = {
  instrument(db: Db, version: Version): Promise<Instrument>;
  protocol(db: Db, version: Version): Promise<Protocol>;
};

function createRegistry(inForce: InForce, stored: StoredVersions): SurveyRegistry {
  const { protocol, protocols, instruments } = inForce;
  const known = new Map<string, Instrument>([...instruments.values()].map((one) => [nameOf(one), one]));
  const knownProtocols = new Map<string, Protocol>([[nameOf(protocol), protocol]]);
  const knownLists = new Map<string, readonly Instrument[]>();
  const clinics = new Map<string, { readonly contentState: string; readonly registry: SurveyRegistry }>();
  const pinnedInstrument = (db: Db, version: Version) =>
    remembered(known, nameOf(version), () => stored.instrument(db, version));
  const registry: SurveyRegistry = {
    ...inForce,
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
      remembered(knownProtocols, nameOf(version), () => stored.protocol(db, version)),
    ofClinic: async (db, clinicId, contentState) => {
      const found = clinics.get(clinicId);
      if (found?.contentState === contentState) return found.registry;
      const ofFiles = { ...inForce, protocol: protocols.get(clinicId) ?? protocol };
      const read = await withOwnContent(db, clinicId, ofFiles, registry);
      clinics.set(clinicId, { contentState, registry: read });
      return read;
    },
  };
  return registry;
}

/** The registry of a clinic with what it published itself, which wins over an operator's file with the same id. */
async function withOwnContent(
  db: Db,
  clinicId: string,
  ofFiles: InForce,
  { pinnedInstrument, pinnedProtocol }: SurveyRegistry,
): Promise<SurveyRegistry> {
  const published = (await listClinicInstruments(db, clinicId)).map(({ instrument }) => instrument);
  const own = new Map(published.map((one) => [nameOf(one), one]));
  const protocol = (await readOwnProtocol(db, clinicId)) ?? ofFiles.protocol;
  const instruments = new Map([...ofFiles.instruments, ...published.map((one) => [one.id, one] as const)]);
  return createRegistry(
    { ...ofFiles, protocol, instruments },
    {
      instrument: async (db, version) => own.get(nameOf(version)) ?? pinnedInstrument(db, version),
      protocol: async (db, version) =>
        (version.id === ownProtocolId(clinicId)
          ? await readOwnProtocol(db, clinicId, version.version)
          : undefined) ?? pinnedProtocol(db, version),
    },
  );
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
