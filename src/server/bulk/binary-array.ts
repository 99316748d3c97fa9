import { dayNumber } from '../../domain/day-count.ts';
import type { IsoDate } from '../../domain/iso-date.ts';

// Arrays in PostgreSQL's binary format: parameters that hold one column of many rows. The driver would write an array as
// text, value by value, and the database would parse that text. A Buffer is sent as it is.

const types = { uuid: 2950, text: 25, int: 23, date: 1082, bytea: 17 } as const;
const HEADER = 20;
const LENGTH = 4;
/** The length of a value that is null. */
const NULL = -1;

export function uuidArray(ids: readonly string[]): Buffer {
  const bytes = Buffer.from(ids.join('').replaceAll('-', ''), 'hex');
  if (bytes.length !== 16 * ids.length) throw new RangeError('one of the ids is invalid');
  const copy = (index: number, to: Buffer, at: number) => bytes.copy(to, at, 16 * index, 16 * (index + 1));
  return fixedArray(types.uuid, 16, [...ids.keys()], copy);
}

export function intArray(numbers: readonly number[]): Buffer {
  return fixedArray(types.int, 4, numbers, (number, to, at) => to.writeInt32BE(number, at));
}

const FIRST_DAY = dayNumber('2000-01-01');

export function dateArray(dates: readonly (IsoDate | null)[]): Buffer {
  const sizes = dates.map((date) => (date === null ? NULL : 4));
  return variedArray(types.date, sizes, (index, to, at) => {
    const date = dates[index] ?? null;
    if (date !== null) to.writeInt32BE(dayNumber(date) - FIRST_DAY, at);
  });
}

export function textArray(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  return variedArray(types.text, sizes, (index, to, at) => to.write(texts[index] ?? '', at));
}

export function byteaArray(values: readonly Buffer[]): Buffer {
  const sizes = values.map((value) => value.length);
  return variedArray(types.bytea, sizes, (index, to, at) => values[index]?.copy(to, at));
}

type Write<Value> = (value: Value, to: Buffer, at: number) => void;

function fixedArray<Value>(
  type: number,
  size: number,
  values: readonly Value[],
  write: Write<Value>,
): Buffer {
  const array = start(type, values.length, values.length * (LENGTH + size));
  let at = HEADER;
  for (const value of values) {
    array.writeInt32BE(size, at);
    write(value, array, at + LENGTH);
    at += LENGTH + size;
  }
  return array;
}

function variedArray(type: number, sizes: readonly number[], write: Write<number>): Buffer {
  const size = sizes.reduce((sum, one) => sum + LENGTH + Math.max(0, one), 0);
  const array = start(type, sizes.length, size);
  let at = HEADER;
  for (const [index, one] of sizes.entries()) {
    array.writeInt32BE(one, at);
    write(index, array, at + LENGTH);
    at += LENGTH + Math.max(0, one);
  }
  return array;
}

/** The header: one dimension, type and number of the values, first index 1. PostgreSQL reads the nulls from the lengths. */
function start(type: number, count: number, size: number): Buffer {
  const array = Buffer.allocUnsafe(HEADER + size);
  [1, 0, type, count, 1].forEach((word, index) => array.writeInt32BE(word, 4 * index));
  return array;
}
