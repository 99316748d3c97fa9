import { conditionalPages } from './fhir-enable-when.ts';
import { readText, type ImportContext, type Read } from './fhir-questionnaire-options.ts';
import type { ImportProblem, PlacedItem, ReadItem } from './fhir-questionnaire-items.ts';
import type { FhirItem } from './fhir-questionnaire-schema.ts';
import type { InstrumentItem } from '../../../domain/instrument-schema.ts';
import { readablePages } from '../../../domain/survey-flow-blocks.ts';

// The outermost groups of a Questionnaire become dimensions. The text of a group inside them is the stem of its questions
// ("In the last two weeks:"), so it stands above them on each of their pages.

/** Group texts that cannot be shown. */
export function groupProblems(
  asked: readonly PlacedItem[],
  context: ImportContext,
): readonly ImportProblem[] {
  const seen = new Set<FhirItem>();
  return asked.flatMap(({ above, path }) =>
    above.flatMap((group, depth) => {
      if (group.type !== 'group' || !group.text?.trim() || seen.has(group)) return [];
      seen.add(group);
      const text = groupText(group, context);
      if ('value' in text) return [];
      return [{ path: path.slice(0, 2 * (depth + 1)), message: `"${group.linkId}" ${text.complaint}.` }];
    }),
  );
}

/** Pages of the sidecar that mix questions with different stems: each stem would also stand above the others' questions. */
export function pageProblems(asked: readonly PlacedItem[], context: ImportContext): readonly ImportProblem[] {
  const stems = new Map(asked.map((placed) => [placed.item.linkId, stemOf(placed, context)]));
  return (context.sidecar.pages ?? []).flatMap((page, index) => {
    const found = new Set(page.flatMap((linkId) => stems.get(linkId) ?? []));
    if (found.size < 2) return [];
    const texts = [...found].map((stem) => `"${stem}"`).join(' and ');
    return [
      {
        path: ['pages', index],
        message: `The page mixes questions of groups with different texts: ${texts}.`,
      },
    ];
  });
}

/** Makes one dimension of each outermost group and of each run of items outside any group. */
export function dimensionsOf(context: ImportContext, read: readonly ReadItem[]): readonly object[] {
  return runsOf(read, ({ placed }) => placed.groups[0]).map((run, index) => dimensionOf(context, run, index));
}

/** Lists of neighbours with the same key. */
function runsOf<Key>(
  read: readonly ReadItem[],
  keyOf: (one: ReadItem) => Key,
): readonly (readonly ReadItem[])[] {
  const runs: ReadItem[][] = [];
  for (const one of read) {
    const last = runs.at(-1);
    if (last?.[0] && keyOf(last[0]) === keyOf(one)) last.push(one);
    else runs.push([one]);
  }
  return runs;
}

function dimensionOf(context: ImportContext, run: readonly ReadItem[], index: number): object {
  const { sidecar } = context;
  const { leading, others } = splitLeading(run);
  const pages = pagesOf(context, others);
  return {
    id: index === 0 ? sidecar.id : `${sidecar.id}-${index + 1}`,
    form: 'fixed',
    title: textOf(run[0]?.placed.groups[0], context) ?? sidecar.title,
    ...(leading ? { paragraph: leading.content } : {}),
    ...sidecar.texts,
    ...(pages.length > 0 ? { pages } : {}),
    items: others.map(({ item }) => fileItem(item)),
  };
}

/**
 * A text before the first question is meant for all of them, so it is on every page and not on a page of its own. A text
 * inside an inner group is meant for that group alone. A text that is shown only after certain answers stays an item.
 */
function splitLeading(run: readonly ReadItem[]) {
  const [first, ...others] = run;
  const around = first?.placed.groups.at(-1);
  const isForAll = others.every(({ placed }) => !around || placed.groups.includes(around));
  return first?.item.type === 'INFO' && !first.item.show_if && others.length > 0 && isForAll
    ? { leading: first.item, others }
    : { leading: undefined, others: run };
}

/** The texts of the Questionnaire in whose place the sidecar writes its own, by the name of the text. */
export function replacedTexts(read: readonly ReadItem[], { sidecar: { texts } }: ImportContext) {
  return runsOf(read, ({ placed }) => placed.groups[0]).flatMap((run) => {
    const group = run[0]?.placed.groups[0];
    const { leading } = splitLeading(run);
    return [
      ...(texts.title !== undefined && group?.text !== undefined ? [group.linkId] : []),
      ...(texts.paragraph !== undefined && leading ? [leading.link_id ?? leading.id] : []),
    ];
  });
}

function fileItem(item: InstrumentItem) {
  const { options, ...rest } = item;
  return options.length > 0 ? { ...rest, options } : rest;
}

function pagesOf(context: ImportContext, run: readonly ReadItem[]): readonly object[] {
  const stems = new Map(run.map(({ placed, item }) => [item.id, stemOf(placed, context)]));
  const page = (items: readonly string[]) => {
    const stem = stems.get(items[0] ?? '');
    const connector = [context.sidecar.texts.connector, stem].filter(Boolean).join(' – ');
    return stem ? { connector, items } : { items };
  };
  if (context.sidecar.pages) {
    return context.sidecar.pages
      .map((linkIds) => linkIds.flatMap((linkId) => itemsAt(run, linkId)))
      .filter((items) => items.length > 0)
      .map(page);
  }
  const isPlain = run.every(({ item }) => stems.get(item.id) === '' && !item.show_if);
  if (isPlain) return [];
  return runsOf(run, ({ item }) => stems.get(item.id)).flatMap((part) => {
    const items = part.map(({ item }) => item);
    return (conditionalPages(items) ?? readablePages(items)).map((one) => page(one.map(({ id }) => id)));
  });
}

/** The items made of one linkId. */
function itemsAt(run: readonly ReadItem[], linkId: string): readonly string[] {
  return run.filter(({ placed }) => placed.item.linkId === linkId).map(({ item }) => item.id);
}

/** The texts of the groups inside the outermost one. */
function stemOf({ groups }: PlacedItem, context: ImportContext): string {
  return groups
    .slice(1)
    .flatMap((group) => textOf(group, context) ?? [])
    .join(' – ');
}

function textOf(group: FhirItem | undefined, context: ImportContext): string | undefined {
  if (!group?.text) return undefined;
  const text = groupText(group, context);
  return 'value' in text ? text.value : undefined;
}

function groupText({ text, _text: translated }: FhirItem, context: ImportContext): Read<string> {
  return readText(text, translated?.extension, context);
}
