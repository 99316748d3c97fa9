import { createRequire } from 'node:module';

type Found = {
  readonly meta: {
    readonly header: { readonly n_cases: number; readonly encoding: string };
    readonly sysvars: readonly {
      readonly name: string;
      readonly label: string | null;
      readonly type: 0 | 1;
      readonly missing: unknown;
    }[];
    readonly valueLabels: readonly {
      readonly appliesToNames: readonly string[];
      readonly entries: readonly { readonly val: string | number; readonly label: string }[];
    }[];
  };
  readonly reader: {
    readString(length: number, trim?: boolean): Promise<string>;
    readBytes(n: number): Promise<Buffer>;
  };
  open(): Promise<void>;
  readNextRow(): Promise<Record<string, string | number>>;
};
// The library names its types for no importing module.
const { SavBufferReader } = createRequire(import.meta.url)('sav-reader') as {
  SavBufferReader: new (content: Buffer) => Found;
};

export type SavFile = {
  readonly rows: readonly Record<string, string | number>[];
  readonly labels: ReadonlyMap<string, string>;
  readonly valueLabels: ReadonlyMap<string, ReadonlyMap<string | number, string>>;
  readonly missing: ReadonlyMap<string, unknown>;
};

const decoded = (value: string | number) =>
  typeof value === 'string' ? Buffer.from(value, 'latin1').toString().trimEnd() : value;

/**
 * Reads a .sav file with a library of others. It decodes a text in pieces of eight bytes, which breaks umlauts.
 * So each byte is a character for it, and whole texts are decoded here. It waits for ever at the end of a file, so more
 * bytes follow, and the head says how many rows there are.
 */
export async function readSav(content: Buffer): Promise<SavFile> {
  const sav = new SavBufferReader(Buffer.concat([content, Buffer.alloc(4096)]));
  sav.reader.readString = async (length, trim = false) => {
    if (length < 1) return '';
    const text = (await sav.reader.readBytes(length)).toString('latin1');
    return trim ? text.trimEnd() : text;
  };
  await sav.open();
  const { header, sysvars, valueLabels } = sav.meta;
  const rows = [];
  for (let row = 0; row < header.n_cases; row++) rows.push(await sav.readNextRow());
  return {
    rows: rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, decoded(value)])),
    ),
    labels: new Map(sysvars.map(({ name, label }) => [name, String(decoded(label ?? ''))])),
    valueLabels: new Map(
      valueLabels.flatMap(({ appliesToNames, entries }) => {
        const own = new Map(entries.map(({ val, label }) => [decoded(val), String(decoded(label))]));
        return appliesToNames.map((name) => [name, own] as const);
      }),
    ),
    missing: new Map(sysvars.map(({ name, missing }) => [name, missing])),
  };
}
