import type {
  AnswerOption,
  Extension,
  FhirCoding,
  FhirItem,
  Questionnaire,
  Sidecar,
  ValueSet,
} from './fhir-questionnaire-schema.ts';
import type { InstrumentOption } from '../../../domain/instrument-schema.ts';
import { ownValue } from '../../../domain/own-value.ts';

// Answers without a code keep their type as the system of a code (FHIRPath's names of the types).
export const PLAIN_SYSTEMS = {
  boolean: 'http://hl7.org/fhirpath/System.Boolean',
  integer: 'http://hl7.org/fhirpath/System.Integer',
  string: 'http://hl7.org/fhirpath/System.String',
} as const;

/** The data that is needed to read an item. */
export type ImportContext = {
  readonly questionnaire: Questionnaire;
  readonly valueSets: readonly ValueSet[];
  readonly sidecar: Sidecar;
};

/** The value, or an English sentence with the reason why it could not be read. */
export type Read<T> = { readonly value: T } | { readonly complaint: string };

type Concept = Pick<FhirCoding, 'code' | 'system' | 'display' | 'extension'>;

export const TRANSLATION = 'http://hl7.org/fhir/StructureDefinition/translation';
// FHIR versions before and after R4 name the score of an answer differently.
export const SCORE_EXTENSIONS = [
  'http://hl7.org/fhir/StructureDefinition/ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/itemWeight',
  'http://hl7.org/fhir/StructureDefinition/valueset-ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/codesystem-ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/questionnaire-ordinalValue',
];
const OPTION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The response options of a choice or boolean item. */
export function readOptions(item: FhirItem, context: ImportContext): Read<readonly InstrumentOption[]> {
  if (item.type === 'boolean') return booleanOptions(context.sidecar);
  if (item.answerOption && item.answerValueSet !== undefined)
    return { complaint: 'has both answerOption and answerValueSet' };
  const concepts = item.answerOption
    ? readAnswerOptions(item.answerOption, context)
    : readValueSet(item.answerValueSet, context);
  if ('complaint' in concepts) return concepts;
  const options = concepts.value.map((concept, index) => optionOf(concept, index, context.sidecar));
  return { value: options.map((option, index) => distinctOption(option, options.slice(0, index))) };
}

/** The text in the language of the import: the text itself or its translation. */
export function readText(
  text: string | undefined,
  extensions: readonly Extension[] | undefined,
  { questionnaire, sidecar }: ImportContext,
): Read<string> {
  if (text === undefined || text.trim() === '') return { complaint: 'has no text' };
  const language = sidecar.language ?? questionnaire.language ?? 'de';
  // Forms exist that name their language and have the text in another one, with a translation into their own.
  const translations = (extensions ?? []).filter(({ url }) => url === TRANSLATION);
  const found = translations.find((one) => isSameLanguage(language, partOf(one, 'lang')?.valueCode));
  const content = found && partOf(found, 'content');
  const translated = content?.valueString ?? content?.valueMarkdown;
  if (translated) return plainText(translated);
  if (isSameLanguage(language, questionnaire.language ?? language)) return plainText(text);
  return { complaint: `has no text in the language "${language}"` };
}

// Patients would read the marks, and a spreadsheet would compute the formula.
const MARKS = /<\/?[a-z][^<>]*>/i;

function plainText(text: string): Read<string> {
  const plain = text.trim();
  const [mark] = MARKS.exec(plain) ?? [];
  if (mark !== undefined)
    return { complaint: `has a text with the HTML mark ${mark}: write it as plain text` };
  if (plain.startsWith('=')) return { complaint: 'has a text that begins with "=" as a formula' };
  return { value: plain };
}

/** A canonical URL without its version. */
export function canonical(url: string | undefined): string | undefined {
  return url?.split('|')[0];
}

/** Compares only the main language: de-AT counts as de. */
function isSameLanguage(one: string | undefined, other: string | undefined): boolean {
  return one?.split('-')[0] === other?.split('-')[0];
}

function partOf(extension: Extension, url: string): Extension | undefined {
  return extension.extension?.find((one) => one.url === url);
}

function booleanOptions({ boolean_labels: labels }: Sidecar): Read<readonly InstrumentOption[]> {
  if (!labels) return { complaint: 'is a boolean item: the sidecar must name "boolean_labels"' };
  const [yes, no] = labels;
  return {
    value: [
      { id: 'true', label: yes, value: 1, codes: [{ system: PLAIN_SYSTEMS.boolean, code: 'true' }] },
      { id: 'false', label: no, value: 0, codes: [{ system: PLAIN_SYSTEMS.boolean, code: 'false' }] },
    ],
  };
}

function optionOf(concept: Concept, index: number, { values, labels }: Sidecar): InstrumentOption {
  const { code, system, display = '' } = concept;
  const coding = system === undefined ? { code } : { system, code };
  return {
    id: OPTION_ID.test(code) ? code : `option-${index + 1}`,
    label: ownValue(labels, code) ?? display,
    value: ownValue(values, code) ?? scoreOf(concept.extension) ?? code,
    codes: [coding],
  };
}

/** An option whose code another system has, too, gets a number behind its id and its value. */
function distinctOption(option: InstrumentOption, before: readonly InstrumentOption[]): InstrumentOption {
  const same = before.filter(({ id }) => id === option.id);
  const [coding] = option.codes ?? [];
  const isOther = same.every(({ codes }) => codes?.[0]?.system !== coding?.system);
  if (same.length === 0 || !isOther) return option;
  const number = same.length + 1;
  const value = typeof option.value === 'string' ? `${option.value}-${number}` : option.value;
  return { ...option, id: `${option.id}-${number}`, value };
}

function scoreOf(extensions: readonly Extension[] | undefined): number | undefined {
  const found = extensions?.find(({ url }) => SCORE_EXTENSIONS.includes(url));
  return found?.valueDecimal ?? found?.valueInteger;
}

function readAnswerOptions(list: readonly AnswerOption[], context: ImportContext): Read<readonly Concept[]> {
  return collect(list, (option) => readAnswerOption(option, context));
}

function readAnswerOption(option: AnswerOption, context: ImportContext): Read<Concept> {
  if (option.valueCoding) {
    const { code, system, display, _display: translated, extension } = option.valueCoding;
    const label = readText(display ?? code, translated?.extension, context);
    if ('complaint' in label) return { complaint: `has an answer that ${label.complaint}` };
    const extensions = [...(extension ?? []), ...(option.extension ?? [])];
    return { value: { code, system, display: label.value, extension: extensions } };
  }
  const plain = option.valueString ?? option.valueInteger;
  if (plain === undefined) return { complaint: 'has an answer that is no coding, text or whole number' };
  const system = typeof plain === 'string' ? PLAIN_SYSTEMS.string : PLAIN_SYSTEMS.integer;
  return { value: { system, code: String(plain), display: String(plain), extension: option.extension } };
}

function readValueSet(url: string | undefined, context: ImportContext): Read<readonly Concept[]> {
  if (url === undefined) return { complaint: 'has no answers' };
  const valueSet = context.valueSets.find((one) => isCalled(one, url));
  if (!valueSet) return { complaint: `needs the ValueSet ${url}, which was not given` };
  const concepts = conceptsOf(valueSet);
  if (!concepts) return { complaint: `needs the ValueSet ${url} with every code listed` };
  return collect(concepts, (concept) => {
    const label = labelOf(concept, valueSet, context);
    if (label === undefined) return { complaint: `needs a text for the code ${concept.code} of ${url}` };
    const plain = plainText(label);
    return 'complaint' in plain ? plain : { value: { ...concept, display: plain.value } };
  });
}

/** Is this the ValueSet with the URL, or with the id after "#" or "ValueSet/"? */
export function isCalled(valueSet: Pick<ValueSet, 'id' | 'url'>, url: string): boolean {
  const [, id] = /^(?:#|ValueSet\/)(.+)$/.exec(url) ?? [];
  if (id !== undefined) return valueSet.id === id;
  return valueSet.url === canonical(url);
}

type ListedConcept = Concept & {
  readonly designation?:
    | readonly { readonly language?: string | undefined; readonly value: string }[]
    | undefined;
};

/** The codes of a ValueSet in order; undefined if it describes its codes instead of listing them. */
function conceptsOf({ compose, expansion }: ValueSet): readonly ListedConcept[] | undefined {
  if (expansion?.contains) return expansion.contains;
  if (!compose || compose.exclude !== undefined) return undefined;
  const lists = compose.include.map(({ system, concept, filter, valueSet }) => {
    if (!concept || filter !== undefined || valueSet !== undefined) return undefined;
    return concept.map((one) => ({ ...one, system }));
  });
  return lists.some((list) => list === undefined) ? undefined : lists.flatMap((list) => list ?? []);
}

function labelOf(concept: ListedConcept, valueSet: ValueSet, context: ImportContext): string | undefined {
  const language = context.sidecar.language ?? context.questionnaire.language;
  const base = valueSet.language ?? context.questionnaire.language ?? language;
  const own = concept.designation?.find((one) => isSameLanguage(language, one.language))?.value;
  if (valueSet.language === undefined && own !== undefined) return own;
  return isSameLanguage(language, base) ? concept.display : own;
}

/** Reads every element; returns the first problem if there is one. */
function collect<From, To>(list: readonly From[], read: (one: From) => Read<To>): Read<readonly To[]> {
  const results = list.map(read);
  const failed = results.find((result) => 'complaint' in result);
  if (failed) return failed;
  return { value: results.flatMap((result) => ('value' in result ? [result.value] : [])) };
}
