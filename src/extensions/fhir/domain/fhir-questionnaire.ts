import * as v from 'valibot';
import { conditionalPages, withConditions } from './fhir-enable-when.ts';
import { canonical, readText, type ImportContext } from './fhir-questionnaire-options.ts';
import {
  codingOf,
  isAsked,
  itemProblems,
  placedItems,
  readItem,
  type ImportProblem,
  type PlacedItem,
  type ReadItem,
} from './fhir-questionnaire-items.ts';
import {
  QuestionnaireSchema,
  SidecarSchema,
  ValueSetSchema,
  type FhirCoding,
  type FhirItem,
} from './fhir-questionnaire-schema.ts';
import { kindProblems } from '../../../domain/instrument-crisis-checks.ts';
import { parseInstrument } from '../../../domain/instrument.ts';
import type { Instrument, InstrumentItem } from '../../../domain/instrument-schema.ts';
import type { JsonPath } from '../../../domain/json-lines.ts';
import { schemaProblem } from '../../../domain/schema-problem.ts';

/** A mistake of an import: the file, the place in it, and a sentence. */
export type ImportMistake = ImportProblem & {
  readonly source: 'questionnaire' | 'value_set' | 'sidecar' | 'instrument';
  /** The index of the value set. */
  readonly index?: number;
};

export type ImportedQuestionnaire =
  /** `text` is the content of the instrument file to store. */
  | {
      readonly kind: 'instrument';
      readonly instrument: Instrument;
      readonly hash: string;
      readonly text: string;
    }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly ImportMistake[] };

/**
 * Makes an instrument from a FHIR R4 Questionnaire, its ValueSets and a sidecar with the facts that they lack (all parsed
 * JSON; docs/instruments.md). linkIds and codes are kept. Nothing is dropped silently: an element that an instrument
 * cannot express is a mistake until the sidecar skips it.
 */
export function importQuestionnaire(
  questionnaire: unknown,
  valueSets: readonly unknown[],
  sidecar: unknown,
): ImportedQuestionnaire {
  const context = readFiles(questionnaire, valueSets, sidecar);
  if ('mistakes' in context) return { kind: 'mistakes', mistakes: context.mistakes };
  const built = buildInstrument(context);
  if ('mistakes' in built) return { kind: 'mistakes', mistakes: built.mistakes };
  const text = `${JSON.stringify(built.file, null, 2)}\n`;
  const parsed = parseInstrument(text);
  if (parsed.kind === 'instrument') return { ...parsed, text };
  const mistakes = parsed.mistakes.map(({ path, message }) => {
    return { source: 'instrument' as const, path: [path], message };
  });
  return { kind: 'mistakes', mistakes };
}

type Mistakes = { readonly mistakes: readonly ImportMistake[] };

function readFiles(
  questionnaire: unknown,
  valueSets: readonly unknown[],
  sidecar: unknown,
): ImportContext | Mistakes {
  const form = v.safeParse(QuestionnaireSchema, questionnaire);
  const extra = v.safeParse(SidecarSchema, sidecar);
  const given = valueSets.map((one) => v.safeParse(ValueSetSchema, one));
  if (form.success && extra.success && given.every((one) => one.success)) {
    const contained = (form.output.contained ?? []).map((one) => v.safeParse(ValueSetSchema, one));
    const all = [...given, ...contained].flatMap((one) => (one.success ? one.output : []));
    return { questionnaire: form.output, sidecar: extra.output, valueSets: all };
  }
  return {
    mistakes: [
      ...told(form.issues, { source: 'questionnaire' }),
      ...given.flatMap((one, index) => told(one.issues, { source: 'value_set', index })),
      ...told(extra.issues, { source: 'sidecar' }),
    ],
  };
}

function told(
  issues: readonly v.BaseIssue<unknown>[] | undefined,
  place: Omit<ImportMistake, keyof ImportProblem>,
): readonly ImportMistake[] {
  return (issues ?? []).map((issue) => ({ ...schemaProblem(issue), ...place }));
}

function buildInstrument(context: ImportContext): { readonly file: object } | Mistakes {
  const { questionnaire, sidecar } = context;
  const placed = placedItems(questionnaire.item, []);
  const asked = placed.filter((one) => isAsked(one, context));
  const ids = new Map(asked.map(({ item }) => [item.linkId, itemId(item.linkId, sidecar.id)]));
  const problems: ImportProblem[] = [...wholeProblems(context, placed), ...asked.flatMap(itemProblems)];
  const read = asked.flatMap((one) => {
    const result = readItem(one, ids.get(one.item.linkId) ?? '', context);
    if ('value' in result) return [{ placed: one, item: result.value }];
    problems.push({ path: one.path, message: `"${one.item.linkId}" ${result.complaint}.` });
    return [];
  });
  const conditional = withConditions(read, problems);
  const strangers = sidecarProblems(context, placed);
  if (problems.length + strangers.length > 0) {
    return {
      mistakes: [...problems.map((one) => ({ ...one, source: 'questionnaire' as const })), ...strangers],
    };
  }
  return { file: instrumentFile(context, conditional, ids) };
}

function wholeProblems(
  { questionnaire }: ImportContext,
  placed: readonly PlacedItem[],
): readonly ImportProblem[] {
  const linkIds = placed.map(({ item }) => item.linkId);
  const twice = placed.filter(({ item }, index) => linkIds.indexOf(item.linkId) !== index);
  return [
    ...(questionnaire.modifierExtension === undefined
      ? []
      : [
          {
            path: ['modifierExtension'],
            message: 'The Questionnaire has a modifierExtension, which could change its meaning.',
          },
        ]),
    ...twice.map(({ item, path }) => ({
      path: [...path, 'linkId'],
      message: `The linkId "${item.linkId}" is used twice.`,
    })),
  ];
}

function sidecarProblems(
  { questionnaire, sidecar }: ImportContext,
  placed: readonly PlacedItem[],
): readonly ImportMistake[] {
  const known = new Set(placed.flatMap(({ item, groups }) => [item, ...groups].map(({ linkId }) => linkId)));
  const named: readonly (readonly [JsonPath, string])[] = [
    ...sidecar.skip.map((linkId, index) => [['skip', index], linkId] as const),
    ...Object.keys(sidecar.types).map((linkId) => [['types', linkId], linkId] as const),
    ...(sidecar.pages ?? []).flatMap((page, p) =>
      page.map((linkId, i) => [['pages', p, i], linkId] as const),
    ),
  ];
  const strangers = named.filter(([, linkId]) => !known.has(linkId));
  const foreign =
    canonical(questionnaire.url) === canonical(sidecar.questionnaire) ? [] : [sidecar.questionnaire];
  return [
    ...kindProblems(sidecar.crisis).map((one) => ({ source: 'sidecar' as const, ...one })),
    ...foreign.map((url) => ({
      source: 'sidecar' as const,
      path: ['questionnaire'],
      message: `The sidecar is for ${url}, the Questionnaire is ${questionnaire.url ?? 'without a URL'}.`,
    })),
    ...strangers.map(([path, linkId]) => ({
      source: 'sidecar' as const,
      path,
      message: `The Questionnaire has no linkId "${linkId}".`,
    })),
  ];
}

function instrumentFile(
  context: ImportContext,
  read: readonly ReadItem[],
  ids: ReadonlyMap<string, string>,
): object {
  const { questionnaire, sidecar } = context;
  const { id, version, status, licence, source, title, section, purpose, construction } = sidecar;
  const codes = (questionnaire.code ?? []).map(codingOf);
  const scoreCodes = new Map(
    placedItems(questionnaire.item, []).map(({ item }) => [item.linkId, item.code ?? []]),
  );
  return {
    format: 1,
    id,
    version,
    status,
    licence,
    source,
    language: sidecar.language ?? questionnaire.language ?? 'de',
    title,
    ...(section ? { section } : {}),
    ...(questionnaire.url ? { url: questionnaire.url } : {}),
    ...canonicalName(context),
    ...(codes.length > 0 ? { codes } : {}),
    purpose,
    ...(construction ? { construction } : {}),
    dimensions: dimensionsOf(context, read, ids),
    norm_sets: sidecar.norm_sets,
    scales: sidecar.scales.map((scale) => withItemIds(withCodes(scale, scoreCodes), ids)),
    crisis: sidecar.crisis.map((rule) => ({ ...rule, item: ids.get(rule.item) ?? rule.item })),
  };
}

/** A response may name the published Questionnaire only if every question of it is asked. */
function canonicalName({ questionnaire: { url, version }, sidecar }: ImportContext) {
  if (url === undefined || sidecar.skip.length > 0) return {};
  return { canonical: version === undefined ? url : `${url}|${version}` };
}

/** A scale has the codes of its item in the Questionnaire, unless the sidecar names others. */
function withCodes(
  scale: Readonly<Record<string, unknown>>,
  codes: ReadonlyMap<string, readonly FhirCoding[]>,
): Readonly<Record<string, unknown>> {
  const own = codes.get(String(scale['link_id'])) ?? [];
  return scale['codes'] === undefined && own.length > 0 ? { ...scale, codes: own.map(codingOf) } : scale;
}

/** Makes one dimension of each outermost group and of each run of items outside any group. */
function dimensionsOf(
  context: ImportContext,
  read: readonly ReadItem[],
  ids: ReadonlyMap<string, string>,
): readonly object[] {
  const runs: ReadItem[][] = [];
  for (const one of read) {
    const last = runs.at(-1);
    if (last && last[0]?.placed.groups[0] === one.placed.groups[0]) last.push(one);
    else runs.push([one]);
  }
  return runs.map((run, index) => dimensionOf(context, run, index, ids));
}

function dimensionOf(
  context: ImportContext,
  run: readonly ReadItem[],
  index: number,
  ids: ReadonlyMap<string, string>,
): object {
  const { sidecar } = context;
  // A text before the first question is meant for all of them, so it is on every page and not on a page of its own.
  const [first, ...others] = run;
  const leading =
    first?.item.type === 'INFO' && !first.item.show_if && others.length > 0 ? first.item : undefined;
  const items = (leading ? others : run).map(({ item }) => fileItem(item));
  const named = pagesOf(sidecar.pages, new Set(items.map((item) => item.id)), ids);
  const pages = named.length > 0 ? named : (conditionalPages(items) ?? []);
  return {
    id: index === 0 ? sidecar.id : `${sidecar.id}-${index + 1}`,
    form: 'fixed',
    title: groupTitle(context, run[0]?.placed.groups[0]) ?? sidecar.title,
    ...(leading ? { paragraph: leading.content } : {}),
    ...sidecar.texts,
    ...(pages.length > 0 ? { pages } : {}),
    items,
  };
}

function groupTitle(context: ImportContext, group: FhirItem | undefined): string | undefined {
  if (!group) return undefined;
  const { text, _text: translated } = group;
  const title = readText(text, translated?.extension, context);
  return 'value' in title ? title.value : undefined;
}

function fileItem(item: InstrumentItem) {
  const { options, ...rest } = item;
  return options.length > 0 ? { ...rest, options } : rest;
}

function pagesOf(
  pages: readonly (readonly string[])[] | undefined,
  own: ReadonlySet<string>,
  ids: ReadonlyMap<string, string>,
) {
  const lists = (pages ?? []).map((page) => page.map((linkId) => ids.get(linkId) ?? linkId));
  return lists
    .map((items) => ({ items: items.filter((id) => own.has(id)) }))
    .filter(({ items }) => items.length > 0);
}

/** A scale of the sidecar with linkIds replaced by item ids. */
function withItemIds(scale: Readonly<Record<string, unknown>>, ids: ReadonlyMap<string, string>): object {
  const named = (value: unknown) => (typeof value === 'string' ? (ids.get(value) ?? value) : value);
  const entries = Object.entries(scale).map(([key, value]): [string, unknown] => {
    if (key === 'item') return [key, named(value)];
    if ((key === 'items' || key === 'reversed') && Array.isArray(value)) return [key, value.map(named)];
    if (key !== 'decrements' || typeof value !== 'object' || value === null) return [key, value];
    return [key, Object.fromEntries(Object.entries(value).map(([id, losses]) => [named(id), losses]))];
  });
  return Object.fromEntries(entries);
}

/** Puts the id of the instrument before a linkId that does not begin with it, to be unique among instruments. */
function itemId(linkId: string, instrumentId: string): string {
  const clean = linkId.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return clean.toLowerCase().startsWith(instrumentId.toLowerCase()) ? clean : `${instrumentId}.${clean}`;
}
