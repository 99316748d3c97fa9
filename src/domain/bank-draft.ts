import { summedScoreEap } from '../psychometrics/summed-score.ts';
import { linearT } from '../psychometrics/t-scores.ts';
import { draftFile, draftOption, scoreTexts } from './instrument-draft.ts';
import type { BankItem } from './item-bank-table.ts';
import { decide } from './undecided.ts';

// T = 50 and a spread of 10 belong to the population in which the parameters were estimated.
const POPULATION = { mean: 0, sd: 1 } as const;
const parameters = decide('where the parameters come from');
const norms = {
  id: 'bank',
  title: decide('the population of T = 50, in a few words'),
  population: decide('the population in which the parameters were estimated'),
  source: parameters,
};
const scale = {
  key: 't',
  title: decide('the name of the score'),
  direction: decide('high_is_worse or low_is_worse'),
  ...scoreTexts,
};
const page = {
  paragraph: decide('what stands above every question, for example the days that it asks about'),
};

/** An adaptive instrument of a bank, with stop rules as they are usual for banks (standard error of 3 T, 4 to 12 items). */
export function adaptiveDraft(id: string, items: readonly BankItem[]): object {
  const most = Math.min(12, items.length);
  const adaptive = {
    criterion: 'MEPV_PP',
    estimator: 'EAP',
    stop: { se_below: 0.3, min_items: Math.min(4, most), max_items: most },
    expected_items: Math.min(6, most),
  };
  const asked = items.map(({ a, b, ...item }) => ({ ...itemOf(item), a, b }));
  const reliable = { method: 'theta', z: 1.96, source: decide('why 1.96 standard errors count as a change') };
  return draftFile(headOf(id), {
    option_sets: setsOf(items),
    dimensions: [{ id: 'bank', form: 'adaptive', ...page, model: 'GRM', adaptive, items: asked }],
    norm_sets: [{ ...norms, ...POPULATION }],
    scales: [{ ...scale, method: 'irt', dimension: 'bank', norm_set: 'bank', reliable_change: reliable }],
    crisis: [],
  });
}

/**
 * A short form of these items: the same question for everybody, scored by a table of sums. The T-score of a sum is the mean of
 * the T-scores that the adaptive test would give to all patterns with that sum, so both stand on one scale.
 */
export function shortDraft(id: string, items: readonly BankItem[]): object {
  const bank = { id, model: 'GRM', items: items.map(({ id: item, a, b }) => ({ id: item, a, b })) } as const;
  const estimates = summedScoreEap(bank);
  const variance = estimates.reduce((sum, { se, share }) => sum + share * se ** 2, 0);
  // Answers are stored under the id of the item, and the adaptive test may stand in the same protocol.
  const asked = items.map(({ a: _a, b: _b, ...item }) => ({ ...itemOf(item), id: `short-${item.id}` }));
  const reliable = {
    method: 'jacobson-truax',
    sd: 10,
    reliability: rounded(1 - variance, 3),
    source: decide('where the parameters come from; the reliability is computed from them'),
  };
  return draftFile(headOf(`${id}-short`), {
    option_sets: setsOf(items),
    dimensions: [{ id: 'short', form: 'fixed', ...page, items: asked }],
    norm_tables: [
      {
        ...norms,
        metric: 't',
        table: estimates.map(({ sum, theta }) => [sum, rounded(linearT(theta, POPULATION), 2)]),
      },
    ],
    scales: [
      {
        ...scale,
        method: 'sum',
        items: asked.map((item) => item.id),
        norm_set: 'bank',
        reliable_change: reliable,
      },
    ],
    crisis: [],
  });
}

const headOf = (id: string) => ({ id, title: decide('the title'), source: parameters });
const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

const itemOf = ({ id, content, options, facet }: Omit<BankItem, 'a' | 'b'>) => ({
  id,
  type: 'QUESTION_VERTICAL_RADIO',
  content: content ?? decide(`the wording of ${id}`),
  options:
    typeof options === 'string' ? options : options.map((label, value) => ({ ...draftOption(value), label })),
  ...(facet !== undefined && { facet }),
});

/** The sets of answers that the table only names. */
const setsOf = (items: readonly BankItem[]) =>
  Object.fromEntries(
    items.flatMap(({ options, b }) =>
      typeof options === 'string'
        ? [[options, Array.from({ length: b.length + 1 }, (_, value) => draftOption(value))]]
        : [],
    ),
  );
