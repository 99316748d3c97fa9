import { draftItems, textOf } from './draft-items.ts';

/** A draft under another id. The ids of its questions begin with that of the draft, so they change too, wherever they stand. */
export function renamed(instrument: Readonly<Record<string, unknown>>, id: string): Record<string, unknown> {
  const before = textOf(instrument['id']);
  if (before === id) return { ...instrument };
  const names = new Map(
    draftItems(instrument).flatMap((item) =>
      item.id.startsWith(`${before}-`) ? [[item.id, id + item.id.slice(before.length)] as const] : [],
    ),
  );
  return { ...recordWith(instrument, names), id };
}

type Names = ReadonlyMap<string, string>;

function recordWith(record: object, names: Names): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      names.get(key) ?? key,
      key === 'formula' && typeof value === 'string' ? formulaWith(value, names) : valueWith(value, names),
    ]),
  );
}

function valueWith(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => valueWith(one, names));
  return typeof value === 'object' && value !== null ? recordWith(value, names) : value;
}

const formulaWith = (formula: string, names: Names): string =>
  formula.replaceAll(/[A-Za-z0-9][A-Za-z0-9._-]*/g, (name) => names.get(name) ?? name);
