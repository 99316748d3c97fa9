// Two people edit one draft. Each field that only one of them changed is taken from that person.

type Whole = {
  readonly instrument: Readonly<Record<string, unknown>>;
  readonly licence: unknown;
  readonly danger: unknown;
  readonly examples: unknown;
};

export type MergedStep = 'basics' | 'licence' | 'questions' | 'scoring' | 'danger' | 'examples';

/** The way to a value: names of keys, ids of what a list holds, or numbers in a list without ids. */
export type Way = readonly string[];

/** A field that both changed. Undefined stands for one that somebody took away. */
export type Clash = {
  readonly way: Way;
  readonly step: MergedStep;
  readonly mine: unknown;
  readonly theirs: unknown;
};

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const PARTS = ['instrument', 'licence', 'danger', 'examples'] as const;

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;
const sorted = (_: string, part: unknown): unknown =>
  isFields(part) ? Object.fromEntries(Object.entries(part).toSorted(byKey)) : part;

/** The same text for the same value, whatever the order of its keys. */
const textOf = (value: unknown): string => JSON.stringify(value, sorted) ?? '';

export const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

export const isSameContent = (one: Whole, other: Whole): boolean =>
  PARTS.every((part) => isSame(one[part], other[part]));

const QUESTION_KEYS = ['dimensions', 'option_sets'];
const SCORING_KEYS = ['scales', 'norm_sets', 'norm_tables', 'opposites'];

function stepOf([part, key = '']: Way): MergedStep {
  if (part === 'licence' || part === 'danger' || part === 'examples') return part;
  if (QUESTION_KEYS.includes(key)) return 'questions';
  return SCORING_KEYS.includes(key) ? 'scoring' : 'basics';
}

/** By what an entry of a list is known; null if the list has no ids. */
function idsOf(list: readonly unknown[]): readonly string[] | null {
  const ids = list.map((entry) => (isFields(entry) ? (entry['id'] ?? entry['key']) : null));
  const isKnown = ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length;
  return isKnown ? (ids as readonly string[]) : null;
}

/** The entries of a list by their ids; by their numbers, where three lists without ids are equally long. */
function namesOf(lists: readonly (readonly unknown[])[]): readonly (readonly string[])[] | null {
  const ids = lists.map(idsOf);
  if (ids.every((one) => one !== null)) return ids;
  const [first] = lists;
  const isEven = lists.every((one) => one.length === first?.length && one.every(isFields));
  return isEven ? lists.map((one) => one.map((_, index) => String(index))) : null;
}

type Found = { readonly clashes: Clash[]; readonly taken: Set<MergedStep> };

function mergedValue(base: unknown, mine: unknown, theirs: unknown, way: Way, found: Found): unknown {
  if (isSame(base, theirs) || isSame(mine, theirs)) return mine;
  if (isSame(base, mine)) {
    found.taken.add(stepOf(way));
    return theirs;
  }
  if (isFields(base) && isFields(mine) && isFields(theirs)) {
    const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const entries = [...keys].map((key) => [
      key,
      mergedValue(base[key], mine[key], theirs[key], [...way, key], found),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const list = mergedList(base, mine, theirs, way, found);
    if (list) return list;
  }
  found.clashes.push({ way, step: stepOf(way), mine, theirs });
  return mine;
}

const entry = (list: readonly unknown[], ids: readonly string[], id: string): unknown =>
  ids.includes(id) ? list[ids.indexOf(id)] : undefined;

/** The order is that of the person who changed it; what only the other one has follows. */
function mergedList(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  way: Way,
  found: Found,
): readonly unknown[] | null {
  const names = namesOf([base, mine, theirs]);
  if (!names) return null;
  const [before = [], own = [], others = []] = names;
  const order = new Set(isSame(before, own) ? [...others, ...own] : [...own, ...others]);
  return [...order]
    .map((id) =>
      mergedValue(
        entry(base, before, id),
        entry(mine, own, id),
        entry(theirs, others, id),
        [...way, id],
        found,
      ),
    )
    .filter((value) => value !== undefined);
}

type Merged<Content> = {
  readonly content: Content;
  /** The steps in which something of the others was taken. */
  readonly taken: readonly MergedStep[];
  /** What both changed. The content has what this person wrote. */
  readonly clashes: readonly Clash[];
};

export function merged<Content extends Whole>(
  base: Content,
  mine: Content,
  theirs: Content,
): Merged<Content> {
  const found: Found = { clashes: [], taken: new Set() };
  const parts = PARTS.map((part) => [part, mergedValue(base[part], mine[part], theirs[part], [part], found)]);
  return {
    content: { ...theirs, ...Object.fromEntries(parts) },
    taken: [...found.taken],
    clashes: found.clashes,
  };
}

const placeIn = (list: readonly unknown[], name: string): number => {
  const ids = idsOf(list);
  return ids ? ids.indexOf(name) : Number(name);
};

export function valueAt(value: unknown, [name, ...rest]: Way): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return valueAt(value[placeIn(value, name)], rest);
  return isFields(value) ? valueAt(value[name], rest) : undefined;
}

function withValueIn(value: unknown, [name, ...rest]: Way, next: unknown): unknown {
  if (name === undefined) return next;
  if (Array.isArray(value)) {
    const at = placeIn(value, name);
    const entry = withValueIn(value[at], rest, next);
    const added = entry === undefined ? [] : [entry];
    return at < 0 ? [...value, ...added] : value.toSpliced(at, 1, ...added);
  }
  const { [name]: old, ...others } = isFields(value) ? value : {};
  const entry = withValueIn(old, rest, next);
  return entry === undefined ? others : { ...(value as Fields), [name]: entry };
}

/** The content with another value at one place. */
export const withValue = <Content extends Whole>(content: Content, way: Way, next: unknown): Content =>
  // A value of the same place of the same content.
  withValueIn(content, way, next) as Content;
