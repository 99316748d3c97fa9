import { instrumentKey, scoreTexts } from '../../../domain/instrument-draft.ts';
import { itemRange } from '../../../domain/instrument-items.ts';
import type { InstrumentItem } from '../../../domain/instrument-schema.ts';
import { decide } from '../../../domain/undecided.ts';
import type { PlacedItem } from './fhir-questionnaire-items.ts';
import { isNode } from './fhir-versions.ts';

// What the formulas of a Questionnaire (FHIRPath in extensions of Structured Data Capture) say of its scales. They are no program
// here: the draft takes from them which questions belong to a score, and shows them to the person who decides.

type Form = {
  /** The Questionnaire with the names of R4. */
  readonly questionnaire: unknown;
  readonly head: { readonly id: string; readonly title: string };
  readonly scores: readonly PlacedItem[];
};

/**
 * A scale for each computed item whose formula names its questions; else a sum of all questions whose answers have the same
 * numbers.
 */
export function scalesOf(read: readonly InstrumentItem[], { questionnaire, head, scores }: Form) {
  const scored = read.filter((item) => item.options.length > 1 && itemRange(item));
  const named = scores.flatMap((score) => {
    const formula = formulaOf(questionnaire, score);
    const items = questionsIn(formula, scored);
    return items.length < 2 ? [] : [{ score: score.item, formula, items }];
  });
  const isAlone = named.length === 1;
  if (named.length > 0)
    return named.map(({ score: { linkId, text }, formula, items }, index) => ({
      ...partsOf(items, formula),
      key: isAlone ? head.id : `${instrumentKey(head.id)}-${index + 1}`,
      title: isAlone ? head.title : (text?.trim() ?? head.title),
      link_id: linkId,
    }));
  const ranges = new Set(scored.map((item) => itemRange(item)?.join(' ')));
  if (scored.length < 2 || ranges.size !== 1) return [];
  const linkId = scores.length === 1 ? scores[0]?.item.linkId : undefined;
  return [
    {
      ...partsOf(scored, expressionsIn(questionnaire).join('; ')),
      key: head.id,
      title: head.title,
      ...(linkId === undefined ? {} : { link_id: linkId }),
    },
  ];
}

function partsOf(items: readonly InstrumentItem[], formula: string) {
  const said = formula === '' ? '' : ` The form computes: ${formula}`;
  return {
    key: '',
    title: '',
    method: /\bavg\(/.test(formula) ? 'mean' : 'sum',
    items: items.flatMap(({ link_id: own }) => own ?? []),
    direction: decide(
      `high_is_worse or low_is_worse; and is it a sum, are items reversed, how many may be missing?${said}`,
    ),
    ...scoreTexts,
  };
}

/** The questions that a formula adds up: those that it names, or all but those that it leaves out. */
function questionsIn(formula: string, scored: readonly InstrumentItem[]): readonly InstrumentItem[] {
  const one = namesIn(formula, /linkId\s*=\s*('[^']*')/g);
  const several = namesIn(formula, /linkId\s+in\s+(\([^)]*\))/g);
  const without = namesIn(formula, /linkId\s*!=\s*('[^']*')/g);
  const named = [...one, ...several];
  const isPart = ({ link_id: linkId = '' }: InstrumentItem) =>
    named.length > 0 ? named.includes(linkId) : without.length > 0 && !without.includes(linkId);
  return scored.filter(isPart);
}

const namesIn = (formula: string, pattern: RegExp) =>
  [...formula.matchAll(pattern)].flatMap(([, part = '']) => part.match(/[^'|,()]+(?=')/g) ?? []);

/** The formula of a computed item, with the variables that it uses. */
function formulaOf(questionnaire: unknown, { path }: PlacedItem): string {
  const steps = path.map((_, index) => path.slice(0, index + 1)).filter((one) => one.length % 2 === 0);
  const nodes = [questionnaire, ...steps.map((step) => step.reduce<unknown>(childOf, questionnaire))];
  const expressions = nodes.toReversed().flatMap(extensionsOf);
  const [own] = expressions.filter(({ url }) => /[cC]alculated(?:Expression|Value)$/.test(url));
  const variables = expressions.filter(({ url }) => url.endsWith('/variable'));
  const texts = [own?.expression ?? ''];
  const used = new Set<string>();
  for (const text of texts)
    for (const [, name = ''] of text.matchAll(/%([A-Za-z_]\w*)/g)) {
      const variable = variables.find((one) => one.name === name);
      if (!variable || used.has(name)) continue;
      used.add(name);
      texts.push(`${name} = ${variable.expression}`);
    }
  return texts.join('; ');
}

function childOf(node: unknown, step: string | number): unknown {
  if (Array.isArray(node)) return node[Number(step)];
  return isNode(node) ? node[step] : undefined;
}

function extensionsOf(node: unknown) {
  const list = isNode(node) && Array.isArray(node['extension']) ? (node['extension'] as unknown[]) : [];
  return list.flatMap((one) => {
    if (!isNode(one)) return [];
    const { url, valueExpression: value, valueString: text } = one;
    const expression = isNode(value) ? value['expression'] : text;
    const name = isNode(value) ? value['name'] : undefined;
    return typeof url === 'string' && typeof expression === 'string' ? [{ url, name, expression }] : [];
  });
}

/** All expressions of a Questionnaire, for a person to read. */
function expressionsIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'expression' && typeof value === 'string' ? [value] : expressionsIn(value),
  );
}
