import * as v from 'valibot';
import { asR4 } from './fhir-versions.ts';
import { withConditions } from './fhir-enable-when.ts';
import { grouped, type NotKept } from '../../../domain/instrument-draft.ts';
import { lostParts, notesOf, refusal, type Files } from './fhir-losses.ts';
import { canonical, type ImportContext } from './fhir-questionnaire-options.ts';
import {
  codingOf,
  placedItems,
  readItem,
  whyUnasked,
  type ImportProblem,
  type PlacedItem,
  type ReadItem,
} from './fhir-questionnaire-items.ts';
import { dimensionsOf, groupProblems, pageProblems, replacedTexts } from './fhir-questionnaire-pages.ts';
import {
  QuestionnaireSchema,
  SidecarSchema,
  ValueSetSchema,
  type FhirCoding,
} from './fhir-questionnaire-schema.ts';
import { contentHash } from '../../../domain/canonical-json.ts';
import { decisionProblems, kindProblems } from '../../../domain/instrument-crisis-checks.ts';
import { parseInstrument } from '../../../domain/instrument.ts';
import type { Instrument } from '../../../domain/instrument-schema.ts';
import type { JsonPath } from '../../../domain/json-lines.ts';
import { schemaProblem } from '../../../domain/schema-problem.ts';
import { undecidedProblems } from '../../../domain/undecided.ts';

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
      /** What the instrument does not have of the Questionnaire and its ValueSets: a name, and all its places. */
      readonly notKept: readonly NotKept[];
      /** What a person should know of the instrument. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly ImportMistake[] };

/**
 * Makes an instrument from a FHIR Questionnaire (R4; STU3 and R5 as far as R4 has the same), its ValueSets and a sidecar with the facts that they lack (all parsed
 * JSON; docs/instruments.md). linkIds and codes are kept. Nothing is lost silently: every element that the instrument
 * does not have is listed in `notKept`, or is a mistake where it would change what is asked (record 315).
 */
export function importQuestionnaire(
  questionnaire: unknown,
  valueSets: readonly unknown[],
  sidecar: unknown,
): ImportedQuestionnaire {
  const { form, version } = asR4(questionnaire);
  const context = readFiles(form, valueSets, sidecar);
  if ('mistakes' in context) return { kind: 'mistakes', mistakes: context.mistakes };
  const built = buildInstrument(context, { questionnaire: form, valueSets, version });
  if ('mistakes' in built) return { kind: 'mistakes', mistakes: built.mistakes };
  const text = `${JSON.stringify(built.file, null, 2)}\n`;
  const parsed = parseInstrument(text);
  if (parsed.kind === 'instrument') return { ...parsed, text, notKept: built.notKept, notes: built.notes };
  const mistakes = parsed.mistakes.map(({ path, message }) => {
    return { source: 'instrument' as const, path: [path], message };
  });
  return { kind: 'mistakes', mistakes };
}

type Mistakes = { readonly mistakes: readonly ImportMistake[] };

export function readFiles(
  questionnaire: unknown,
  valueSets: readonly unknown[],
  sidecar: unknown,
): ImportContext | Mistakes {
  const undecided = undecidedProblems(sidecar);
  if (undecided.length > 0)
    return { mistakes: undecided.map((one) => ({ ...one, source: 'sidecar' as const })) };
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

type Built = {
  readonly file: object;
  readonly notKept: readonly NotKept[];
  readonly notes: readonly string[];
};

function buildInstrument(context: ImportContext, files: Files): Built | Mistakes {
  const { questionnaire, sidecar } = context;
  const placed = placedItems(questionnaire.item, []);
  const asked = placed.filter((one) => whyUnasked(one, context) === undefined);
  const ids = new Map(asked.map(({ item }) => [item.linkId, itemId(item.linkId, sidecar.id)]));
  const lost = lostParts(context, files, placed);
  const problems: ImportProblem[] = [
    ...wholeProblems(placed, asked),
    ...lost.form.flatMap((one) => refusal(one, sidecar.not_kept)),
    ...groupProblems(asked, context),
  ];
  const read = asked.flatMap((one): readonly ReadItem[] => {
    const result = readItem(one, ids.get(one.item.linkId) ?? '', context);
    if ('value' in result) return result.value.map((item) => ({ placed: one, item }));
    problems.push({ path: one.path, message: `"${one.item.linkId}" ${result.complaint}.` });
    return [];
  });
  const conditional = withConditions(read, { asked, inOrder: sidecar.pages === undefined }, problems);
  const mistakes: readonly ImportMistake[] = [
    ...problems.map((one) => ({ ...one, source: 'questionnaire' as const })),
    ...repeatedSets(context),
    ...lost.valueSets.flatMap((list, index) =>
      list
        .flatMap((one) => refusal(one, sidecar.not_kept))
        .map((one) => ({ ...one, source: 'value_set' as const, index })),
    ),
    ...sidecarProblems(context, placed),
    ...pageProblems(asked, context).map((one) => ({ ...one, source: 'sidecar' as const })),
  ];
  if (mistakes.length > 0) return { mistakes };
  const replaced = replacedTexts(conditional, context).map((place) => ({
    name: 'text, replaced by the sidecar',
    place,
  }));
  return {
    file: instrumentFile(context, conditional, ids),
    notKept: grouped([...lost.whole, ...lost.form, ...lost.valueSets.flat(), ...replaced]),
    notes: notesOf(context, read, files.version),
  };
}

function wholeProblems(
  placed: readonly PlacedItem[],
  asked: readonly PlacedItem[],
): readonly ImportProblem[] {
  const linkIds = placed.map(({ item }) => item.linkId);
  const twice = placed.filter(({ item }, index) => linkIds.indexOf(item.linkId) !== index);
  return [
    ...(asked.some(({ item }) => item.type !== 'display')
      ? []
      : [{ path: ['item'], message: 'No question of the Questionnaire would be asked.' }]),
    ...twice.map(({ item, path }) => ({
      path: [...path, 'linkId'],
      message: `The linkId "${item.linkId}" is used twice.`,
    })),
  ];
}

/** Of two ValueSets with one name it would be left to chance which one is read. */
function repeatedSets({ valueSets }: ImportContext): readonly ImportMistake[] {
  const urls = valueSets.map(({ url }) => url);
  return urls.flatMap((url, index) =>
    url === undefined || urls.indexOf(url) === index
      ? []
      : [{ source: 'value_set', index, path: ['url'], message: `The ValueSet ${url} is given twice.` }],
  );
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
  const { url } = questionnaire;
  const foreign =
    url === undefined || canonical(url) === canonical(sidecar.questionnaire) ? [] : [sidecar.questionnaire];
  return [
    ...decisionProblems(sidecar).map((one) => ({ source: 'sidecar' as const, ...one })),
    ...kindProblems(sidecar.crisis ?? []).map((one) => ({ source: 'sidecar' as const, ...one })),
    ...foreign.map((named) => ({
      source: 'sidecar' as const,
      path: ['questionnaire'],
      message: `The sidecar is for ${named ?? 'no "questionnaire"'}, the Questionnaire is ${url ?? ''}.`,
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
  const { crisis_decided_by: decided } = sidecar;
  const url = questionnaire.url ?? sidecar.questionnaire;
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
    ...(url === undefined ? {} : { url, ...canonicalName(context, url, read) }),
    ...(codes.length > 0 ? { codes } : {}),
    purpose,
    ...(construction ? { construction } : {}),
    dimensions: dimensionsOf(context, read),
    norm_sets: sidecar.norm_sets,
    scales: sidecar.scales.map((scale) => withItemIds(withCodes(scale, scoreCodes), ids)),
    crisis: (sidecar.crisis ?? []).map((rule) => ({ ...rule, item: ids.get(rule.item) ?? rule.item })),
    ...(decided === undefined ? {} : { crisis_decided_by: decided }),
  };
}

/** A response may name the published Questionnaire only if every question of it is asked, each at its place. */
function canonicalName(
  { questionnaire: { version }, sidecar }: ImportContext,
  url: string,
  read: readonly ReadItem[],
) {
  const moved = read.some(
    ({ placed: { item, above, groups } }) => above.length > groups.length || item.type === 'open-choice',
  );
  if (moved || sidecar.skip.length > 0 || sidecar.not_kept.length > 0) return {};
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

// 64 signs at most, and the field beside an open choice needs six more.
const LONGEST_ID = 58;

/**
 * Puts the id of the instrument before a linkId that does not begin with it, to be unique among instruments. A linkId that is
 * too long becomes a short hash.
 */
function itemId(linkId: string, instrumentId: string): string {
  const clean = linkId.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  const id = clean.toLowerCase().startsWith(instrumentId.toLowerCase()) ? clean : `${instrumentId}.${clean}`;
  return id.length > LONGEST_ID ? `${instrumentId}.${contentHash(linkId).slice(0, 12)}` : id;
}
