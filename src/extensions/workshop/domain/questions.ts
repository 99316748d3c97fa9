import type { ItemCondition } from '../../../domain/conditions.ts';
import { isUndecided } from '../../../domain/undecided.ts';
import {
  allItems,
  type Form,
  type FormDimension,
  type FormItem,
  type FormOption,
  type FormPage,
  freeKey,
  inOrder,
  isChoice,
  optionsOf,
} from './form.ts';

// Changes of questions, pages and answers. Each returns a new form.

function withDimension(form: Form, itemId: string, change: (one: FormDimension) => FormDimension): Form {
  const dimensions = form.dimensions.map((one) =>
    one.items.some(({ id }) => id === itemId) ? change(one) : one,
  );
  return { ...form, dimensions };
}

export function withItem(form: Form, id: string, changed: Partial<FormItem>): Form {
  const change = (item: FormItem) => (item.id === id ? { ...item, ...changed } : item);
  return withDimension(form, id, (one) => ({ ...one, items: one.items.map(change) }));
}

/** The items in a new order. Pages keep their lengths, so a question that moves changes its page. */
function reordered(dimension: FormDimension, items: readonly FormItem[]): FormDimension {
  const left = items.map(({ id }) => id);
  const pages = dimension.pages?.map((page) => ({ ...page, items: left.splice(0, page.items.length) }));
  return { ...dimension, items, ...(pages && { pages }) };
}

/** Moves an item so many places down, or up if negative. */
export function movedItem(form: Form, id: string, by: number): Form {
  return withDimension(form, id, (dimension) => {
    const items = inOrder(dimension);
    const from = items.findIndex((one) => one.id === id);
    const item = items[from];
    if (!item || from + by < 0 || from + by >= items.length) return dimension;
    return reordered(dimension, items.toSpliced(from, 1).toSpliced(from + by, 0, item));
  });
}

/** A new question behind this one, with its kind of answer. The first id that is free belongs to it. */
export function addedItem(form: Form, behind: string | undefined): { form: Form; id: string } {
  const ids = allItems(form).map((item) => item.id);
  const id = freeKey(form.id === '' ? 'q' : form.id, ids);
  const last = behind ?? ids.at(-1);
  const grown = withDimension(form, last ?? '', (dimension) => {
    const items = inOrder(dimension);
    const at = items.findIndex((one) => one.id === last);
    const like = items[at];
    const { type = 'QUESTION_VERTICAL_RADIO', options } = like ?? {};
    const item: FormItem = { id, type, content: '', ...(options !== undefined && { options }) };
    const pages = dimension.pages?.map((page) => {
      const place = page.items.indexOf(last ?? '');
      return place === -1 ? page : { ...page, items: page.items.toSpliced(place + 1, 0, id) };
    });
    return { ...dimension, items: items.toSpliced(at + 1, 0, item), ...(pages && { pages }) };
  });
  return { form: grown, id };
}

/** Leaves a question out, on its page and in its scales. */
export function withoutItem(form: Form, id: string): Form {
  const others = (list: readonly string[]) => list.filter((one) => one !== id);
  const smaller = withDimension(form, id, (dimension) => ({
    ...dimension,
    items: dimension.items.filter((one) => one.id !== id),
    ...(dimension.pages && {
      pages: dimension.pages
        .map((page) => ({ ...page, items: others(page.items) }))
        .filter(({ items }) => items.length > 0),
    }),
  }));
  const scales = form.scales.map((scale) => ({
    ...scale,
    ...(scale.items && { items: others(scale.items) }),
    ...(scale.reversed && { reversed: others(scale.reversed) }),
  }));
  return { ...smaller, scales };
}

/** The pages that a dimension has if it names none: at most five questions each, as even as can be. */
function evenPages(ids: readonly string[]): readonly FormPage[] {
  const count = Math.max(1, Math.ceil(ids.length / 5));
  return Array.from({ length: count }, (_, page) => ({
    items: ids.slice(Math.round((page * ids.length) / count), Math.round(((page + 1) * ids.length) / count)),
  }));
}

export const pagesOf = (dimension: FormDimension): readonly FormPage[] =>
  dimension.pages ?? evenPages(inOrder(dimension).map(({ id }) => id));

/** On which earlier answers a part depends. Only files bring conditions, and the server has read them. */
export function conditionOf(part: object | undefined): ItemCondition | undefined {
  const { show_if: condition } = (part ?? {}) as { readonly show_if?: ItemCondition };
  return typeof condition === 'object' ? condition : undefined;
}

export const pageConditionOf = ({ dimensions }: Form, first: string): ItemCondition | undefined =>
  conditionOf(dimensions.flatMap(pagesOf).find(({ items }) => items[0] === first));

/** Begins a page with this item, or joins its page with the one before. */
export function toggledBreak(form: Form, id: string): Form {
  return withDimension(form, id, (dimension) => {
    const pages = pagesOf(dimension);
    const at = pages.findIndex(({ items }) => items.includes(id));
    const page = pages[at];
    if (!page) return dimension;
    const place = page.items.indexOf(id);
    if (place > 0) {
      const [first, second] = [page.items.slice(0, place), page.items.slice(place)];
      return {
        ...dimension,
        pages: pages.toSpliced(at, 1, { ...page, items: first }, { ...page, items: second }),
      };
    }
    const before = pages[at - 1];
    if (!before) return dimension;
    const joined = { ...before, items: [...before.items, ...page.items] };
    return { ...dimension, pages: pages.toSpliced(at - 1, 2, joined) };
  });
}

/** Changes the page that begins with this item: the text above its questions, or its layout. */
export function withPage(form: Form, first: string, changed: Omit<FormPage, 'items'>): Form {
  return withDimension(form, first, (dimension) => ({
    ...dimension,
    pages: pagesOf(dimension).map((page) => (page.items[0] === first ? { ...page, ...changed } : page)),
  }));
}

export function withDimensionTexts(form: Form, at: number, changed: Partial<FormDimension>): Form {
  return {
    ...form,
    dimensions: form.dimensions.map((one, index) => (index === at ? { ...one, ...changed } : one)),
  };
}

/** Puts the title above questions whose heading nobody has decided. */
export const withHeadings = (form: Form, title: string): Form =>
  title === ''
    ? form
    : {
        ...form,
        dimensions: form.dimensions.map((one) => (isUndecided(one.title) ? { ...one, title } : one)),
      };

/** Changes the answers of an option set, or of one item. */
export function withOptions(
  form: Form,
  place: { readonly set: string } | { readonly item: string },
  options: readonly FormOption[],
): Form {
  if ('item' in place) return withItem(form, place.item, { options });
  return { ...form, option_sets: { ...form.option_sets, [place.set]: options } };
}

/** The next answer of a list, one value above the highest. */
export function nextOption(options: readonly FormOption[]): FormOption {
  const values = options.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const value = values.length > 0 ? Math.max(...values) + 1 : 0;
  const ids = options.map(({ id }) => id);
  const id = ids.includes(`o${value}`) ? freeKey('o', ids) : `o${value}`;
  return { id, label: '', value };
}

/** A new list of two answers that questions can share. */
export function addedSet(form: Form): Form {
  const name = freeKey('answers', Object.keys(form.option_sets));
  const first = nextOption([]);
  return withOptions(form, { set: name }, [first, nextOption([first])]);
}

/** The questions whose own answers another question has, too, each group once. */
function equalAnswers(form: Form): readonly (readonly FormItem[])[] {
  const own = allItems(form).filter((item) => isChoice(item) && Array.isArray(item.options));
  const lists = new Set(own.map(({ options }) => JSON.stringify(options)));
  return [...lists]
    .map((list) => own.filter(({ options }) => JSON.stringify(options) === list))
    .filter((items) => items.length > 1);
}

export const hasEqualAnswers = (form: Form): boolean => equalAnswers(form).length > 0;

/** Makes one list of answers that several questions have each for itself. The answers keep their ids, so marks of danger stay. */
export function withSharedAnswers(form: Form): Form {
  return equalAnswers(form).reduce((now, items) => {
    const set = freeKey('answers', Object.keys(now.option_sets));
    const shared = withOptions(
      now,
      { set },
      items.slice(0, 1).flatMap((item) => optionsOf(item, now)),
    );
    return items.reduce((each, { id }) => withItem(each, id, { options: set }), shared);
  }, form);
}

export function withoutSet(form: Form, name: string): Form {
  const { [name]: _, ...option_sets } = form.option_sets;
  return { ...form, option_sets };
}

/** Gives a question another kind of answer. What the new kind does not have is left out. */
export function retyped(form: Form, item: FormItem, type: FormItem['type']): Form {
  const { options, min: _, max: __, ...rest } = item;
  const next: FormItem = { ...rest, type };
  const [set] = Object.keys(form.option_sets);
  const first = nextOption([]);
  const answers = options ?? set ?? [first, nextOption([first])];
  const whole: FormItem = isChoice(next) ? { ...next, options: answers } : next;
  return withDimension(form, item.id, (one) => ({
    ...one,
    items: one.items.map((each) => (each.id === item.id ? whole : each)),
  }));
}
