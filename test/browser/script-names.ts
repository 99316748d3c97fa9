import type { CompatStatement } from '@mdn/browser-compat-data';
import { parseSync } from 'vite';
import type { OldestBrowsers } from '../../src/domain/supported-browsers.ts';
import { dates, featureAt, featuresByName, newerThan } from './browser-dates.ts';

// Which names of a script no browser of our oldest ones knows.

const { builtins } = dates.javascript;
const INTERFACES = [builtins, dates.api] as const;

/** Objects that every page has, by their interface. */
const objects: Readonly<Record<string, string>> = {
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  location: 'Location',
  history: 'History',
  crypto: 'Crypto',
  performance: 'Performance',
};

/** Every interface's feature of a name: a script shows the name of a method, and seldom whose method it is. */
const { Temporal: _Temporal, ...language } = builtins ?? {};
const members = featuresByName(dates.api, featuresByName(language));

/** What every script is made of. A name of one of these is asked for even if scripts have a member of the same name. */
const CORE = new Set(
  ['Array', 'Iterator', 'Map', 'Object', 'Promise', 'RegExp', 'Set', 'String', 'TypedArray'].flatMap((name) =>
    Object.keys(builtins?.[name] ?? {}),
  ),
);

/** The names of the script that are too new, each as `Interface.member`, `.member`, a global, or a part of expressions. */
export function newNamesOfScript(code: string, oldest: OldestBrowsers, own: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const note = (name: string, features: readonly (CompatStatement | undefined)[]) => {
    const known = features.filter((feature) => feature !== undefined);
    if (
      known.length > 0 &&
      known.every((feature) => newerThan(oldest, feature, 'also browsers without it').length > 0)
    )
      found.add(name);
  };
  walk(treeOf(code), (node) => {
    if (node.type === 'CallExpression') noteCall(node['callee'] as Node, own, note);
    if (node.type === 'MemberExpression') noteKnownMember(node, note);
    if (node.type === 'Identifier') noteGlobal(String(node['name']), note);
    if (node.type === 'Literal' || node.type === 'TemplateElement') noteExpression(node, note);
  });
  return [...found].sort();
}

/** The names that scripts give to members of their own. They do not ask the browser for them. */
export function ownNames(codes: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const code of codes)
    walk(treeOf(code), (node) => {
      if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type))
        found.add(nameOf(node['key'] as Node));
      const target = node['left'] as Node | undefined;
      if (node.type === 'AssignmentExpression' && target?.type === 'MemberExpression')
        found.add(nameOf(target['property'] as Node));
    });
  return found;
}

function treeOf(code: string): Node {
  const { program, errors } = parseSync('built.js', code);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  return program as unknown as Node;
}

const nameOf = ({ name, value }: Node) => String(name ?? value ?? '');

type Node = { type: string; [key: string]: unknown };
type Note = (name: string, features: readonly (CompatStatement | undefined)[]) => void;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Visits every node but names that are not read from the environment: keys of objects and classes, and members. */
function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  const isName = (key: string) => (key === 'key' || key === 'property') && node['computed'] === false;
  for (const [key, value] of Object.entries(node)) {
    if (isName(key)) continue;
    for (const child of [value].flat()) if (isNode(child)) walk(child, visit);
  }
}

/** A member that is only read may be a question whether the browser has it. A call of a missing one breaks. */
function noteCall(callee: Node, own: ReadonlySet<string>, note: Note): void {
  if (callee.type !== 'MemberExpression' || ownerOf(callee)) return;
  const name = nameOf(callee['property'] as Node);
  if (CORE.has(name) || !own.has(name)) note(`.${name}()`, members.get(name) ?? []);
}

function noteKnownMember(node: Node, note: Note): void {
  const owner = ownerOf(node);
  if (owner) note(`${owner.name}.${nameOf(node['property'] as Node)}`, [owner.feature]);
}

/** The object whose member this is, where its name tells, and what is known of the member. */
function ownerOf({ object, property }: Node): { name: string; feature: CompatStatement } | undefined {
  const name = (object as Node).type === 'Identifier' ? nameOf(object as Node) : '';
  const feature = membersOf(objects[name] ?? name, nameOf(property as Node));
  return feature && { name, feature };
}

function membersOf(owner: string, name: string): CompatStatement | undefined {
  for (const group of INTERFACES) {
    const found = featureAt(group, owner, `${name}_static`) ?? featureAt(group, owner, name);
    if (found) return found;
  }
  return undefined;
}

// The build gives its own names one or two letters.
function noteGlobal(name: string, note: Note): void {
  if (name.length < 3) return;
  const features = [
    ...INTERFACES.map((group) => featureAt(group, name)),
    featureAt(dates.api, 'Window', name),
  ];
  note(name, features.filter(Boolean));
}

const signs: readonly [RegExp, string, CompatStatement | undefined][] = [
  [
    /\(\?<[=!]/,
    'lookbehind in a regular expression',
    featureAt(dates.javascript, 'regular_expressions', 'lookbehind_assertion'),
  ],
  [
    /\(\?(?:[ims]+(?:-[ims]*)?|-[ims]+):/,
    'modifiers in a regular expression',
    featureAt(dates.javascript, 'regular_expressions', 'modifier'),
  ],
];

/** A library may also make an expression of a string. */
function noteExpression(node: Node, note: Note): void {
  const { value } = node;
  const regex = node['regex'] as { pattern: string; flags: string } | undefined;
  const written = typeof value === 'string' ? value : (value as { raw?: string } | null)?.raw;
  const text = regex?.pattern ?? written ?? '';
  for (const [sign, name, feature] of signs) if (sign.test(text)) note(name, [feature]);
  if (regex?.flags.includes('v'))
    note('flag v of a regular expression', [featureAt(builtins, 'RegExp', 'unicodeSets')]);
  if (regex?.flags.includes('d'))
    note('flag d of a regular expression', [featureAt(builtins, 'RegExp', 'hasIndices')]);
}
