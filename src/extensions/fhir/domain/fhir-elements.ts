import * as v from 'valibot';
import type { JsonPath } from '../../../domain/json-lines.ts';
import { ownValue } from '../../../domain/own-value.ts';
import { isRepeated, keepsExtension } from './fhir-questionnaire-items.ts';
import { SCORE_EXTENSIONS, TRANSLATION } from './fhir-questionnaire-options.ts';
import { ValueSetSchema, type FhirItem } from './fhir-questionnaire-schema.ts';
import { isNode } from './fhir-versions.ts';

// The list of what the import knows of FHIR R4 (hl7.org/fhir/R4/questionnaire.html, valueset.html; Structured Data Capture).
// An element or extension is read, or it is lost and reported with its place, or it is refused: so nothing is lost without
// a word. What is not on the list is refused if it is an element, because FHIR does not allow it and it may be misspelt,
// and reported if it is an extension, because FHIR lets a reader ignore those.

/** An element that the instrument does not have. With a `refusal` the import stops. */
export type LostElement = {
  readonly path: JsonPath;
  readonly name: string;
  /** The linkId of the item around it, or the name of the file's part. */
  readonly place: string;
  readonly refusal?: string;
};

type Level = {
  readonly read: string;
  /** Known, harmless, and not kept. */
  readonly lost?: string;
  /** Elements with a level of their own. */
  readonly inside?: Readonly<Record<string, string>>;
};

const ABOUT =
  'id meta text name title status experimental date publisher contact description useContext jurisdiction purpose copyright identifier';

const LEVELS: Readonly<Record<string, Level>> = {
  Questionnaire: {
    read: 'resourceType url version language',
    lost: `${ABOUT} derivedFrom subjectType approvalDate lastReviewDate effectivePeriod versionAlgorithmString versionAlgorithmCoding copyrightLabel`,
    inside: { item: 'item', code: 'coding' },
  },
  item: {
    read: 'linkId type text required readOnly answerValueSet enableBehavior',
    lost: 'id definition prefix disabledDisplay maxLength initial',
    inside: {
      item: 'item',
      code: 'coding',
      answerOption: 'answerOption',
      enableWhen: 'enableWhen',
      _text: 'primitive',
    },
  },
  // What an instrument cannot express of it is refused where conditions are read.
  enableWhen: {
    read: 'question operator answerBoolean answerInteger answerDecimal answerString answerDate answerDateTime answerTime answerQuantity answerReference',
    lost: 'id',
    inside: { answerCoding: 'coding' },
  },
  answerOption: {
    read: 'valueString valueInteger valueDate valueTime valueReference',
    lost: 'id initialSelected',
    inside: { valueCoding: 'coding' },
  },
  coding: { read: 'system code display', lost: 'id version userSelected', inside: { _display: 'primitive' } },
  primitive: { read: '', lost: 'id' },
  ValueSet: {
    read: 'resourceType url language id',
    lost: `${ABOUT} version immutable`,
    inside: { compose: 'compose', expansion: 'expansion' },
  },
  compose: { read: 'exclude', lost: 'id lockedDate inactive', inside: { include: 'include' } },
  include: { read: 'system filter valueSet', lost: 'id version', inside: { concept: 'concept' } },
  concept: { read: 'code display', lost: 'id', inside: { designation: 'designation' } },
  designation: { read: 'language value', lost: 'id use' },
  expansion: {
    read: '',
    lost: 'id identifier timestamp total offset parameter property',
    inside: { contains: 'contained' },
  },
  contained: {
    read: 'system code display',
    lost: 'id version inactive property',
    inside: { designation: 'designation' },
  },
};

const READ_EXTENSIONS: readonly string[] = [TRANSLATION, ...SCORE_EXTENSIONS];

const BY_CONDITION = 'is asked, or offers an answer, only under a condition';
/** The reason at items that a program computes. */
export const COMPUTED = 'is computed: name it as "link_id" of a scale';
const REPEATED = 'is answered several times';
const NUMBER_OF_ANSWERS = 'limits the answers that may be chosen together';

/** Extensions that change what is asked, by the end of their address. */
const REFUSED_EXTENSIONS: Readonly<Record<string, string>> = {
  'sdc-questionnaire-enableWhenExpression': BY_CONDITION,
  'sdc-questionnaire-answerOptionsToggleExpression': BY_CONDITION,
  'sdc-questionnaire-calculatedExpression': COMPUTED,
  'questionnaire-calculatedExpression': COMPUTED,
  'cqf-calculatedValue': COMPUTED,
  'cqf-expression': 'is computed: the words that a patient would read are not in the file',
  'sdc-questionnaire-answerExpression': 'has computed answers',
  'sdc-questionnaire-candidateExpression': 'has computed answers',
  'sdc-questionnaire-subQuestionnaire': 'stands for another Questionnaire',
  'sdc-questionnaire-questionnaireAdaptive': 'is an adaptive test',
  'questionnaire-optionExclusive': NUMBER_OF_ANSWERS,
  'questionnaire-minOccurs': NUMBER_OF_ANSWERS,
  'questionnaire-maxOccurs': NUMBER_OF_ANSWERS,
};

type Place = { readonly path: JsonPath; readonly place: string };

/** What the instrument does not have of a Questionnaire or a ValueSet. Items of `unasked` are left out. */
export function lostElements(
  resource: unknown,
  kind: 'Questionnaire' | 'ValueSet',
  unasked: ReadonlySet<string> = new Set(),
): readonly LostElement[] {
  const name = kind === 'ValueSet' && isNode(resource) ? String(resource['url'] ?? resource['id']) : kind;
  return lostIn(resource, kind, { path: [], place: name }, unasked);
}

function lostIn(
  node: unknown,
  kind: string,
  { path, place }: Place,
  unasked: ReadonlySet<string>,
): readonly LostElement[] {
  const level = ownValue(LEVELS, kind);
  if (!isNode(node) || !level) return [];
  const linkId = kind === 'item' ? String(node['linkId']) : undefined;
  if (linkId !== undefined && unasked.has(linkId)) return [];
  const here = linkId ?? place;
  return Object.entries(node).flatMap(([name, value]): readonly LostElement[] => {
    const found = { path: [...path, name], place: here };
    if (name === 'extension') return lostExtensions(value, found, kind === 'item' ? node : undefined);
    const inner = ownValue(level.inside ?? {}, name);
    if (inner !== undefined)
      return listOf(value).flatMap(({ one, step }) =>
        lostIn(one, inner, { path: [...found.path, ...step], place: here }, unasked),
      );
    if (kind === 'Questionnaire' && name === 'contained') return otherContained(value, found);
    // The schema has read the item before.
    if (kind === 'item' && name === 'repeats')
      return isRepeated(node as FhirItem) ? [{ ...found, name, refusal: REPEATED }] : [];
    return lostElement(name, level, found);
  });
}

function lostElement(name: string, level: Level, found: Place): readonly LostElement[] {
  if (has(level.read, name)) return [];
  if (has(level.lost, name)) return [{ ...found, name }];
  if (name === 'modifierExtension')
    return [{ ...found, name, refusal: 'uses modifierExtension, which could change its meaning' }];
  const base = name.startsWith('_') ? name.slice(1) : undefined;
  if (base !== undefined && (has(level.read, base) || has(level.lost, base))) return [{ ...found, name }];
  return [{ ...found, name, refusal: `has the element "${name}", which the import does not know here` }];
}

/** Contained resources other than value sets that can be read. */
function otherContained(value: unknown, { path, place }: Place): readonly LostElement[] {
  return listOf(value).flatMap(({ one, step }) => {
    if (v.is(ValueSetSchema, one)) return [];
    const type = isNode(one) ? String(one['resourceType']) : 'value';
    return [{ path: [...path, ...step], place, name: `contained ${type}` }];
  });
}

function lostExtensions(
  value: unknown,
  { path, place }: Place,
  item: object | undefined,
): readonly LostElement[] {
  return listOf(value).flatMap(({ one, step }): readonly LostElement[] => {
    const url = isNode(one) ? String(one['url']) : '';
    const found = { path: [...path, ...step], place, name: nameOf(url) };
    if (READ_EXTENSIONS.includes(url)) return [];
    // The schema has read the item before.
    if (item && keepsExtension(item as FhirItem, url)) return [];
    const reason = ownValue(REFUSED_EXTENSIONS, found.name);
    return [reason === undefined ? found : { ...found, refusal: reason }];
  });
}

/** The name of a published extension, or the whole address of another one. */
function nameOf(url: string): string {
  const [, name] = /^http:\/\/hl7\.org\/fhir\/(?:uv\/sdc\/)?StructureDefinition\/([\w-]+)$/.exec(url) ?? [];
  return name ?? url;
}

const has = (names: string | undefined, name: string) => names?.split(' ').includes(name) ?? false;

/** The elements of a list with their index, or the value itself. */
function listOf(value: unknown): readonly { readonly one: unknown; readonly step: JsonPath }[] {
  return Array.isArray(value)
    ? value.map((one, index) => ({ one, step: [index] }))
    : [{ one: value, step: [] }];
}
