import { draftRule, draftTexts, grouped, instrumentKey } from '../../../domain/instrument-draft.ts';
import { decide } from '../../../domain/undecided.ts';
import { asR4, type FhirVersion } from './fhir-versions.ts';
import type { ImportContext } from './fhir-questionnaire-options.ts';
import { COMPUTED, lostElements, type LostElement } from './fhir-elements.ts';
import { lostParts } from './fhir-losses.ts';
import { scalesOf } from './fhir-scoring.ts';
import { placedItems, readItem, whyUnasked, type PlacedItem } from './fhir-questionnaire-items.ts';
import type { Sidecar } from './fhir-questionnaire-schema.ts';
import { readFiles, type ImportMistake } from './fhir-questionnaire.ts';

export type DraftedSidecar =
  | { readonly kind: 'sidecar'; readonly sidecar: object }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly ImportMistake[] };

type Labels = Pick<Sidecar, 'boolean_labels' | 'other_label'>;

/** What a Questionnaire says of itself. */
export type Guess = {
  readonly version: FhirVersion;
  /** The Questionnaire with the names of R4. */
  readonly questionnaire: unknown;
  readonly context: ImportContext;
  readonly head: Head;
  readonly placed: readonly PlacedItem[];
  /** Items for a score, which nobody is asked. */
  readonly scores: readonly PlacedItem[];
  /** Items that a person answers. */
  readonly asked: readonly PlacedItem[];
};

export function guess(
  given: unknown,
  valueSets: readonly unknown[],
  labels: Labels,
): Guess | { readonly mistakes: readonly ImportMistake[] } {
  const { form: questionnaire, version } = asR4(given);
  const head = { ...headOf(questionnaire), ...labels };
  // The texts that are still to be decided do not matter for reading the items.
  const neutral = {
    ...head,
    title: 'x',
    licence: 'x',
    source: 'x',
    purpose: 'x',
    crisis: [],
    crisis_decided_by: 'x',
  };
  const context = readFiles(questionnaire, valueSets, neutral);
  if ('mistakes' in context) return context;
  const placed = placedItems(context.questionnaire.item, []);
  const computed = lostElements(questionnaire, 'Questionnaire').filter(({ refusal }) => refusal === COMPUTED);
  const open = placed.filter((one) => whyUnasked(one, context) === undefined);
  const scores = placed.filter(
    (one) => computed.some(({ place }) => place === one.item.linkId) || (open.includes(one) && isScore(one)),
  );
  const asked = open.filter((one) => !scores.includes(one));
  return { version, questionnaire, context, head, placed, scores, asked };
}

/**
 * A sidecar with everything that the Questionnaire says of itself. What only a person can decide has the value "DECIDE: …",
 * which the import refuses.
 */
export function draftSidecar(given: unknown, valueSets: readonly unknown[], labels: Labels): DraftedSidecar {
  const guessed = guess(given, valueSets, labels);
  if ('mistakes' in guessed) return { kind: 'mistakes', mistakes: guessed.mistakes };
  const { questionnaire, context, head, placed, scores, asked } = guessed;
  const { form, valueSets: ofSets } = lostParts(context, { questionnaire, valueSets }, placed);
  const results = asked.map((one) => ({ one, result: readItem(one, one.item.linkId, context) }));
  const read = results.flatMap(({ result }) => ('value' in result ? result.value : []));
  const types = results.flatMap(({ one: { item }, result }) =>
    'complaint' in result && result.complaint.startsWith('is of type')
      ? [[item.linkId, decide(`"${item.text ?? ''}" ${result.complaint}`)] as const]
      : [],
  );
  const losses = lossesOf([...form, ...ofSets.flat()]);
  const scales = scalesOf(read, guessed);
  const linked = new Set(scales.map((scale) => scale.link_id));
  const skip = scores.filter(({ item }) => !linked.has(item.linkId));
  return {
    kind: 'sidecar',
    sidecar: {
      ...head,
      ...(types.length > 0 ? { types: Object.fromEntries(types) } : {}),
      ...(losses.length > 0 ? { not_kept: losses } : {}),
      ...(skip.length > 0 ? { skip: skip.map(({ item }) => item.linkId) } : {}),
      scales,
      crisis: read.flatMap((item) => draftRule(item, item.link_id, 'give the answers numbers in "values"')),
      crisis_decided_by: draftTexts.crisisDecidedBy,
    },
  };
}

// Forms without a formula have the place of the score among the questions, too.
const SCORE = /(?:^|[^a-z])(?:score|summe|summenwert|gesamtwert|punktwert|punktzahl)(?:$|[^a-z])/i;
const isScore = ({ item: { type, linkId, text = '' } }: PlacedItem) =>
  ['quantity', 'decimal', 'integer'].includes(type) && (SCORE.test(linkId) || SCORE.test(text));

type Head = ReturnType<typeof headOf> & Labels;

function headOf(questionnaire: unknown) {
  const said = new Map(Object.entries(questionnaire ?? {}));
  const text = (name: string) => {
    const value: unknown = said.get(name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const [url, version, language] = [text('url'), text('version'), text('language')];
  const title = text('title') ?? text('name');
  return {
    format: 1,
    ...(url === undefined ? {} : { questionnaire: url }),
    id: instrumentKey(text('id') ?? text('name') ?? title ?? ''),
    version: versionOf(version),
    status: 'draft',
    licence: text('copyright') ?? text('copyrightLabel') ?? draftTexts.licence,
    source: source(text('publisher'), url, version) ?? decide('where the questionnaire comes from'),
    title: title ?? decide('the title'),
    ...(language === undefined || hasGerman(questionnaire) ? { language: 'de' } : {}),
    purpose: text('purpose') ?? text('description') ?? draftTexts.purpose,
  };
}

/** The elements of a Questionnaire that the head of a draft is made of. */
export function headNames(questionnaire: unknown): readonly string[] {
  const has = (name: string) => new Map(Object.entries(questionnaire ?? {})).has(name);
  return [
    'id',
    has('title') ? 'title' : 'name',
    has('copyright') ? 'copyright' : 'copyrightLabel',
    'publisher',
    has('purpose') ? 'purpose' : 'description',
  ];
}

/** Has the form translations into German? */
export const hasGerman = (questionnaire: unknown) =>
  JSON.stringify(questionnaire).includes('"valueCode":"de"');

function source(publisher: string | undefined, url: string | undefined, version: string | undefined) {
  const name = url === undefined || version === undefined ? url : `${url}|${version}`;
  return [publisher, name].filter(Boolean).join(', ') || undefined;
}

function versionOf(version = ''): string {
  const [, major, minor = '0', patch = '0'] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) ?? [];
  return major === undefined ? '1.0.0' : [major, minor, patch].map(Number).join('.');
}

/** The losses that would change what is asked, and that a person can allow: one entry for each name. */
function lossesOf(lost: readonly LostElement[]): readonly string[] {
  const refused = lost.filter(({ refusal }) => refusal !== undefined && refusal !== COMPUTED);
  return grouped(refused).map(({ name, places }) => {
    const reason = refused.find((one) => one.name === name)?.refusal ?? '';
    return decide(
      `${places.map((place) => `"${place}"`).join(', ')} ${reason}. Write "${name}" here if that may be lost. If not, take this line out and skip the questions`,
    );
  });
}
