import { hasOptions, type ItemType } from '../../../domain/answer-types.ts';
import { limitsOf, type Limits } from '../../../domain/answers.ts';
import { readOptions, readText, type ImportContext, type Read } from './fhir-questionnaire-options.ts';
import type { FhirCoding, FhirItem } from './fhir-questionnaire-schema.ts';
import type { Coding, InstrumentItem } from '../../../domain/instrument-schema.ts';
import { ownValue } from '../../../domain/own-value.ts';
import type { JsonPath } from '../../../domain/json-lines.ts';

/** A part of a Questionnaire that cannot be imported as it is. */
export type ImportProblem = { readonly path: JsonPath; readonly message: string };

/** A leaf of the Questionnaire with the groups around it, outermost first. */
export type PlacedItem = {
  readonly item: FhirItem;
  readonly path: JsonPath;
  readonly groups: readonly FhirItem[];
};

/** A leaf and the item that it became. */
export type ReadItem = { readonly placed: PlacedItem; readonly item: InstrumentItem };

const EXTENSIONS = 'http://hl7.org/fhir/StructureDefinition/';
const HIDDEN = `${EXTENSIONS}questionnaire-hidden`;
const CONTROL = `${EXTENSIONS}questionnaire-itemControl`;
const ORIENTATION = `${EXTENSIONS}questionnaire-choiceOrientation`;
const LIMITS = [
  'minValue',
  'maxValue',
  'minLength',
  'maxDecimalPlaces',
  'regex',
  'questionnaire-optionExclusive',
];
const VALUE_LIMITS = ['minValue', 'maxValue'];
const REFUSED = ['initial', 'maxLength', 'modifierExtension'] as const;

/** The leaves of a Questionnaire in order. */
export function placedItems(
  items: readonly FhirItem[],
  path: JsonPath,
  groups: readonly FhirItem[] = [],
): readonly PlacedItem[] {
  return items.flatMap((item, index) => {
    const here = [...path, 'item', index];
    if (item.type !== 'group') return [{ item, path: here, groups }];
    return placedItems(item.item ?? [], here, [...groups, item]);
  });
}

/** Is the item asked? Items that are computed, hidden, or skipped by the sidecar are not. */
export function isAsked({ item, groups }: PlacedItem, { sidecar }: ImportContext): boolean {
  const computed = sidecar.scales.some((scale) => scale['link_id'] === item.linkId);
  const chain = [item, ...groups];
  if (computed || item.readOnly || chain.some((one) => sidecar.skip.includes(one.linkId))) return false;
  return !chain.some((one) => extensionOf(one, HIDDEN)?.valueBoolean === true);
}

/** The reasons why the item cannot be asked as its author meant it. */
export function itemProblems({ item, path, groups }: PlacedItem): readonly ImportProblem[] {
  const limits = LIMITS.filter((name) => extensionOf(item, EXTENSIONS + name) && !isOurLimit(item, name));
  const refused = [item, ...groups].flatMap((one) => REFUSED.filter((name) => one[name] !== undefined));
  const nested = item.item && item.item.length > 0 ? ['items below a question'] : [];
  return [...refused, ...limits, ...nested].map((name) => ({
    path,
    message: `"${item.linkId}" uses ${name}, which an instrument cannot express. Skip it in the sidecar.`,
  }));
}

/** Converts the item into an item of an instrument. */
export function readItem(placed: PlacedItem, id: string, context: ImportContext): Read<InstrumentItem> {
  const { item, groups } = placed;
  const { text, _text: translated } = item;
  const type = ownValue(context.sidecar.types, item.linkId) ?? typeOf(item);
  if (type === undefined) {
    return { complaint: `is of type ${item.type}: name one of ours in "types" of the sidecar, or skip it` };
  }
  const content = readText(text, translated?.extension, context);
  if ('complaint' in content) return content;
  const options = hasOptions(type) ? readOptions(item, context) : { value: [] };
  if ('complaint' in options) return options;
  const limits = limitsIn(item);
  if (type !== 'QUESTION_INTEGER' && Object.keys(limits).length > 0)
    return { complaint: 'has limits that only a QUESTION_INTEGER can have' };
  const codes = (item.code ?? []).map(codingOf);
  return {
    value: {
      id,
      type,
      content: content.value,
      options: options.value,
      ...limits,
      link_id: item.linkId,
      ...(groups.length > 0 ? { link_groups: groups.map((group) => group.linkId) } : {}),
      ...(codes.length > 0 ? { codes } : {}),
    },
  };
}

export function codingOf({ system, code, display }: FhirCoding): Coding {
  return { ...(system === undefined ? {} : { system }), code, ...(display === undefined ? {} : { display }) };
}

/** Our type for an item; undefined if there is none, or if the item does not say clearly enough which. */
function typeOf(item: FhirItem): ItemType | undefined {
  switch (item.type) {
    case 'display':
      return 'INFO';
    case 'choice':
    case 'boolean':
      return choiceType(item);
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

/** Is the limit already part of our type? */
function isOurLimit(item: FhirItem, name: string): boolean {
  if (isSlider(item)) return true;
  const value = extensionOf(item, EXTENSIONS + name)?.valueInteger;
  if (item.type !== 'integer' || controlOf(item) === 'slider') return false;
  return VALUE_LIMITS.includes(name) && value !== undefined && value >= 0;
}

/** The limits of a whole number. Every whole number is at least 0, so that limit says nothing. */
function limitsIn(item: FhirItem): Limits {
  if (isSlider(item)) return {};
  const [min, max] = VALUE_LIMITS.map((name) => extensionOf(item, EXTENSIONS + name)?.valueInteger);
  return limitsOf({ min: min === 0 ? undefined : min, max });
}

/** Only a slider from 0 to 100 is our range indicator. */
function isSlider(item: FhirItem): boolean {
  const [lowest, highest] = ['minValue', 'maxValue'].map(
    (name) => extensionOf(item, EXTENSIONS + name)?.valueInteger,
  );
  return item.type === 'integer' && controlOf(item) === 'slider' && lowest === 0 && highest === 100;
}

function controlOf(item: FhirItem): string | undefined {
  return extensionOf(item, CONTROL)?.valueCodeableConcept?.coding?.[0]?.code;
}

function extensionOf({ extension }: FhirItem, url: string) {
  return extension?.find((one) => one.url === url);
}
