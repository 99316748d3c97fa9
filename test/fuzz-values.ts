import type { Dice } from './fuzz-dice.ts';

// Texts that break parsers: ends of ranges, other alphabets, and signs with a meaning for some layer.
const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'A\0B',
  '\uD800',
  'x\uDFFFy',
  '\uFEFFA1',
  '\u202Eabc',
  '\uFFFE\uFFFF',
  '\x1e\x1f',
  'Ω'.repeat(255),
  'a'.repeat(256),
  'e\u0301'.repeat(200),
  '👩‍👩‍👧‍👦'.repeat(40),
  '\u0345\u0345'.repeat(3000),
  'ﷺ'.repeat(5000),
  'a'.repeat(10_001),
  'ß',
  'İ',
  'ŉ',
  "' OR 1=1 --",
  "'; DROP TABLE patients; --",
  '$1',
  '\\',
  '%',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\r\nSet-Cookie: x=y',
  '=cmd|calc',
  '0',
  '-0',
  '1e400',
  '0x10',
  '１２',
  '٣',
  '²',
  'NaN',
  'true',
  'null',
  '__proto__',
  'constructor',
  'toString',
];

const days: readonly string[] = [
  '0000-01-01',
  '0000-00-00',
  '0001-01-01',
  '0099-12-31',
  '1582-10-10',
  '1900-02-29',
  '1969-12-31',
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  '2024-02-29',
  '9999-12-31',
  '10000-01-01',
  '+012026-01-01',
  '-000001-01-01',
  '2026-01-01T00:00:00Z',
  '2026-01-01\n',
  '01.01.1990',
  'infinity',
  'now',
];

const ids: readonly string[] = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '2F1E1C9A-7B1F-4A8E-9D6B-0C6A1F3B5D77',
  '{2f1e1c9a-7b1f-4a8e-9d6b-0c6a1f3b5d77}',
  '2f1e1c9a7b1f4a8e9d6b0c6a1f3b5d77',
  '2f1e1c9a-7b1f-4a8e-9d6b-0c6a1f3b5d7',
  '1',
];

const others: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  5e-324,
  [],
  {},
  [null],
  [[]],
  { length: 1e9 },
  { toString: 'x' },
  JSON.parse('{"then":1}'),
];

/** A text that a user could have meant as any kind of value. */
export function anyText(dice: Dice): string {
  return dice.pick(dice.pick([texts, texts, days, ids]));
}

function anyValue(dice: Dice): unknown {
  if (dice.percent(55)) return anyText(dice);
  if (dice.percent(70)) return dice.pick(others);
  if (dice.percent(50))
    return Array.from({ length: dice.pick([2, 51, 201]) }, () => anyText(dice).slice(0, 300));
  return nested(dice.pick([5, 100, 2000]));
}

function nested(depth: number): unknown {
  let value: unknown = 'tief';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** The value with one to three of its parts replaced, removed, doubled or extended. */
export function mutated(dice: Dice, value: unknown): unknown {
  let changed = structuredClone(value);
  for (let times = 1 + dice.below(3); times > 0; times -= 1) changed = mutatedOnce(dice, changed);
  return changed;
}

function mutatedOnce(dice: Dice, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || dice.percent(4)) return anyValue(dice);
  const keys = Object.keys(value);
  if (keys.length === 0 || dice.percent(6)) return withPart(value, dice.pick(extraKeys), anyValue(dice));
  const key = dice.pick(keys);
  // The keys come from the object itself, so their values can be read.
  const part = (value as Record<string, unknown>)[key];
  if (dice.percent(12)) return withoutPart(value, key);
  if (Array.isArray(value) && dice.percent(20)) return [...value, part];
  return withPart(value, key, dice.percent(60) ? mutatedOnce(dice, part) : anyValue(dice));
}

const extraKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'role',
  'clinic_id',
  'id',
  'enabled',
  'length',
  '',
  '\0',
];

function withPart(value: object, key: string, part: unknown): unknown {
  if (Array.isArray(value)) return value.map((one, place) => (String(place) === key ? part : one));
  // A plain assignment of this name would set the prototype.
  return Object.defineProperty({ ...value }, key, { value: part, enumerable: true, configurable: true });
}

function withoutPart(value: object, key: string): unknown {
  if (Array.isArray(value)) return value.filter((_, place) => String(place) !== key);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
