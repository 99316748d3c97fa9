import { showPath } from '../../../domain/json-lines.ts';
import { SIGNATURE_ROLES, type DraftContent, type SignatureRole, type Step } from './draft.ts';
import { dangerFault, type DangerFault } from './danger.ts';
import { draftItems, listOf, textOf, type DraftItem } from './draft-items.ts';
import { EXAMPLES_NEEDED, exampleFaults, exampleName, type ExampleFault } from './examples.ts';
import type { ReadDraft } from './instrument-file.ts';

/** The part of a draft that a reason is about. */
export type Place =
  | { readonly kind: 'draft' }
  | { readonly kind: 'item'; readonly number: number; readonly content: string }
  | { readonly kind: 'scale'; readonly number: number; readonly title: string }
  | { readonly kind: 'example'; readonly name: string };

/** What is the matter. */
type Matter =
  | { readonly code: 'undecided' | 'mistake'; readonly path: string; readonly message: string }
  | { readonly code: DangerFault }
  | { readonly code: 'licence_open' | 'licence_not_allowed' | 'licence_number' | 'licence_date' }
  | { readonly code: 'examples_few'; readonly given: number; readonly needed: number }
  | ExampleFault
  | { readonly code: 'signature_missing'; readonly role: SignatureRole }
  | { readonly code: 'id_taken' | 'version_taken' };

/** A reason not to publish a draft. */
export type Reason = Matter & { readonly step: Step; readonly place: Place };

/** What decides about a draft beside its content. */
export type Facts = {
  /** The roles in which the present content is signed. */
  readonly signed: readonly SignatureRole[];
  /** The ids of operators' files. */
  readonly takenIds: ReadonlySet<string>;
  /** What the clinic has published, as "id version". */
  readonly taken: ReadonlySet<string>;
};

const DRAFT: Place = { kind: 'draft' };

/** Every reason for which a draft cannot be published. None: it can. */
export function publicationReasons(content: DraftContent, read: ReadDraft, facts: Facts): readonly Reason[] {
  const { id, version } = content.instrument;
  const items = draftItems(content.instrument);
  const placed = placing(content, items);
  const name: Reason[] = [
    ...(facts.takenIds.has(textOf(id))
      ? [{ code: 'id_taken' as const, step: 'basics' as const, place: DRAFT }]
      : []),
    ...(facts.taken.has(`${textOf(id)} ${textOf(version)}`)
      ? [{ code: 'version_taken' as const, step: 'basics' as const, place: DRAFT }]
      : []),
  ];
  return [
    ...name,
    ...licenceReasons(content),
    ...read.undecided.map(({ path, message }) => placed('undecided', showPath(path), message)),
    ...read.mistakes.map(({ path, message }) => placed('mistake', path, message)),
    ...dangerReasons(content, items),
    ...exampleReasons(content, read),
    ...SIGNATURE_ROLES.filter((role) => !facts.signed.includes(role)).map((role): Reason => ({
      code: 'signature_missing',
      role,
      step: 'signatures',
      place: DRAFT,
    })),
  ];
}

/** Reasons that wait for the decision of a person. */
export const isOpenDecision = ({ code }: Reason): boolean =>
  code === 'undecided' || code === 'danger_open' || code === 'licence_open';

function licenceReasons({ licence: { kind, number, date } }: DraftContent): readonly Reason[] {
  const codes = (): readonly (
    | 'licence_open'
    | 'licence_not_allowed'
    | 'licence_number'
    | 'licence_date'
  )[] => {
    if (kind === null) return ['licence_open'];
    if (kind === 'not_allowed') return ['licence_not_allowed'];
    if (kind === 'free') return [];
    return [
      ...(number.trim() === '' ? (['licence_number'] as const) : []),
      ...(date === null ? (['licence_date'] as const) : []),
    ];
  };
  return codes().map((code) => ({ code, step: 'licence', place: DRAFT }));
}

function dangerReasons({ danger }: DraftContent, items: readonly DraftItem[]): readonly Reason[] {
  return items.flatMap((item): Reason[] => {
    const code = dangerFault(item, danger);
    return code === undefined ? [] : [{ code, step: 'danger', place: placeOfItem(item) }];
  });
}

function exampleReasons({ examples }: DraftContent, { instrument }: ReadDraft): readonly Reason[] {
  if (instrument && instrument.scales.length === 0) return [];
  const few: Reason = {
    code: 'examples_few',
    given: examples.length,
    needed: EXAMPLES_NEEDED,
    step: 'examples',
    place: DRAFT,
  };
  // Before the questionnaire can be scored, nobody knows how an example comes out.
  const faults = instrument ? exampleFaults(instrument, examples) : [];
  return [
    ...(examples.length < EXAMPLES_NEEDED ? [few] : []),
    ...faults.flatMap((list, index) => {
      const example = examples[index];
      const place: Place = { kind: 'example', name: example ? exampleName(example, index) : '' };
      return list.map((fault): Reason => ({ ...fault, step: 'examples', place }));
    }),
  ];
}

const placeOfItem = ({ number, content }: Pick<DraftItem, 'number' | 'content'>): Place => {
  return { kind: 'item', number, content };
};

/** Reasons at places of the file: with the question or the scale that each belongs to. */
function placing({ instrument }: DraftContent, items: readonly DraftItem[]) {
  const byId = new Map(items.map((item) => [item.id, item]));
  const dimensions = listOf(instrument['dimensions']).map((dimension) => listOf(dimension['items']));
  const scales = listOf(instrument['scales']);
  return (code: 'undecided' | 'mistake', path: string, message: string): Reason => {
    const [, dimension, item] = /^dimensions\[(\d+)\]\.items\[(\d+)\]/.exec(path) ?? [];
    const question = byId.get(textOf(dimensions[Number(dimension)]?.[Number(item)]?.['id']));
    if (question) return { code, path, message, step: 'questions', place: placeOfItem(question) };
    const [, index] = /^scales\[(\d+)\]/.exec(path) ?? [];
    if (index !== undefined) {
      const title = textOf(scales[Number(index)]?.['title']);
      const place: Place = { kind: 'scale', number: Number(index) + 1, title };
      return { code, path, message, step: 'scoring', place };
    }
    const [first = ''] = path.split(/[.[]/);
    return { code, path, message, step: STEPS_OF_PARTS[first] ?? 'basics', place: DRAFT };
  };
}

const STEPS_OF_PARTS: Readonly<Record<string, Step>> = {
  dimensions: 'questions',
  option_sets: 'questions',
  opposites: 'questions',
  scales: 'scoring',
  norm_sets: 'scoring',
  norm_tables: 'scoring',
  crisis: 'danger',
};
