import { isOptional, privacyOf, type ItemType } from '../../../domain/answer-types.ts';
import { enablingOf } from './fhir-enable-when.ts';
import { PLAIN_SYSTEMS } from './fhir-questionnaire-options.ts';
import type {
  Coding,
  Dimension,
  Instrument,
  InstrumentItem,
  InstrumentOption,
  Scale,
} from '../../../domain/instrument-schema.ts';

// Exports an instrument as a FHIR R4 Questionnaire (hl7.org/fhir/R4/questionnaire.html) that importQuestionnaire can
// read again.

const EXTENSIONS = 'http://hl7.org/fhir/StructureDefinition/';
const OURS = 'urn:resonanz:instrument:';

type Extension = { readonly url: string; readonly [value: string]: unknown };
type AnswerOption = {
  readonly valueCoding?: Coding & { readonly extension?: readonly Extension[] };
  readonly valueInteger?: number;
  readonly valueString?: string;
  readonly extension?: readonly Extension[];
};

export type QuestionnaireItem = {
  readonly linkId: string;
  readonly type: string;
  readonly text?: string;
  readonly code?: readonly Coding[];
  readonly required?: boolean;
  readonly enableWhen?: readonly object[];
  readonly enableBehavior?: 'all' | 'any';
  readonly repeats?: boolean;
  readonly readOnly?: boolean;
  readonly answerOption?: readonly AnswerOption[];
  readonly extension?: readonly Extension[];
  readonly item?: readonly QuestionnaireItem[];
};

/** The Questionnaire that a response names: the imported one if all its questions are asked, else our own. */
export function answeredQuestionnaire(instrument: Pick<Instrument, 'id' | 'version' | 'canonical'>): string {
  return instrument.canonical ?? canonicalOf(instrument);
}

/** The canonical URL of one version of an instrument. */
export function canonicalOf({ id, version }: Pick<Instrument, 'id' | 'version'>): string {
  return `${OURS}${id}|${version}`;
}

/**
 * The instrument with a linkId for every item; Questionnaire and responses share them. An imported instrument keeps the
 * linkIds of its Questionnaire, any other uses its own ids with a group for each dimension. Items for an e-mail address
 * are left out, because their answers are never exported. Undefined if no other item is left.
 */
export function linkedInstrument(instrument: Instrument): Instrument | undefined {
  const imported = instrument.dimensions.some(({ items }) =>
    items.some((item) => item.link_id !== undefined),
  );
  const dimensions = instrument.dimensions.flatMap((dimension): Dimension[] => {
    const items = dimension.items.flatMap((item): InstrumentItem[] => {
      if (privacyOf(item.type) === 'address') return [];
      return [imported ? withCodes(item, instrument) : linkedItem(item, dimension, instrument)];
    });
    return items.length > 0 ? [{ ...dimension, items }] : [];
  });
  return dimensions.length > 0 ? { ...instrument, dimensions } : undefined;
}

function linkedItem(item: InstrumentItem, { id }: Dimension, instrument: Instrument): InstrumentItem {
  return { ...withCodes(item, instrument), link_id: item.id, link_groups: [`group.${id}`] };
}

// One option id may mean different answers in two items, so each item is a code system of its own.
function withCodes(item: InstrumentItem, { id }: Instrument): InstrumentItem {
  const system = `${OURS}${id}:${item.id}`;
  const options = item.options.map((option) => ({
    ...option,
    codes: option.codes ?? [{ system, code: option.id }],
  }));
  return { ...item, options };
}

/** What every Questionnaire of an instrument says of it. */
export function questionnaireHead({ id, title, language, status }: Instrument) {
  return {
    name: `Instrument_${id.replaceAll('-', '_')}`,
    title,
    status: status === 'draft' || status === 'demonstration' ? 'draft' : 'active',
    subjectType: ['Patient'],
    language,
  } as const;
}

/** A FHIR R4 Questionnaire of a linked instrument. `freeText` says whether the responses hold answers to free-text items. */
export function questionnaireOf(instrument: Instrument, freeText: 'included' | 'left_out') {
  const { id, version, status, url, codes, licence, purpose, dimensions, scales } = instrument;
  return {
    resourceType: 'Questionnaire',
    id: resourceId(`${id}-${version}`),
    url: `${OURS}${id}`,
    version,
    ...questionnaireHead(instrument),
    ...(status === 'demonstration' ? { experimental: true } : {}),
    copyright: licence,
    purpose,
    ...(url === undefined ? {} : { derivedFrom: [url] }),
    ...(codes && codes.length > 0 ? { code: codes } : {}),
    item: [
      ...nest(
        dimensions.flatMap((one) => placedItems(one, instrument, freeText)),
        titlesOf(dimensions),
      ),
      ...scoreItems(scales),
    ],
  } as const;
}

/** At most 64 letters, digits, "-" and "." (FHIR's type id). */
function resourceId(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9.-]/g, '-').slice(0, 64);
}

type Placed = { readonly groups: readonly string[]; readonly leaf: QuestionnaireItem };

function titlesOf(dimensions: readonly Dimension[]): ReadonlyMap<string, string> {
  const named = dimensions.flatMap(({ title, items }) => {
    const group = items[0]?.link_groups?.[0];
    return group === undefined || title === '' ? [] : [[group, title] as const];
  });
  return new Map(named);
}

function placedItems(
  dimension: Dimension,
  instrument: Instrument,
  freeText: 'included' | 'left_out',
): readonly Placed[] {
  const groups = dimension.items[0]?.link_groups ?? [];
  const lead =
    dimension.paragraph === ''
      ? []
      : [{ groups, leaf: displayItem(`text.${dimension.id}`, dimension.paragraph) }];
  const items = dimension.items.map((item) => {
    const enabling = enablingOf(item, dimension, instrument);
    const required = enabling !== null && isRequired(item, dimension, freeText);
    return { groups: item.link_groups ?? [], leaf: { ...questionnaireItem(item, required), ...enabling } };
  });
  return [...lead, ...items];
}

function isRequired(
  { type, windows }: InstrumentItem,
  { form }: Dimension,
  freeText: 'included' | 'left_out',
): boolean {
  // An adaptive test asks only part of its bank, and a window only part of the items.
  if (form === 'adaptive' || windows !== undefined || isOptional(type)) return false;
  return privacyOf(type) !== 'text' || freeText === 'included';
}

/** A text in a Questionnaire. */
export const displayItem = (linkId: string, text: string): QuestionnaireItem => ({
  linkId,
  type: 'display',
  text,
});

const forms = {
  INFO: { type: 'display' },
  INFO_AUTOSUBMIT: { type: 'display' },
  QUESTION_HORIZONTAL_RADIO: { type: 'choice', control: 'radio-button', orientation: 'horizontal' },
  QUESTION_HORIZONTAL_RADIO_ENFORCED: { type: 'choice', control: 'radio-button', orientation: 'horizontal' },
  QUESTION_VERTICAL_RADIO: { type: 'choice', control: 'radio-button', orientation: 'vertical' },
  QUESTION_CHECKBOX: { type: 'choice', control: 'check-box', repeats: true },
  QUESTION_SELECT: { type: 'choice', control: 'drop-down' },
  QUESTION_RANGE_INDICATOR: { type: 'integer', control: 'slider', lowest: 0, highest: 100 },
  QUESTION_TEXT: { type: 'string' },
  QUESTION_TEXT_OPTIONAL: { type: 'string' },
  QUESTION_TEXT_AREA: { type: 'text' },
  QUESTION_TEXT_AREA_OPTIONAL: { type: 'text' },
  QUESTION_DATE: { type: 'date' },
  QUESTION_INTEGER: { type: 'integer', lowest: 0 },
  QUESTION_DOUBLE_POSITIVE: { type: 'decimal' },
  EMAIL_NOTIFICATION_PRE: { type: 'string' },
  EMAIL_NOTIFICATION_INTERMEDIATE: { type: 'string' },
  EMAIL_NOTIFICATION_POST: { type: 'string' },
  EMAIL_NOTIFICATION_FOLLOW_UP: { type: 'string' },
} as const satisfies Record<
  ItemType,
  { type: string; control?: string; orientation?: string; lowest?: number; highest?: number; repeats?: true }
>;

/** A question of a linked instrument. */
export function questionnaireItem(item: InstrumentItem, required: boolean): QuestionnaireItem {
  const { id, type, content, link_id: linkId = id, codes = [] } = item;
  const form: (typeof forms)[ItemType] = forms[type];
  const extension = extensionsOf({ ...form, ...ownLimits(item) });
  if (form.type === 'display') return displayItem(linkId, content);
  return {
    ...(extension.length > 0 ? { extension } : {}),
    linkId,
    ...(codes.length > 0 ? { code: codes } : {}),
    text: content,
    type: form.type === 'choice' && isBoolean(item) ? 'boolean' : form.type,
    required,
    ...('repeats' in form ? { repeats: true } : {}),
    ...(form.type === 'choice' && !isBoolean(item) ? { answerOption: item.options.map(answerOption) } : {}),
  };
}

function ownLimits({ min, max }: InstrumentItem) {
  return { ...(min !== undefined && { lowest: min }), ...(max !== undefined && { highest: max }) };
}

function extensionsOf(form: {
  type: string;
  control?: string;
  orientation?: string;
  lowest?: number;
  highest?: number;
}): readonly Extension[] {
  const { control, orientation, lowest, highest } = form;
  const coding = { system: 'http://hl7.org/fhir/questionnaire-item-control', code: control };
  return [
    ...(control === undefined
      ? []
      : [{ url: `${EXTENSIONS}questionnaire-itemControl`, valueCodeableConcept: { coding: [coding] } }]),
    ...(orientation === undefined
      ? []
      : [{ url: `${EXTENSIONS}questionnaire-choiceOrientation`, valueCode: orientation }]),
    ...(lowest === undefined ? [] : [{ url: `${EXTENSIONS}minValue`, valueInteger: lowest }]),
    ...(highest === undefined ? [] : [{ url: `${EXTENSIONS}maxValue`, valueInteger: highest }]),
  ];
}

const codeOf = ({ codes, id }: InstrumentOption): Coding => codes?.[0] ?? { code: id };

function isBoolean({ options }: InstrumentItem): boolean {
  return options.length > 0 && options.every((option) => codeOf(option).system === PLAIN_SYSTEMS.boolean);
}

function answerOption(option: InstrumentOption): AnswerOption {
  const { system, code } = codeOf(option);
  const extension =
    typeof option.value === 'number'
      ? { extension: [{ url: `${EXTENSIONS}ordinalValue`, valueDecimal: option.value }] }
      : {};
  if (system === PLAIN_SYSTEMS.integer) return { ...extension, valueInteger: Number(code) };
  if (system === PLAIN_SYSTEMS.string) return { ...extension, valueString: code };
  return {
    valueCoding: { ...extension, ...(system === undefined ? {} : { system }), code, display: option.label },
  };
}

/** Puts leaves into their groups. The leaves of one group must be adjacent. */
function nest(placed: readonly Placed[], titles: ReadonlyMap<string, string>): readonly QuestionnaireItem[] {
  const heads = [...new Set(placed.map(({ groups, leaf }) => groups[0] ?? leaf.linkId))];
  return heads.flatMap((linkId) => {
    const own = placed.filter(({ groups, leaf }) => (groups[0] ?? leaf.linkId) === linkId);
    if (own[0]?.groups.length === 0) return own.map(({ leaf }) => leaf);
    const text = titles.get(linkId);
    const inner = own.map(({ groups, leaf }) => ({ groups: groups.slice(1), leaf }));
    return [{ linkId, type: 'group', ...(text === undefined ? {} : { text }), item: nest(inner, titles) }];
  });
}

/** The scores with an item of their own in the imported Questionnaire. */
function scoreItems(scales: readonly Scale[]): readonly QuestionnaireItem[] {
  return scales.flatMap(({ link_id: linkId, title, codes = [] }) => {
    if (linkId === undefined) return [];
    const code = codes.length > 0 ? { code: codes } : {};
    return [{ linkId, ...code, type: 'quantity', text: title, required: false, readOnly: true }];
  });
}
