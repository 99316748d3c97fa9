import * as v from 'valibot';
import { asR4 } from './fhir-versions.ts';
import { withConditions } from './fhir-enable-when.ts';
import { grouped, type NotKept } from '../../../domain/instrument-draft.ts';
import { lostParts, notesOf, refusal, type Files } from './fhir-losses.ts';
import { canonical, type ImportContext } from './fhir-questionnaire-options.ts';
import {
  placedItems,
  readItem,
  whyUnasked,
  type ImportProblem,
  type PlacedItem,
  type ReadItem,
} from './fhir-questionnaire-items.ts';
import { groupProblems, pageProblems, replacedTexts } from './fhir-questionnaire-pages.ts';
import { instrumentFile, itemId } from './fhir-instrument-file.ts';
import { QuestionnaireSchema, SidecarSchema, ValueSetSchema } from './fhir-questionnaire-schema.ts';
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
  const conditions = { asked, inOrder: sidecar.pages === undefined, way: ' Skip it in the sidecar.' };
  const conditional = withConditions(read, conditions, problems);
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
    notes: notesOf(context, read, { version: files.version, way: ' Give them "labels" in the sidecar.' }),
  };
}

export function wholeProblems(
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
export function repeatedSets({ valueSets }: ImportContext): readonly ImportMistake[] {
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
