import * as v from 'valibot';
import { answerForm, isOptional } from '../../../domain/answer-types.ts';
import { lostElements, type LostElement } from './fhir-elements.ts';
import {
  whyUnasked,
  type ImportProblem,
  type PlacedItem,
  type ReadItem,
} from './fhir-questionnaire-items.ts';
import { isCalled, type ImportContext } from './fhir-questionnaire-options.ts';
import type { FhirVersion } from './fhir-versions.ts';
import { ValueSetSchema, type FhirItem } from './fhir-questionnaire-schema.ts';

// What an import says of everything that the instrument does not have.

/** The files as they were given, with the elements that the schemas do not name. */
export type Files = {
  readonly questionnaire: unknown;
  readonly valueSets: readonly unknown[];
  readonly version: FhirVersion;
};

/** What is lost of each file, and the items that are not asked. */
export function lostParts(
  context: ImportContext,
  { questionnaire, valueSets }: Omit<Files, 'version'>,
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
  const asked = placed.filter(({ item }) => !left.has(item.linkId));
  const isUsed = (one: unknown) =>
    v.is(ValueSetSchema, one) && asked.some(({ item: { answerValueSet: url } }) => url && isCalled(one, url));
  const contained = (context.questionnaire.contained ?? []).flatMap((one, index) =>
    isUsed(one)
      ? lostElements(one, 'ValueSet').map((lost) => ({ ...lost, path: ['contained', index, ...lost.path] }))
      : [],
  );
  const unused = [...valueSets, ...(context.questionnaire.contained ?? [])].flatMap((one) =>
    v.is(ValueSetSchema, one) && !isUsed(one)
      ? [{ name: 'ValueSet of no question', place: one.url ?? one.id ?? 'without a name' }]
      : [],
  );
  return {
    whole: [...unasked, ...empty, ...unused],
    form: [...lostElements(questionnaire, 'Questionnaire', left), ...contained],
    valueSets: valueSets.map((one) => (isUsed(one) ? lostElements(one, 'ValueSet') : [])),
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
  const way = `Skip it in the sidecar, or name "${name}" in "not_kept" if that may be lost.`;
  return [{ path, message: `"${place}" ${reason}. ${way}` }];
}

// Some German forms have English answers.
const ENGLISH = /^(?:yes|no|none|never|rarely|sometimes|often|always|not at all|mild|moderate|severe)$/i;

/** What a person should know of the instrument, said once. */
export function notesOf(
  { questionnaire, sidecar }: ImportContext,
  read: readonly ReadItem[],
  { version, way }: { readonly version: FhirVersion; readonly way: string },
): readonly string[] {
  const language = sidecar.language ?? questionnaire.language ?? 'de';
  const compulsory = read.filter(
    ({ placed, item }) => !placed.item.required && answerForm(item.type) !== 'none' && !isOptional(item.type),
  );
  const labels = new Set(read.flatMap(({ item }) => item.options.map(({ label }) => label)));
  const english = [...labels].filter((label) => ENGLISH.test(label));
  return [
    ...(version === 'R4' ? [] : [`The Questionnaire is of FHIR ${version} and was read as R4.`]),
    ...(questionnaire.status === 'retired' ? ['The status of the Questionnaire is "retired".'] : []),
    ...(language.startsWith('de')
      ? []
      : [`The questions are in the language "${language}", the pages around them in German.`]),
    ...(english.length === 0 || !language.startsWith('de')
      ? []
      : [`Answers look English: ${english.join(', ')}.${way}`]),
    ...(compulsory.length === 0
      ? []
      : [
          `${compulsory.length} question(s) without "required" must be answered here, because every question must but texts.`,
        ]),
  ];
}
