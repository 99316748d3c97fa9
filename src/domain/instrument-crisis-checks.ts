import { compareLevels, type CrisisKind } from './crisis.ts';
import { HELP_ITEM } from './help-page.ts';
import type { Dimension, Instrument, InstrumentItem } from './instrument-schema.ts';
import { itemRange } from './instrument-items.ts';
import type { JsonPath, Problem } from './json-lines.ts';

type Rule = Instrument['crisis'][number];
const NEW_VERSION =
  'Surveys keep the version that they began with: give the changed file a new version and name the present one in comparable_with.';

/** Refuses a file in which nobody decided about danger: silence could mean that nobody has read the questions (record 315). */
export function decisionProblems({
  crisis,
  crisis_decided_by: name,
}: {
  readonly crisis?: readonly unknown[] | undefined;
  readonly crisis_decided_by?: string | undefined;
}): readonly Problem[] {
  if (crisis !== undefined && (crisis.length > 0 || name !== undefined)) return [];
  const lacks =
    crisis === undefined
      ? 'The key "crisis" is missing.'
      : 'The list "crisis" is empty, and no name says who decided it.';
  const message =
    `${lacks} Read every question and every answer. Write a rule for each that shows danger. If none does, write ` +
    `"crisis": [] and "crisis_decided_by": "name of the person who decided". ${NEW_VERSION}`;
  return [{ path: crisis === undefined ? [] : ['crisis'], message }];
}

/** Refuses rules that name no kind, or one whose words and telephone numbers the product does not have yet (product 19.1). */
export function kindProblems(
  rules: readonly { readonly item: string; readonly kind?: CrisisKind | undefined }[],
): readonly Problem[] {
  return rules.flatMap(({ item, kind }, index) => {
    if (kind === 'self') return [];
    if (kind === undefined) {
      const message =
        `The rule of "${item}" has no kind. Add "kind": "self" if it is about a wish to die or to hurt oneself. ` +
        `Take the rule out if it is about another danger: clinician and patient would read of suicidality. ${NEW_VERSION}`;
      return [{ path: ['crisis', index], message }];
    }
    const message =
      `The rule of "${item}" is of the kind "${kind}", but only "self" can be used yet. Take the rule out: there are no words ` +
      'and telephone numbers for this danger yet, so clinician and patient would read of suicidality.';
    return [{ path: ['crisis', index, 'kind'], message }];
  });
}

type Asked = ReadonlyMap<string, { readonly item: InstrumentItem; readonly dimension: Dimension }>;

/** Problems of crisis rules that the product could not evaluate or show, of an instrument that fits the schema (product 19.1). */
export function crisisProblems(instrument: Instrument): readonly Problem[] {
  const asked: Asked = new Map(
    instrument.dimensions.flatMap((dimension) =>
      dimension.items.map((item) => [item.id, { item, dimension }] as const),
    ),
  );
  return [
    ...reservedIds(instrument),
    ...instrument.crisis.flatMap((rule, index) => [
      ...itemProblems(rule, asked, ['crisis', index]),
      ...orderProblems(rule, instrument.crisis.slice(0, index), ['crisis', index]),
    ]),
  ];
}

function reservedIds({ dimensions }: Instrument): readonly Problem[] {
  return dimensions.flatMap((dimension, d) =>
    dimension.items.flatMap(({ id }, i) => {
      if (!id.startsWith(HELP_ITEM)) return [];
      const message = `The item id "${id}" is reserved for the page of help: it must not begin with "${HELP_ITEM}".`;
      return [{ path: ['dimensions', d, 'items', i, 'id'], message }];
    }),
  );
}

function itemProblems({ item: id, at_least: from }: Rule, asked: Asked, path: JsonPath): readonly Problem[] {
  const here = [...path, 'item'];
  const found = asked.get(id);
  if (!found) return [{ path: here, message: `There is no item "${id}".` }];
  const range = itemRange(found.item);
  if (!range) return [{ path: here, message: `The item "${id}" has no numbers to compare.` }];
  if (found.dimension.form === 'adaptive') {
    return [
      { path: here, message: 'A crisis item must be in a fixed dimension, or not everybody would be asked.' },
    ];
  }
  if (found.item.not_applicable)
    return [
      { path: here, message: `Whether "${id}" shows danger needs an answer: it cannot be not_applicable.` },
    ];
  if (from > range[0] && from <= range[1]) return [];
  const message = `at_least must be above the lowest value, ${range[0]}, and at most the highest, ${range[1]}.`;
  return [{ path: [...path, 'at_least'], message }];
}

/** Compares a rule with those of the same item before it. */
function orderProblems(rule: Rule, others: readonly Rule[], path: JsonPath): readonly Problem[] {
  return others
    .filter(({ item }) => item === rule.item)
    .flatMap((other) => {
      if (other.at_least === rule.at_least) {
        const message = `Two rules of the item "${rule.item}" begin at ${rule.at_least}.`;
        return [{ path: [...path, 'at_least'], message }];
      }
      const [low, high] = rule.at_least < other.at_least ? [rule, other] : [other, rule];
      if (compareLevels(high.level, low.level) <= 0) return [];
      const message =
        `The rule of "${rule.item}" from ${high.at_least} on is milder than the one from ${low.at_least} on. ` +
        'It would never count: of the rules that an answer fits the gravest counts.';
      return [{ path: [...path, 'level'], message }];
    });
}
