import { showPath, type JsonLines, type JsonPath } from '../../../domain/json-lines.ts';
import { walkXml } from '../../../server/instruments/xml.ts';
import { typedValue } from '../domain/fhir-values.ts';

// FHIR as XML says the same as FHIR as JSON (hl7.org/fhir/R4/xml.html): an element is a property, its attribute "value" the value
// of a primitive. What XML leaves open stands here by name: which elements are lists. The list of `fhir-elements.ts` then decides what is read, lost or refused.

const LISTS = new Set(
  (
    'item answerOption option enableWhen extension modifierExtension contained entry include exclude concept designation ' +
    'contains filter valueSet parameter identifier contact telecom useContext jurisdiction coding derivedFrom subjectType ' +
    'profile tag security property link initial'
  ).split(' '),
);
/** Where `code` is a list of codings; elsewhere it is a text. */
const CODED = new Set(['Questionnaire', 'item']);
/** Elements around a whole resource. */
const AROUND = new Set(['contained', 'resource']);

type Element = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly line: number;
  readonly children: Element[];
  text: string;
};
type Value = string | number | boolean | null | Value[] | { [name: string]: Value };

/** Is the text FHIR as XML? */
export const isFhirXml = (text: string): boolean =>
  /^\s*<[^]{0,10000}?\sxmlns(?::\w+)?\s*=\s*["']http:\/\/hl7\.org\/fhir["']/.test(text);

/** The resource as its JSON, with the lines of its parts. */
export function parseFhirXml(text: string): JsonLines {
  const read = treeOf(text);
  if ('message' in read) return { kind: 'mistake', ...read };
  const stray = strayText(read);
  if (stray)
    return { kind: 'mistake', line: stray.line, message: `The element "${stray.name}" has a text in it.` };
  const lines = new Map<string, number>();
  const value = { resourceType: read.name, ...objectOf(read, [], lines) };
  return { kind: 'value', value, lineOf: (path) => nearestLine(lines, path) ?? read.line };
}

function treeOf(text: string): Element | { readonly line: number; readonly message: string } {
  const top: Element = { name: '', attributes: new Map(), line: 1, children: [], text: '' };
  const open = [top];
  const problem = walkXml(text, {
    open(name, given, line) {
      const attributes = Object.entries(given).filter(([key]) => !/^(?:xmlns|xsi)(?::|$)/.test(key));
      const element = { name, attributes: new Map(attributes), line, children: [], text: '' };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    close(_name, own) {
      const element = open.pop();
      if (element) element.text = own;
    },
  });
  return problem ?? top.children[0] ?? { line: 1, message: 'The file is empty.' };
}

// The words of a narrative are XHTML.
const isNarrative = ({ name, children }: Element) =>
  name === 'text' && children.some((one) => one.name === 'div');

function strayText(element: Element): Element | undefined {
  if (element.text.trim() !== '') return element;
  if (isNarrative(element)) return undefined;
  for (const child of element.children) {
    const found = strayText(child);
    if (found) return found;
  }
  return undefined;
}

/** The properties of an element, each with its line. */
function objectOf(element: Element, path: JsonPath, lines: Map<string, number>): { [name: string]: Value } {
  const entries: [string, Value][] = [...element.attributes].filter(([name]) => name !== 'value');
  const children = isNarrative(element) ? [] : element.children;
  for (const [name, group] of Map.groupBy(children, (child) => child.name)) {
    const isList = LISTS.has(name) || group.length > 1 || (name === 'code' && CODED.has(element.name));
    const at = (key: string, index: number) => (isList ? [...path, key, index] : [...path, key]);
    for (const [index, child] of group.entries()) lines.set(showPath(at(name, index)), child.line);
    const values = group.map((child, index) => valueOf(child, at(name, index), lines));
    entries.push([name, isList ? values : (values[0] ?? null)]);
    // What stands inside of a primitive belongs to a property of its own.
    const more = group.map((child, index) => {
      if (!child.attributes.has('value')) return null;
      const inner = objectOf(child, at(`_${name}`, index), lines);
      return Object.keys(inner).length > 0 ? inner : null;
    });
    if (more.some((one) => one !== null)) entries.push([`_${name}`, isList ? more : (more[0] ?? null)]);
  }
  return Object.fromEntries(entries);
}

function valueOf(element: Element, path: JsonPath, lines: Map<string, number>): Value {
  const { name, attributes, children } = element;
  const value = attributes.get('value');
  if (value !== undefined) return typedValue(name, value);
  const [resource] = AROUND.has(name) ? children : [];
  if (!resource) return objectOf(element, path, lines);
  return { resourceType: resource.name, ...objectOf(resource, path, lines) };
}

function nearestLine(lines: ReadonlyMap<string, number>, path: JsonPath): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(showPath(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return undefined;
}
