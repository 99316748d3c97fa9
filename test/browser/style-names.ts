import type { CompatStatement } from '@mdn/browser-compat-data';
import { type AtRule, type Container, type Declaration, parse, type Rule } from 'postcss';
import type { OldestBrowsers } from '../../src/domain/supported-browsers.ts';
import { dates, featureAt, featuresByName, newerThan } from './browser-dates.ts';

// What of a style sheet none of our oldest browsers knows. What a sheet asks for by `@supports`, and what stands behind a
// declaration of the same property, may be missing.

const { properties, selectors, types, 'at-rules': atRules } = dates.css;
const length = types?.['length'];

const units: readonly [RegExp, string, CompatStatement | undefined][] = [
  [/\d[dsl]v[hwib]/, 'units dvh, svh, lvh', featureAt(length, 'viewport_percentage_units_dynamic')],
  [/\dcq\w/, 'units of containers', featureAt(length, 'container_query_length_units')],
  [/\dr?lh\b/, 'unit lh', featureAt(length, 'lh')],
];

/** Every function of values by its name, such as `color-mix` below `color`. */
const functions = featuresByName(types);

/** The names that are too new: properties, `property: value`, functions, units, selectors, and rules with an @. */
export function newNamesOfStyle(css: string, oldest: OldestBrowsers): string[] {
  const found = new Set<string>();
  const note: Note = (name, features) => {
    const known = features.filter((feature) => feature !== undefined);
    if (
      known.length > 0 &&
      known.every((feature) => newerThan(oldest, feature, 'only browsers that learnt it later').length > 0)
    )
      found.add(name);
  };
  walk(parse(css), {
    declaration: (one) => noteDeclaration(one, note),
    rule: (one) => noteSelectors(one, note),
    atRule: (one) => noteAtRule(one, note),
  });
  return [...found].sort();
}

type Note = (name: string, features: readonly (CompatStatement | undefined)[]) => void;
type Visits = {
  declaration: (one: Declaration) => void;
  rule: (one: Rule) => void;
  atRule: (one: AtRule) => void;
};

function walk(container: Container, visits: Visits): void {
  container.each((node) => {
    if (node.type === 'atrule' && node.name === 'supports') return;
    if (node.type === 'decl' && !hasFallback(node)) visits.declaration(node);
    if (node.type === 'rule') visits.rule(node);
    if (node.type === 'atrule') visits.atRule(node);
    if ('nodes' in node && node.nodes) walk(node as Container, visits);
  });
}

function hasFallback({ prop, parent }: Declaration): boolean {
  const same = parent?.nodes.filter((node) => node.type === 'decl' && plain(node.prop) === plain(prop)) ?? [];
  return same.length > 1;
}

/** A property without the prefix of an engine. */
const plain = (prop: string) => prop.replace(/^-(?!-)\w+-/, '');

function noteDeclaration({ prop, value, parent }: Declaration, note: Note): void {
  if (parent?.type === 'atrule' && (parent as AtRule).name === 'font-face') return;
  if (/^-(?!-)/.test(prop)) return;
  note(prop, [featureAt(properties, prop)]);
  for (const [, word = '', bracket] of value.matchAll(/(?<![\w-])([a-z][\w-]*)(\()?/g)) {
    if (!prop.startsWith('--')) note(`${prop}: ${word}`, [featureAt(properties, prop, word)]);
    if (bracket) note(`${word}()`, functions.get(word) ?? []);
  }
  for (const [sign, name, feature] of units) if (sign.test(value)) note(name, [feature]);
}

// A rule with one unknown selector in its list is lost as a whole.
function noteSelectors({ selector, parent }: Rule, note: Note): void {
  if (parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes')) return;
  for (const [, name = ''] of selector.matchAll(/::?([a-z][\w-]*)/g))
    note(`:${name}`, [featureAt(selectors, name)]);
  if (selector.includes('&')) note('nesting', [featureAt(selectors, 'nesting')]);
}

function noteAtRule({ name, params }: AtRule, note: Note): void {
  note(`@${name}`, [featureAt(atRules, name)]);
  if (name !== 'media') return;
  if (/[<>=]/.test(params)) note('ranges in @media', [featureAt(atRules, 'media', 'range_syntax')]);
}
