import type { InstrumentItem } from '../../../domain/instrument-schema.ts';
import type { Findings } from './findings.ts';
import { optionsOf, pair, type Answers, type AnswerWords, type Choice } from './form-options.ts';
import { itemId } from './form.ts';
import { EVERYWHERE, looks, READ, unchecked } from './surveyjs-properties.ts';

// One element of SurveyJS as the questions of an instrument.

export type Element = {
  readonly name: string;
  readonly type: string;
  readonly line: number;
  readonly node: Readonly<Record<string, unknown>>;
  readonly found: Findings;
  readonly words: AnswerWords;
  /** The line of a property. */
  readonly lineOf: (key: string) => number;
};

type MadeQuestion = {
  readonly name: string;
  readonly item: InstrumentItem;
  /** The text above the rows of a matrix. */
  readonly title: string;
};

export function listProperties({ name, type, node, found, lineOf }: Element): void {
  const known = [...EVERYWHERE, ...(READ.get(type) ?? [])];
  for (const [key, value] of Object.entries(node)) {
    // A switch that is off says what is so without it.
    if (known.includes(key) || value === false) continue;
    if (looks.has(key) || unchecked.has(key)) found.lose(name, key);
    else if (!(key === 'visible' && value === true))
      found.refuse(
        lineOf(key),
        name,
        `"${name}" has the property "${key}", which is not known or changes what is asked`,
      );
  }
  if (type === 'panel' && node['isRequired'] === true) found.lose(name, 'isRequired');
  if (type === 'html' && node['title'] !== undefined) found.lose(name, 'title');
  if (node['visible'] === false) found.refuse(lineOf('visible'), name, `"${name}" is hidden`);
  if (node['valueName'] !== undefined)
    found.refuse(lineOf('valueName'), name, `"${name}" shares its answer with another question (valueName)`);
}

/** A text, also one in several languages: German, else the default. */
export function textIn(
  value: unknown,
  { place, line, found }: { readonly place: string; readonly line: number; readonly found: Findings },
): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return found.text(String(value), line, place);
  if (typeof value === 'object' && !Array.isArray(value)) {
    const entries = Object.entries(value);
    const texts = new Map(entries.filter((one): one is [string, string] => typeof one[1] === 'string'));
    const language = texts.has('de') ? 'de' : 'default';
    for (const [other] of entries) if (other !== language) found.lose(place, `language ${other}`);
    const chosen = texts.get(language);
    if (chosen !== undefined) return found.text(chosen, line, place);
  }
  found.refuse(line, place, `"${place}" has a text that is no text`);
  return '';
}

export function questionsOf(element: Element, id: string): readonly MadeQuestion[] {
  const { name, type, node } = element;
  if (type === 'matrix') return matrixOf(element, id);
  const content = [read(element, type === 'html' ? 'html' : 'title'), read(element, 'description')];
  const [text, note] = content;
  const words = text === '' && type !== 'html' ? name : text;
  const isRequired = node['isRequired'] === true;
  const item = {
    id: itemId(id, name),
    content: note ? `${words} (${note})` : (words ?? ''),
    ...answersOf(element, isRequired),
  };
  return [{ name, item, title: '' }];
}

const read = ({ node, name, found, lineOf }: Element, key: string) =>
  textIn(node[key], { place: name, line: lineOf(key), found });

function answersOf(element: Element, isRequired: boolean): Answers {
  const { type, words } = element;
  switch (type) {
    case 'radiogroup':
      return { type: 'QUESTION_VERTICAL_RADIO', options: optionsOf(choicesOf(element, 'choices')) };
    case 'dropdown':
      return { type: 'QUESTION_SELECT', options: optionsOf(choicesOf(element, 'choices')) };
    case 'checkbox':
      return { type: 'QUESTION_CHECKBOX', options: optionsOf(choicesOf(element, 'choices')) };
    case 'rating':
      return { type: 'QUESTION_HORIZONTAL_RADIO', options: optionsOf(ratingOf(element)) };
    case 'boolean':
      return pair(read(element, 'labelTrue') || words.yes, read(element, 'labelFalse') || words.no);
    case 'comment':
      return { type: isRequired ? 'QUESTION_TEXT_AREA' : 'QUESTION_TEXT_AREA_OPTIONAL', options: [] };
    case 'html':
      return { type: 'INFO', options: [] };
    default:
      return typedOf(element, isRequired);
  }
}

/** Answers as texts, numbers, or objects with value and text. */
function choicesOf(element: Element, key: string): readonly Choice[] {
  const { node, name, found, lineOf } = element;
  const list = node[key];
  if (!Array.isArray(list)) {
    found.refuse(lineOf(key), name, `"${name}" has no list of "${key}"`);
    return [];
  }
  return list.flatMap((one: unknown): readonly Choice[] => {
    const plain = typeof one === 'string' || typeof one === 'number';
    const given: Readonly<Record<string, unknown>> =
      plain || typeof one !== 'object' || one === null ? { value: one } : { ...one };
    const { value, text, ...others } = given;
    const more = Object.keys(others);
    if ((typeof value !== 'string' && typeof value !== 'number') || more.length > 0) {
      const what =
        more.length === 0 ? 'without a value' : `with ${more.map((other) => `"${other}"`).join(', ')}`;
      found.refuse(lineOf(key), name, `"${name}" has an entry of "${key}" ${what}`);
      return [];
    }
    const label = textIn(text ?? value, { place: name, line: lineOf(key), found });
    return [{ code: String(value), label }];
  });
}

function ratingOf(element: Element): readonly Choice[] {
  const { node, name, found, lineOf } = element;
  const choices = node['rateValues'] === undefined ? numbersOf(element) : choicesOf(element, 'rateValues');
  if (choices.length > 30) found.refuse(lineOf('rateMax'), name, `"${name}" has more than 30 answers`);
  const ends = new Map([
    [0, read(element, 'minRateDescription')],
    [choices.length - 1, read(element, 'maxRateDescription')],
  ]);
  return choices.map(({ code, label }, index) => {
    const end = ends.get(index);
    return { code, label: end ? `${label} – ${end}` : label };
  });
}

function numbersOf({ node, name, found, lineOf }: Element): readonly Choice[] {
  const number = (key: string, otherwise: number) => {
    const value = node[key] ?? otherwise;
    if (typeof value === 'number') return value;
    found.refuse(lineOf(key), name, `"${name}" has a "${key}" that is no number`);
    return otherwise;
  };
  const [min, step, count] = [number('rateMin', 1), number('rateStep', 1), number('rateCount', 5)];
  const max = number('rateMax', min + (count - 1) * step);
  const steps = Math.round((max - min) / step) + 1;
  const isSound = step > 0 && steps >= 2 && steps <= 100;
  if (!isSound || (node['rateCount'] !== undefined && steps !== count)) {
    found.refuse(lineOf('type'), name, `"${name}" has a rating whose numbers do not fit each other`);
    return [];
  }
  return Array.from({ length: steps }, (_, index) => {
    const code = String(min + index * step);
    return { code, label: code };
  });
}

function typedOf(element: Element, isRequired: boolean): Answers {
  const { node, name, found, lineOf } = element;
  const kind = node['inputType'] ?? 'text';
  const limits = ['min', 'max', 'step'].filter((key) => node[key] !== undefined);
  if (kind === 'number') {
    const [min, max] = [node['min'], node['max']];
    const isWhole = [min, max].every((one) => one === undefined || Number.isInteger(one));
    if (!isWhole || (node['step'] !== undefined && node['step'] !== 1))
      found.refuse(lineOf('inputType'), name, `"${name}" has limits or steps that are no whole numbers`);
    if (typeof min !== 'number') found.lose(name, 'answers below 0');
    // A number of SurveyJS may have decimals. Whether it should is for a person to say.
    if (node['step'] !== 1) found.lose(name, 'answers that are no whole numbers');
    return {
      type: 'QUESTION_INTEGER',
      options: [],
      ...(typeof min === 'number' ? { min } : {}),
      ...(typeof max === 'number' ? { max } : {}),
    };
  }
  for (const key of limits) found.lose(name, key);
  if (kind === 'date') return { type: 'QUESTION_DATE', options: [] };
  if (kind !== 'text')
    found.refuse(
      lineOf('inputType'),
      name,
      `"${name}" is a text of the kind "${String(kind)}", which is not checked`,
    );
  return { type: isRequired ? 'QUESTION_TEXT' : 'QUESTION_TEXT_OPTIONAL', options: [] };
}

/** One item for each row; the title stands above them. */
function matrixOf(element: Element, id: string): readonly MadeQuestion[] {
  const { name } = element;
  const title = [read(element, 'title') || name, read(element, 'description')].filter(Boolean).join(' – ');
  const options = optionsOf(choicesOf(element, 'columns'));
  return choicesOf(element, 'rows').map(({ code, label }, index) => {
    const isId = /^[\w.-]{1,20}$/.test(code);
    const item: InstrumentItem = {
      id: itemId(id, `${name}.${isId ? code : String(index + 1)}`),
      type: 'QUESTION_HORIZONTAL_RADIO',
      content: label,
      options,
    };
    return { name: `${name}.${code}`, item, title };
  });
}
