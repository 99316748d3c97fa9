import { draftItems, textOf } from './draft-items.ts';

/** A draft under another id. The ids of its questions begin with that of the draft, so they change too, wherever they stand. */
export function renamed(instrument: Readonly<Record<string, unknown>>, id: string): Record<string, unknown> {
  return { ...recordWith(instrument, namesUnder(instrument, id)), id };
}

type Names = ReadonlyMap<string, string>;

/** The new names of the questions whose ids begin with that of the draft. */
function namesUnder(instrument: Readonly<Record<string, unknown>>, id: string): Names {
  const before = textOf(instrument['id']);
  return new Map(
    draftItems(instrument).flatMap((item) =>
      item.id.startsWith(`${before}-`) ? [[item.id, id + item.id.slice(before.length)] as const] : [],
    ),
  );
}

/** A whole draft under another id: marks of danger and answers of examples follow their questions. */
export function renamedDraft<Content extends Renamed>(content: Content, id: string): Content {
  const names = namesUnder(content.instrument, id);
  // Only names of questions differ.
  const follow = <Value>(value: Value) => valueWith(value, names) as Value;
  return {
    ...content,
    instrument: renamed(content.instrument, id),
    danger: follow(content.danger),
    examples: follow(content.examples),
  };
}

type Renamed = {
  readonly instrument: Readonly<Record<string, unknown>>;
  readonly danger: unknown;
  readonly examples: unknown;
};

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
