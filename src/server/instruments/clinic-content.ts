import { contentHash } from '../../domain/canonical-json.ts';
import { acceptedInstrument, parseInstrument, type Instrument } from '../../domain/instrument.ts';
import { parseProtocol, type Protocol } from '../../domain/protocol.ts';
import type { Db } from '../database/transaction.ts';
import { AppError } from '../settings/app-error.ts';
import * as queries from './clinic-queries.ts';
import type { StoredInstrument } from './clinic-queries.ts';

/** The id of the protocols that a clinic set itself, by which research data of several clinics tell them apart. */
export const ownProtocolId = (clinicId: string) => `own-${clinicId.slice(0, 8)}`;

const versionOfRevision = (revision: number) => `1.0.${revision}`;
const revisionOfVersion = (version: string) => Number(version.split('.').at(-1));

/** The revision of the protocol in force in a clinic; 0 while it is the operator's file. */
export const protocolRevision = (
  clinicId: string,
  { id, version }: Pick<Protocol, 'id' | 'version'>,
): number => (id === ownProtocolId(clinicId) ? revisionOfVersion(version) : 0);

/** A version that a clinic published, with what was stored beside it. */
export type OwnInstrument = Omit<StoredInstrument, 'content'> & { readonly instrument: Instrument };

/** All versions that a clinic published itself, the oldest first. */
export async function listClinicInstruments(db: Db, clinicId: string): Promise<readonly OwnInstrument[]> {
  const rows = await queries.storedInstruments(db, clinicId);
  return rows.map(({ content, ...row }) => {
    const accepted = acceptedInstrument(content);
    if (accepted?.hash !== row.hash) throw new Error('a stored instrument version is damaged');
    return { ...row, instrument: accepted.instrument };
  });
}

/** The protocol that a clinic set itself: that of a version, or the one in force; undefined while the operator's file is in force. */
export async function readOwnProtocol(
  db: Db,
  clinicId: string,
  version?: string,
): Promise<Protocol | undefined> {
  const revision = version === undefined ? undefined : revisionOfVersion(version);
  const row = await queries.storedProtocol(db, clinicId, revision);
  if (!row) return undefined;
  const parsed = parseProtocol(row.content);
  if (parsed.kind !== 'protocol' || contentHash(row.content) !== row.hash)
    throw new Error('a stored protocol of a clinic is damaged');
  return parsed.protocol;
}

/**
 * Publishes an instrument file of a clinic, in force at once. Throws an AppError where an operator's file has the id, or where the
 * clinic has published the version. The caller has checked the file.
 */
export async function publishInstrument(
  db: Db,
  clinicId: string,
  { content, ...beside }: { content: object; licence: object; signatures: readonly object[] },
): Promise<void> {
  const parsed = parseInstrument(JSON.stringify(content));
  if (parsed.kind !== 'instrument')
    throw new Error(
      `published, but no instrument: ${parsed.mistakes[0]?.path} ${parsed.mistakes[0]?.message}`,
    );
  const { id, version } = parsed.instrument;
  await queries.renewContentState(db, clinicId);
  if (await queries.isOperatorsId(db, id)) throw new AppError('id_taken');
  const one = { id, version, hash: parsed.hash, content, ...beside };
  if (!(await queries.insertClinicInstrument(db, clinicId, one))) throw new AppError('version_taken');
}

/** The revision of the protocol that a clinic set itself; 0 while the operator's file is in force. */
async function ownProtocolRevision(db: Db, clinicId: string): Promise<number> {
  return (await queries.storedProtocol(db, clinicId))?.revision ?? 0;
}

/**
 * Puts a protocol of a clinic into force at once, under an id and a version of its own, and returns its revision. The caller has
 * checked it and made it from the revision `from`; throws the AppError `changed_meanwhile` where another one was set since.
 */
export async function setClinicProtocol(
  db: Db,
  clinicId: string,
  protocol: Protocol,
  from: number,
): Promise<number> {
  await queries.renewContentState(db, clinicId);
  if ((await ownProtocolRevision(db, clinicId)) !== from) throw new AppError('changed_meanwhile');
  const revision = from + 1;
  const content = { ...protocol, id: ownProtocolId(clinicId), version: versionOfRevision(revision) };
  await queries.insertClinicProtocol(db, clinicId, { revision, hash: contentHash(content), content });
  return revision;
}
