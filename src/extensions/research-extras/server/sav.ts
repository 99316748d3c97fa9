import { MOST_TEXT, type SpssColumn } from '../../../server/research/spss-columns.ts';

// The system file of SPSS (.sav), little-endian, UTF-8, with bytecode compression, as the manual of PSPP describes it:
// "System File Format". Texts of more than 255 bytes are kept in several variables, which readers join again.

const SEGMENT = 255;
/** A further variable begins after this many bytes of a text. */
const STEP = 252;

/** One variable of the file: a number, a text, or a part of a long text. */
type Part = {
  readonly short: string;
  readonly width: number;
  readonly column: SpssColumn;
  readonly isFirst: boolean;
};

function partsOf(columns: readonly SpssColumn[]): readonly Part[] {
  const parts = columns.flatMap((column) =>
    widthsOf(column).map((width, index) => ({ width, column, isFirst: index === 0 })),
  );
  return parts.map((part, index) => ({ ...part, short: `V${index + 1}` }));
}

/** Zero stands for a number. */
function widthsOf({ format, width }: SpssColumn): readonly number[] {
  if (format) return [0];
  if (width <= SEGMENT) return [width];
  const count = Math.ceil(width / STEP);
  return Array.from({ length: count }, (_, index) => (index < count - 1 ? SEGMENT : width - index * STEP));
}

/** How many pieces of eight bytes a variable takes in a row. */
const piecesOf = (width: number) => Math.max(1, Math.ceil(width / 8));

const int = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeInt32LE(value, 4 * index));
  return bytes;
};
const double = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(8 * values.length);
  values.forEach((value, index) => bytes.writeDoubleLE(value, 8 * index));
  return bytes;
};
/** A text filled with blanks. The caller cuts it. */
const filled = (text: string, length: number) =>
  Buffer.concat([Buffer.from(text)], length).fill(' ', Buffer.byteLength(text));

const LOWEST = -Number.MAX_VALUE;
const SECOND_LOWEST = -1.797_693_134_862_315_5e308;
const BIAS = 100;

/** Everything before the first row. No clock: the same data give the same bytes. */
export function savHead(columns: readonly SpssColumn[], title: string, rows: number): Buffer {
  const parts = partsOf(columns);
  const pieces = parts.reduce((sum, { width }) => sum + piecesOf(width), 0);
  return Buffer.concat([
    filled('$FL2@(#) SPSS DATA FILE Resonanz', 64),
    int(2, pieces, 1, 0, rows),
    double(BIAS),
    filled('01 Jan 7000:00:00', 17),
    filled(title, 64),
    Buffer.alloc(3),
    ...parts.flatMap(variableRecord),
    ...valueLabels(parts),
    extension(3, 4, int(22, 0, 0, -1, 1, 1, 2, 65_001)),
    extension(4, 8, double(LOWEST, Number.MAX_VALUE, SECOND_LOWEST)),
    extension(11, 4, int(...parts.flatMap(displayOf))),
    extension(
      13,
      1,
      Buffer.from(
        firstOf(parts)
          .map(({ short, column }) => `${short}=${column.name}`)
          .join('\t'),
      ),
    ),
    ...longTexts(parts),
    extension(16, 8, Buffer.concat([bigInt(1), bigInt(rows)])),
    extension(20, 1, Buffer.from('UTF-8')),
    ...longValueLabels(columns),
    ...longMissing(columns),
    int(999, 0),
  ]);
}

const bigInt = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
};

const firstOf = (parts: readonly Part[]) => parts.filter(({ isFirst }) => isFirst);

const extension = (subtype: number, size: number, content: Buffer) =>
  Buffer.concat([int(7, subtype, size, content.length / size), content]);

function variableRecord({ short, width, column, isFirst }: Part): readonly Buffer[] {
  const { format, missing } = column;
  const text = { code: 1, characters: width, decimals: 0 };
  const { code, characters, decimals } = format ?? text;
  const shown = (code << 16) | (characters << 8) | decimals;
  const label = Buffer.from(isFirst ? column.label : '');
  const declared = isFirst && width <= 8 ? missing : [];
  const count = format && declared.length > 0 ? -2 : declared.length;
  const record = [
    int(2, width, label.length > 0 ? 1 : 0, count, shown, shown),
    filled(short, 8),
    ...(label.length > 0 ? [int(label.length), Buffer.concat([label], Math.ceil(label.length / 4) * 4)] : []),
    ...declared.map(pieceOf),
  ];
  // Each further piece of a text has a record of its own.
  const further = Array.from({ length: piecesOf(width) - 1 }, () => [int(2, -1, 0, 0, 0, 0), filled('', 8)]);
  return [...record, ...further.flat()];
}

const pieceOf = (value: string | number) => (typeof value === 'number' ? double(value) : filled(value, 8));

/** Labels of numbers and of texts up to eight bytes. They name variables by their place among the pieces. */
function valueLabels(parts: readonly Part[]): readonly Buffer[] {
  const records: Buffer[] = [];
  let place = 1;
  for (const { width, column, isFirst } of parts) {
    if (isFirst && width <= 8 && column.labels.length > 0) {
      records.push(int(3, column.labels.length));
      for (const { value, label } of column.labels) {
        const bytes = Buffer.from(label);
        const length = Math.ceil((bytes.length + 1) / 8) * 8;
        records.push(pieceOf(value), Buffer.concat([Buffer.of(bytes.length), bytes], length));
      }
      records.push(int(4, 1, place));
    }
    place += piecesOf(width);
  }
  return records;
}

const levels = { nominal: 1, ordinal: 2, scale: 3 } as const;

/** Level of measurement, width on the screen, and side. */
function displayOf({ width, column: { level, format } }: Part): readonly number[] {
  return [levels[level], format ? format.characters : Math.min(Math.max(width, 8), 32), format ? 1 : 0];
}

function longTexts(parts: readonly Part[]): readonly Buffer[] {
  const long = firstOf(parts).filter(({ column: { format, width } }) => !format && width > SEGMENT);
  if (long.length === 0) return [];
  const entries = long.map(({ short, column }) => `${short}=${String(column.width).padStart(5, '0')}\0\t`);
  return [extension(14, 1, Buffer.from(entries.join('')))];
}

const counted = (text: string) => Buffer.concat([int(Buffer.byteLength(text)), Buffer.from(text)]);
const longWith = (columns: readonly SpssColumn[], what: 'labels' | 'missing') =>
  columns.filter(({ format, width, [what]: list }) => !format && width > 8 && list.length > 0);

function longValueLabels(columns: readonly SpssColumn[]): readonly Buffer[] {
  const entries = longWith(columns, 'labels').map(({ name, width, labels }) =>
    Buffer.concat([
      counted(name),
      int(width, labels.length),
      ...labels.flatMap(({ value, label }) => [int(width), filled(String(value), width), counted(label)]),
    ]),
  );
  return entries.length > 0 ? [extension(21, 1, Buffer.concat(entries))] : [];
}

function longMissing(columns: readonly SpssColumn[]): readonly Buffer[] {
  const entries = longWith(columns, 'missing').map(({ name, missing }) =>
    Buffer.concat([counted(name), Buffer.of(missing.length), int(8), ...missing.map(pieceOf)]),
  );
  return entries.length > 0 ? [extension(22, 1, Buffer.concat(entries))] : [];
}

const CHUNK = 65_536;
const MISSING = 255;
const BLANKS = 254;
const FOLLOWS = 253;
const BLANK = 0x20;

/**
 * The rows as bytes, in chunks. A command of one byte stands for each piece of eight bytes: a small whole number, eight
 * blanks, no value, or a piece that follows. Eight commands stand together before the pieces that they announce.
 */
export async function* savRows(
  columns: readonly SpssColumn[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<Buffer> {
  const parts = partsOf(columns);
  const mostOfRow = parts.reduce((sum, { width }) => sum + 9 * piecesOf(width), 16);
  const packed = packer(CHUNK + mostOfRow);
  const widths = columns.map(widthsOf);
  for await (const cells of rows) {
    columns.forEach((column, index) => {
      const cell = cells[index] ?? '';
      if (column.format) packed.number(numberOf(column, cell));
      else packed.text(bytesOf(cell), widths[index] ?? []);
    });
    if (packed.length() >= CHUNK) yield packed.take();
  }
  yield packed.end();
}

/** SPSS counts seconds from this day in 1582. */
const FIRST_DAY = Date.UTC(1582, 9, 14);

function numberOf({ name, format }: SpssColumn, cell: string): number | null {
  if (cell === '') return null;
  const value = format?.name === 'SDATE10' ? (Date.parse(cell) - FIRST_DAY) / 1000 : Number(cell);
  if (Number.isFinite(value)) return value;
  throw new Error(`the column ${name} holds a value that is no number`);
}

function bytesOf(cell: string): Buffer {
  const bytes = Buffer.from(cell);
  if (bytes.length <= MOST_TEXT) return bytes;
  let end = MOST_TEXT;
  // A byte of the form 10xxxxxx lies inside a character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

function packer(size: number) {
  let out = Buffer.alloc(size);
  let at = 0;
  let commands = 0;
  let used = 8;
  const command = (code: number) => {
    if (used === 8) [commands, at, used] = [at, at + 8, 0];
    out[commands + used] = code;
    used += 1;
  };
  const piece = (bytes: Buffer, from: number, to: number) => {
    command(FOLLOWS);
    // Millions of pieces: a loop is faster here than calls of Buffer.
    for (let index = 0; index < 8; index++)
      out[at + index] = from + index < to ? (bytes[from + index] ?? BLANK) : BLANK;
    at += 8;
  };
  const taken = (until: number) => {
    const done = out.subarray(0, until);
    const next = Buffer.alloc(size);
    out.copy(next, 0, until, at);
    [out, at, commands] = [next, at - until, commands - until];
    return done;
  };
  return {
    length: () => at,
    number(value: number | null) {
      if (value === null) return command(MISSING);
      if (Number.isInteger(value) && value > -BIAS && value < 252 - BIAS && !Object.is(value, -0))
        return command(value + BIAS);
      command(FOLLOWS);
      out.writeDoubleLE(value, at);
      at += 8;
    },
    text(bytes: Buffer, widths: readonly number[]) {
      widths.forEach((width, index) => {
        const [first, last] = [index * SEGMENT, Math.min(bytes.length, (index + 1) * SEGMENT)];
        for (let number = 0; number < piecesOf(width); number++) {
          const from = first + 8 * number;
          if (from < last && !isBlank(bytes, from, last)) piece(bytes, from, last);
          else command(BLANKS);
        }
      });
    },
    /** All but a group of commands that is not full. */
    take: () => taken(used === 8 ? at : commands),
    end: () => out.subarray(0, at),
  };
}

function isBlank(bytes: Buffer, from: number, last: number): boolean {
  const end = Math.min(last, from + 8);
  for (let index = from; index < end; index++) if (bytes[index] !== BLANK) return false;
  return true;
}
