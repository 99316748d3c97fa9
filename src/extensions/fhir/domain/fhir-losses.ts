import * as v from 'valibot';
import { answerForm, isOptional } from '../../../domain/answer-types.ts';
import { lostElements, type LostElement } from './fhir-elements.ts';
import { whyUnasked, type ImportProblem, type PlacedItem } from './fhir-questionnaire-items.ts';
import type { ImportContext } from './fhir-questionnaire-options.ts';
import type { ReadItem } from './fhir-questionnaire-pages.ts';
import { ValueSetSchema, type FhirItem } from './fhir-questionnaire-schema.ts';

// What an import says of everything that the instrument does not have.

/** The files as they were given, with the elements that the schemas do not name. */
export type Files = { readonly questionnaire: unknown; readonly valueSets: readonly unknown[] };

export type NotKept = { readonly name: string; readonly places: readonly string[] };

/** What is lost of each file, and the items that are not asked. */
export function lostParts(
  context: ImportContext,
  { questionnaire, valueSets }: Files,
  placed: readonly PlacedItem[],
) {
  const unasked = placed.flatMap((one) => {
    const why = whyUnasked(one, context);
    return why === undefined ? [] : [{ name: `question (${why})`, place: one.item.linkId }];
  });
  const empty = emptyGroups(context.questionnaire.item).map((place) => ({
    name: 'group without a question',
    place,
  }));
  const left = new Set([...unasked.map(({ place }) => place), ...context.sidecar.skip]);
  const contained = (context.questionnaire.contained ?? []).flatMap((one, index) =>
    v.is(ValueSetSchema, one)
      ? lostElements(one, 'ValueSet').map((lost) => ({ ...lost, path: ['contained', index, ...lost.path] }))
      : [],
  );
  const form = lostElements(questionnaire, 'Questionnaire', left);
  return {
    unasked: [...unasked, ...empty],
    form: [...form, ...contained],
    valueSets: valueSets.map((one) => lostElements(one, 'ValueSet')),
  };
}

function emptyGroups(items: readonly FhirItem[]): readonly string[] {
  return items.flatMap(({ type, linkId, item = [] }) =>
    type === 'group' && item.length === 0 ? [linkId] : emptyGroups(item),
  );
}

/** The mistake that stops the import; none where the sidecar allows the loss. */
export function refusal(
  { path, name, place, refusal: reason }: LostElement,
  allowed: readonly string[],
): readonly ImportProblem[] {
  if (reason === undefined || allowed.includes(name)) return [];
  return [{ path, message: `"${place}" ${reason}.` }];
}

/** One entry for each name with all its places. */
export function grouped(
  lost: readonly { readonly name: string; readonly place: string }[],
): readonly NotKept[] {
  return [...Map.groupBy(lost, ({ name }) => name)].map(([name, list]) => ({
    name,
    places: [...new Set(list.map(({ place }) => place))],
  }));
}

/** What a person should know of the instrument, said once. */
export function notesOf(
  { questionnaire, sidecar }: ImportContext,
  read: readonly ReadItem[],
): readonly string[] {
  const language = sidecar.language ?? questionnaire.language ?? 'de';
  const compulsory = read.filter(
    ({ placed, item }) => !placed.item.required && answerForm(item.type) !== 'none' && !isOptional(item.type),
  );
  return [
    ...(questionnaire.status === 'retired' ? ['The status of the Questionnaire is "retired".'] : []),
    ...(language.startsWith('de')
      ? []
      : [`The questions are in the language "${language}", the pages around them in German.`]),
    ...(compulsory.length === 0
      ? []
      : [
          `${compulsory.length} question(s) without "required" must be answered here, because every question must but texts.`,
        ]),
  ];
}
