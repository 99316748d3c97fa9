// Reads and compares reference files, for vectors.test.ts.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ItemBank } from '../../../src/psychometrics/item-bank.ts';

const FOLDER = process.env['VECTORS_DIR'] ?? join(import.meta.dirname, '..');

/** The number of comparisons so far. */
export const totals = { values: 0, steps: 0, largest: 0 };

export function referenceFiles(): string[] {
  return readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
}

export function read<T>(file: string): T {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as T; // the formats are fixed by the README
}

let banks: ItemBank[] | undefined;

export function bankOf(id: string): ItemBank {
  banks ??= read<{ banks: ItemBank[] }>('banks.json').banks;
  return banks.find((bank) => bank.id === id) ?? assert.fail(`banks.json has no bank ${id}`);
}

export type Tolerance = { abs: number; rel: number };
export const EXACT: Tolerance = { abs: 0, rel: 0 };
export const VALUE: Tolerance = { abs: 1e-9, rel: 0 };
export const TAIL: Tolerance = { abs: 0, rel: 1e-10 };
export const CLASSICAL: Tolerance = { abs: 1e-12, rel: 1e-12 };

function compareNumber(actual: unknown, expected: number, path: string, { abs, rel }: Tolerance): void {
  assert.ok(typeof actual === 'number', `${path}: expected ${expected}, got ${String(actual)}`);
  const difference = Math.abs(actual - expected);
  const allowed = Math.max(abs, rel * Math.abs(expected));
  assert.ok(
    difference <= allowed,
    `${path}: expected ${expected}, got ${actual} (more than ${allowed} apart)`,
  );
  totals.values += 1;
  if (abs > 0) totals.largest = Math.max(totals.largest, difference);
}

/** Every key and element of `expected` must be in `actual`; the tolerance may depend on the nearest key. */
export function compare(
  actual: unknown,
  expected: unknown,
  path: string,
  toleranceOf: (key: string) => Tolerance,
  key = '',
): void {
  if (typeof expected === 'number') return compareNumber(actual, expected, path, toleranceOf(key));
  if (typeof expected !== 'object' || expected === null) {
    totals.values += 1;
    return assert.equal(actual, expected, path);
  }
  assert.ok(typeof actual === 'object' && actual !== null, `${path} is missing`);
  if (Array.isArray(expected)) assert.equal(Object.keys(actual).length, expected.length, `${path}: length`);
  const ours = new Map(Object.entries(actual));
  for (const [name, value] of Object.entries(expected)) {
    assert.ok(ours.has(name), `${path}.${name} is not compared`);
    compare(ours.get(name), value, `${path}.${name}`, toleranceOf, Array.isArray(expected) ? key : name);
  }
}
