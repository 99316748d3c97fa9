import { canonicalJson } from '../../../domain/canonical-json.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import type { Instrument } from '../../../domain/instrument-schema.ts';
import type { Example } from './draft.ts';
import { answerOf, answersOf, printedScore, scoresOf } from './trial.ts';

/** How many examples of the manual must come out equal. A questionnaire without scales needs none. */
export const EXAMPLES_NEEDED = 3;

// A manual prints few decimals. A score is equal if it is the printed one as far as that is printed, and at most this far away.
const FARTHEST = 0.05;

/** What is wrong with an example. */
export type ExampleFault =
  | { readonly code: 'example_same'; readonly other: string }
  | { readonly code: 'example_answer'; readonly item: string }
  | { readonly code: 'example_scale'; readonly scale: string }
  | { readonly code: 'example_without_score'; readonly scale: string }
  | {
      readonly code: 'example_unequal';
      readonly scale: string;
      readonly expected: number;
      readonly computed: number | null;
    };

/** How an example is named where it has no name of its own. */
export const exampleName = ({ name }: Pick<Example, 'name'>, index: number): string =>
  name.trim() || String(index + 1);

/** What is wrong with each example, in their order. */
export function exampleFaults(
  instrument: Instrument,
  examples: readonly Example[],
): readonly (readonly ExampleFault[])[] {
  const given = examples.map(({ answers }) =>
    canonicalJson(answers.toSorted((one, other) => (one.item < other.item ? -1 : 1))),
  );
  return examples.map((example, index) => {
    const same = given.indexOf(given[index] ?? '');
    const twin = examples[same];
    return [
      ...(twin && same < index ? [{ code: 'example_same' as const, other: exampleName(twin, same) }] : []),
      ...answerFaults(instrument, example),
      ...scoreFaults(instrument, example),
    ];
  });
}

function answerFaults(instrument: Instrument, { answers }: Example): readonly ExampleFault[] {
  const items = new Map(instrumentItems(instrument).map((item) => [item.id, item]));
  return answers.flatMap(({ item: id, value }) => {
    const item = items.get(id);
    return item && answerOf(item, value) ? [] : [{ code: 'example_answer' as const, item: id }];
  });
}

function scoreFaults(instrument: Instrument, { answers, expected }: Example): readonly ExampleFault[] {
  const values = new Map(answers.map(({ item, value }) => [item, value]));
  const scores = scoresOf(instrument, answersOf(instrument, values));
  const wanted = new Map(expected.map(({ scale, score }) => [scale, score]));
  const unknown = [...wanted.keys()].filter((key) => !instrument.scales.some((scale) => scale.key === key));
  return [
    ...unknown.map((scale) => ({ code: 'example_scale' as const, scale })),
    ...instrument.scales.flatMap(({ key, title }): ExampleFault[] => {
      const score = wanted.get(key);
      if (score === undefined) return [{ code: 'example_without_score', scale: title }];
      const computed = printedScore(
        instrument,
        scores?.find(({ scale }) => scale === key),
      );
      if (computed !== null && isEqual(computed, score)) return [];
      return [{ code: 'example_unequal', scale: title, expected: score, computed }];
    }),
  ];
}

/** Is a score the printed one, as far as that is printed? */
export function isEqual(computed: number, printed: number): boolean {
  const decimals = /\.(\d+)$/.exec(String(printed))?.[1]?.length ?? 0;
  return Math.abs(computed - printed) <= Math.min(FARTHEST, 0.5 * 10 ** -decimals) + 1e-9;
}
