import { instrumentItems } from '../../domain/instrument-items.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { itemColumns, namer, type FindItem, type ItemColumns } from '../../domain/research-variables.ts';
import type { ProtocolSkip } from '../../domain/protocol.ts';
import type { WindowType } from '../../domain/window-types.ts';
import { researchColumnText, researchValueText } from '../../text/research-export.ts';
import type { Version } from '../instruments/registry-queries.ts';

/** The instruments in the survey sessions of an export, and the columns of their items. */
export type Catalogue = {
  /** Every version in use, sorted by id and then by version. */
  readonly instruments: readonly Instrument[];
  readonly columns: FindItem;
  /** Gives a name to a further column, different from all other names. */
  readonly nameOf: (text: string) => string;
  /** The ids of the instruments at each kind of measurement point. */
  readonly asked: ReadonlyMap<WindowType, ReadonlySet<string>>;
  /** Those that surveys of a clinic of the export still begin with. */
  readonly inForce: ReadonlySet<Instrument>;
  /** The skips of every protocol version in use, by `protocolName`. */
  readonly skips: ReadonlyMap<string, readonly ProtocolSkip[]>;
  /** The items of sessions by their versions, filled while the export runs. */
  readonly lookups: Map<string, Lookup>;
};

/** An item with the version of its instrument and its columns. */
export type AskedItem = { readonly instrument: Version; readonly columns: ItemColumns };
export type Lookup = ReadonlyMap<string, AskedItem>;

export function protocolName({ id, version }: Version): string {
  return `${id} ${version}`;
}

export function catalogueOf(
  instruments: readonly Instrument[],
  found: Pick<Catalogue, 'asked' | 'skips' | 'inForce'>,
): Catalogue {
  const sorted = [...instruments].sort(compareVersions);
  // One file holds the columns of the survey session and those of its items, so their names must differ.
  const nameOf = namer(Object.keys(researchColumnText));
  const columns = itemColumns(sorted, nameOf, researchValueText);
  return { ...found, instruments: sorted, columns, nameOf, lookups: new Map() };
}

/** Sorts by id, then by the numbers of the version. */
function compareVersions(one: Version, other: Version): number {
  if (one.id !== other.id) return one.id < other.id ? -1 : 1;
  const [a, b] = [one, other].map(({ version }) => version.split('.').map(Number));
  const differences = (a ?? []).map((number, index) => number - (b?.[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** The items of a survey session by id. Sessions of the same versions share one map. */
export function itemsOf(catalogue: Catalogue, versions: readonly Version[]): Lookup {
  const name = versions.map(({ id, version }) => `${id}@${version}`).join(' ');
  const lookup = catalogue.lookups.get(name) ?? makeLookup(catalogue, versions);
  catalogue.lookups.set(name, lookup);
  return lookup;
}

function makeLookup({ instruments, columns }: Catalogue, versions: readonly Version[]): Lookup {
  const own = instruments.filter((one) =>
    versions.some(({ id, version }) => id === one.id && version === one.version),
  );
  return new Map(
    own.flatMap((instrument) =>
      instrumentItems(instrument).flatMap(({ id }) => {
        const found = columns(instrument, id);
        return found ? [[id, { instrument, columns: found }] as const] : [];
      }),
    ),
  );
}
