import { allItems, type Form } from './form.ts';

/** What hangs on the ids of questions beside the instrument. */
type Named = {
  readonly instrument: Readonly<Record<string, unknown>>;
  readonly danger: unknown;
  readonly examples: unknown;
};

/**
 * Gives the questionnaire another id. Ids of questions begin with it, because answers of all questionnaires are stored under them,
 * so every place that names a question follows.
 */
export function renamed<Content extends Named>(content: Content, form: Form, id: string): Content {
  const beginning = `${form.id}-`;
  const names = new Map(
    allItems(form)
      .filter((item) => item.id.startsWith(beginning))
      .map((item) => [item.id, `${id}-${item.id.slice(beginning.length)}`]),
  );
  const follow = (value: unknown) => withNames(value, names);
  return {
    ...content,
    instrument: { ...(follow(content.instrument) as object), id },
    danger: follow(content.danger),
    examples: follow(content.examples),
  };
}

// Texts that are an id, keys that are one, and ids inside of a formula.
function withNames(value: unknown, names: ReadonlyMap<string, string>, key = ''): unknown {
  if (typeof value === 'string') {
    if (key !== 'formula') return names.get(value) ?? value;
    return value.replaceAll(/[A-Za-z0-9._-]+/g, (word) => names.get(word) ?? word);
  }
  if (Array.isArray(value)) return value.map((one) => withNames(one, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [names.get(name) ?? name, withNames(one, names, name)]),
  );
}
