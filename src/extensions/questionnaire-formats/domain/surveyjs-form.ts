import { instrumentKey } from '../../../domain/instrument-draft.ts';
import type { JsonPath } from '../../../domain/json-lines.ts';
import { findings, type Findings } from './findings.ts';
import { withConditions } from './form-logic.ts';
import type { AnswerWords } from './form-options.ts';
import type { FormQuestion, ReadForm } from './form.ts';
import { formLooks, READ } from './surveyjs-properties.ts';
import { listProperties, questionsOf, textIn, type Element } from './surveyjs-questions.ts';

// A form of SurveyJS has pages. A page has elements, and an element may have elements of its own.

type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the elements inherit of the pages and panels around them. */
type Around = { readonly stem: string; readonly page: number; readonly logic: readonly string[] };

type Reading = {
  readonly id: string;
  readonly lineOf: (path: JsonPath) => number;
  readonly found: Findings;
  readonly words: AnswerWords;
};

export function readSurveyJs(
  survey: Node,
  id: string,
  { lineOf, words }: { readonly lineOf: (path: JsonPath) => number; readonly words: AnswerWords },
): ReadForm {
  const found = findings(/\{[^{}]+\}/);
  const reading = { id, lineOf, found, words };
  for (const name of Object.keys(survey))
    if (!['title', 'description', 'pages', 'elements'].includes(name))
      refuseOrLose(name, [name], reading, '(form)');
  const title = textIn(survey['title'], { place: '(form)', line: lineOf(['title']), found });
  const paragraph = textIn(survey['description'], { place: '(form)', line: lineOf(['description']), found });
  const pages = Array.isArray(survey['pages']) ? survey['pages'] : [];
  const read = pages.flatMap((page: unknown, index) => pageOf(page, ['pages', index], index, reading));
  const own = elementsOf(
    survey['elements'],
    ['elements'],
    { stem: '', page: pages.length, logic: [] },
    reading,
  );
  const questions = withConditions([...read, ...own], 'surveyjs');
  return {
    title: title === '' ? undefined : title,
    paragraph,
    questions: questions.questions,
    scales: [],
    lost: found.lost,
    notes: [],
    mistakes: [...found.mistakes, ...questions.mistakes],
  };
}

function refuseOrLose(name: string, path: JsonPath, { lineOf, found }: Reading, place: string): void {
  if (formLooks.has(name)) found.lose(place, name);
  else
    found.refuse(lineOf(path), place, `"${name}" is a property that is not known or changes what is asked`);
}

function pageOf(page: unknown, path: JsonPath, index: number, reading: Reading): readonly FormQuestion[] {
  const { lineOf, found } = reading;
  if (!isNode(page)) {
    found.refuse(lineOf(path), `page ${index + 1}`, 'The page is no object');
    return [];
  }
  const place = typeof page['name'] === 'string' ? page['name'] : `page ${index + 1}`;
  for (const name of Object.keys(page))
    if (!['name', 'title', 'description', 'elements', 'visibleIf'].includes(name))
      refuseOrLose(name, [...path, name], reading, place);
  const stem = ['title', 'description']
    .map((key) => textIn(page[key], { place, line: lineOf([...path, key]), found }))
    .filter(Boolean)
    .join(' – ');
  const logic = logicOf(page, [...path, 'visibleIf'], place, reading);
  return elementsOf(page['elements'], [...path, 'elements'], { stem, page: index, logic }, reading);
}

function logicOf(node: Node, path: JsonPath, place: string, { lineOf, found }: Reading): readonly string[] {
  const { visibleIf } = node;
  if (visibleIf === undefined || visibleIf === '') return [];
  if (typeof visibleIf === 'string') return [visibleIf];
  found.refuse(lineOf(path), place, 'The property "visibleIf" is no text');
  return [];
}

function elementsOf(
  list: unknown,
  path: JsonPath,
  around: Around,
  reading: Reading,
): readonly FormQuestion[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    reading.found.refuse(reading.lineOf(path), '(form)', 'The property "elements" is no list');
    return [];
  }
  return list.flatMap((one: unknown, index) => elementOf(one, [...path, index], around, reading));
}

function elementOf(node: unknown, path: JsonPath, around: Around, reading: Reading): readonly FormQuestion[] {
  const { lineOf, found, id, words } = reading;
  const line = lineOf(path);
  if (!isNode(node) || typeof node['name'] !== 'string' || node['name'].trim() === '') {
    found.refuse(line, '(form)', 'An element has no name');
    return [];
  }
  const { name, type } = node as { name: string; type?: unknown };
  const isPanel = type === 'panel';
  if (typeof type !== 'string' || !READ.has(type)) {
    found.refuseType(line, name, String(type));
    return [];
  }
  const element: Element = { name, type, line, node, found, words, lineOf: (key) => lineOf([...path, key]) };
  listProperties(element);
  const logic = [...around.logic, ...logicOf(node, [...path, 'visibleIf'], name, reading)];
  if (!isPanel) {
    return questionsOf(element, id).map(({ title, ...one }) => ({
      ...one,
      logic,
      page: around.page,
      line,
      stem: [around.stem, title].filter(Boolean).join(' – '),
    }));
  }
  const texts = ['title', 'description'].map((key) =>
    textIn(node[key], { place: name, line: element.lineOf(key), found }),
  );
  const stem = [around.stem, ...texts].filter(Boolean).join(' – ');
  return elementsOf(node['elements'], [...path, 'elements'], { ...around, stem, logic }, reading);
}

/** The id of the instrument: by the title, else by the name of the file. */
export function surveyKey(survey: Node, file: string): string {
  const { title } = survey;
  return instrumentKey(typeof title === 'string' ? title : '', file);
}
