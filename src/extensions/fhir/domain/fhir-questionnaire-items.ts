import { hasOptions, type ItemType } from '../../../domain/answer-types.ts';
import { limitsOf, type Limits } from '../../../domain/answers.ts';
import { readOptions, readText, type ImportContext, type Read } from './fhir-questionnaire-options.ts';
import type { FhirCoding, FhirItem } from './fhir-questionnaire-schema.ts';
import type { Coding, InstrumentItem, InstrumentOption } from '../../../domain/instrument-schema.ts';
import { ownValue } from '../../../domain/own-value.ts';
import type { JsonPath } from '../../../domain/json-lines.ts';

/** A part of a Questionnaire that cannot be imported as it is. */
export type ImportProblem = { readonly path: JsonPath; readonly message: string };

/** A leaf of the Questionnaire with the items around it, outermost first, and those of them that are groups. */
export type PlacedItem = {
  readonly item: FhirItem;
  readonly path: JsonPath;
  readonly above: readonly FhirItem[];
  readonly groups: readonly FhirItem[];
};

/** A leaf and an item made of it. */
export type ReadItem = { readonly placed: PlacedItem; readonly item: InstrumentItem };

const EXTENSIONS = 'http://hl7.org/fhir/StructureDefinition/';
const OPEN_LABEL = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-openLabel';
const HIDDEN = `${EXTENSIONS}questionnaire-hidden`;
const CONTROL = `${EXTENSIONS}questionnaire-itemControl`;
const ORIENTATION = `${EXTENSIONS}questionnaire-choiceOrientation`;
const UNIT = `${EXTENSIONS}questionnaire-unit`;
const VALUE_LIMITS = [`${EXTENSIONS}minValue`, `${EXTENSIONS}maxValue`];
const KEPT_CONTROLS = ['radio-button', 'check-box', 'drop-down'];
const CHOICES = ['choice', 'open-choice', 'boolean'];
/** With a list of answers they are choices. */
const LISTED = ['string', 'text', 'integer', 'date'];
const NUMBERS = ['integer', 'decimal'];

/** The leaves of a Questionnaire in order. Items below a question come right after it. */
export function placedItems(
  items: readonly FhirItem[],
  path: JsonPath,
  above: readonly FhirItem[] = [],
): readonly PlacedItem[] {
  return items.flatMap((item, index) => {
    const here = [...path, 'item', index];
    const below = placedItems(item.item ?? [], here, [...above, item]);
    if (item.type === 'group') return below;
    return [{ item, path: here, above, groups: above.filter(({ type }) => type === 'group') }, ...below];
  });
}

/** Why the item is not asked: it is computed, hidden, or skipped by the sidecar. Undefined if it is asked. */
export function whyUnasked({ item, above }: PlacedItem, { sidecar }: ImportContext): string | undefined {
  const chain = [item, ...above];
  if (sidecar.scales.some((scale) => scale['link_id'] === item.linkId)) return 'score of a scale';
  if (chain.some((one) => sidecar.skip.includes(one.linkId))) return 'skipped by the sidecar';
  if (chain.some((one) => one.readOnly)) return 'readOnly';
  return chain.some((one) => extensionOf(one, HIDDEN)?.valueBoolean === true) ? 'hidden' : undefined;
}

/** Is the item, or are the items below it, answered several times? A choice with several answers is no such item. */
export function isRepeated(item: FhirItem): boolean {
  return item.repeats && ((item.item ?? []).length > 0 || !isChoice(item));
}

const isChoice = ({ type, answerOption }: FhirItem) =>
  CHOICES.includes(type) || (LISTED.includes(type) && answerOption !== undefined);

/** What an item asks, and by which type. */
type ItemParts = {
  readonly type: ItemType;
  readonly content: string;
  readonly options: readonly InstrumentOption[];
};

/** Converts the item into the items of an instrument: one, or two where an answer of one's own can be written. */
export function readItem(
  placed: PlacedItem,
  id: string,
  context: ImportContext,
): Read<readonly InstrumentItem[]> {
  const { item } = placed;
  const type = typeIn(item, context);
  if (type === undefined)
    return { complaint: `is of type ${item.type}: name one of ours in "types" of the sidecar, or skip it` };
  const content = contentIn(item, context);
  if ('complaint' in content) return content;
  const options = optionsIn(item, type, context);
  if ('complaint' in options) return options;
  return itemsOf(placed, id, { type, content: content.value, options: options.value }, context);
}

/** Our type for an item; undefined if there is none, or if the item does not say clearly enough which. */
export function typeIn(item: FhirItem, { sidecar }: ImportContext): ItemType | undefined {
  return ownValue(sidecar.types, item.linkId) ?? typeOf(item);
}

export function contentIn({ text, _text: translated }: FhirItem, context: ImportContext): Read<string> {
  return readText(text, translated?.extension, context);
}

export function optionsIn(
  item: FhirItem,
  type: ItemType,
  context: ImportContext,
): Read<readonly InstrumentOption[]> {
  if (hasOptions(type)) return readOptions(item, context);
  if ((item.answerOption ?? item.answerValueSet) === undefined) return { value: [] };
  return { complaint: `has a list of answers, which a ${type} does not show` };
}

/** The items with these parts and with all else that the Questionnaire says. */
export function itemsOf(
  { item, groups }: PlacedItem,
  id: string,
  { type, content, options }: ItemParts,
  { sidecar }: ImportContext,
): Read<readonly InstrumentItem[]> {
  const limits = limitsIn(item);
  const complaint = limitComplaint(type, limits);
  if (complaint !== undefined) return { complaint };
  const codes = (item.code ?? []).map(codingOf);
  const read: InstrumentItem = {
    id,
    type,
    content: withUnit(content, item),
    options,
    ...limits,
    link_id: item.linkId,
    ...(groups.length > 0 ? { link_groups: groups.map((group) => group.linkId) } : {}),
    ...(codes.length > 0 ? { codes } : {}),
  };
  if (item.type !== 'open-choice' || ownValue(sidecar.types, item.linkId) !== undefined)
    return { value: [read] };
  const label = extensionOf(item, OPEN_LABEL)?.valueString ?? sidecar.other_label;
  if (label === undefined)
    return { complaint: 'takes an answer of one\'s own: the sidecar must name "other_label"' };
  return { value: withOwnAnswer(read, label) };
}

/** An answer more, and after the question a field for it. */
function withOwnAnswer(read: InstrumentItem, label: string): readonly InstrumentItem[] {
  const { link_id: _linkId, codes: _codes, ...rest } = read;
  return [
    { ...read, options: [...read.options, { id: 'other', label, value: 'other' }] },
    { ...rest, id: `${read.id}.other`, type: 'QUESTION_TEXT_OPTIONAL', content: label, options: [] },
  ];
}

function withUnit(content: string, item: FhirItem): string {
  const unit = NUMBERS.includes(item.type) ? extensionOf(item, UNIT)?.valueCoding : undefined;
  const name = unit?.display ?? unit?.code;
  return name === undefined || content.includes(name) ? content : `${content} (${name})`;
}

export function codingOf({ system, code, display }: FhirCoding): Coding {
  return { ...(system === undefined ? {} : { system }), code, ...(display === undefined ? {} : { display }) };
}

function typeOf(item: FhirItem): ItemType | undefined {
  if (isChoice(item)) return choiceType(item);
  switch (item.type) {
    case 'display':
      return 'INFO';
    case 'integer':
      return isSlider(item) ? 'QUESTION_RANGE_INDICATOR' : 'QUESTION_INTEGER';
    case 'date':
      return 'QUESTION_DATE';
    case 'string':
      return optionalAs(item, 'QUESTION_TEXT', 'QUESTION_TEXT_OPTIONAL');
    case 'text':
      return optionalAs(item, 'QUESTION_TEXT_AREA', 'QUESTION_TEXT_AREA_OPTIONAL');
    default:
      return undefined;
  }
}

function optionalAs(item: FhirItem, required: ItemType, optional: ItemType): ItemType {
  return item.required ? required : optional;
}

function choiceType(item: FhirItem): ItemType {
  if (item.repeats) return 'QUESTION_CHECKBOX';
  if (controlOf(item) === 'drop-down') return 'QUESTION_SELECT';
  const orientation = extensionOf(item, ORIENTATION)?.valueCode;
  return orientation === 'horizontal' ? 'QUESTION_HORIZONTAL_RADIO' : 'QUESTION_VERTICAL_RADIO';
}

/** Does the instrument have what the extension with this address says of the item? */
export function keepsExtension(item: FhirItem, url: string): boolean {
  const found = extensionOf(item, url);
  switch (url) {
    case HIDDEN:
      return found?.valueBoolean !== undefined;
    case ORIENTATION:
      return isChoice(item) && found?.valueCode !== undefined;
    case UNIT:
      return NUMBERS.includes(item.type) && found?.valueCoding !== undefined;
    case OPEN_LABEL:
      return item.type === 'open-choice' && found?.valueString !== undefined;
    case CONTROL:
      return isSlider(item) || (isChoice(item) && KEPT_CONTROLS.includes(controlOf(item) ?? ''));
    default:
      return VALUE_LIMITS.includes(url) && item.type === 'integer' && found?.valueInteger !== undefined;
  }
}

/** The limits of a whole number. Every whole number is at least 0, so that limit says nothing. */
function limitsIn(item: FhirItem): Limits {
  if (item.type !== 'integer' || isSlider(item)) return {};
  const [min, max] = VALUE_LIMITS.map((url) => extensionOf(item, url)?.valueInteger);
  return limitsOf({ min: min === 0 ? undefined : min, max });
}

function limitComplaint(type: ItemType, limits: Limits): string | undefined {
  if ((limits.min ?? 0) < 0) return 'allows numbers below 0, which a QUESTION_INTEGER does not';
  if (type === 'QUESTION_INTEGER' || Object.keys(limits).length === 0) return undefined;
  return 'has limits that only a QUESTION_INTEGER can have';
}

/** Only a slider from 0 to 100 is our range indicator. */
function isSlider(item: FhirItem): boolean {
  const [lowest, highest] = VALUE_LIMITS.map((url) => extensionOf(item, url)?.valueInteger);
  return item.type === 'integer' && controlOf(item) === 'slider' && lowest === 0 && highest === 100;
}

function controlOf(item: FhirItem): string | undefined {
  return extensionOf(item, CONTROL)?.valueCodeableConcept?.coding?.[0]?.code;
}

function extensionOf({ extension }: FhirItem, url: string) {
  return extension?.find((one) => one.url === url);
}
