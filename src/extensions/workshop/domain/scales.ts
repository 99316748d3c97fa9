import {
  allItems,
  wordsOf,
  type Form,
  type FormBand,
  type FormBands,
  type FormItem,
  type FormScale,
  freeKey,
  isChoice,
} from './form.ts';

// The table of scoring: rows are questions, columns are scales.

export type Place = 'out' | 'in' | 'reversed';

export const CLASSICAL = ['sum', 'mean', 'pomp'] as const;
const classical: readonly string[] = CLASSICAL;

/** The place of a scale in the file. */
export const pathOf = ({ key }: FormScale, { scales }: Pick<Form, 'scales'>): string =>
  `scales[${scales.findIndex((one) => one.key === key)}]`;

/** Is the scale a column of the table? Formulas and adaptive scores are not. */
export const isColumn = ({ method }: FormScale): boolean => classical.includes(method);

/** Can the answer of a question count in a scale? */
export const canCount = (item: FormItem): boolean =>
  isChoice(item) || item.type === 'QUESTION_RANGE_INDICATOR' || item.type === 'QUESTION_INTEGER';

export function placeIn({ items = [], reversed = [] }: FormScale, item: string): Place {
  if (!items.includes(item)) return 'out';
  return reversed.includes(item) ? 'reversed' : 'in';
}

export function withScale(form: Form, key: string, changed: Partial<FormScale>): Form {
  return { ...form, scales: form.scales.map((one) => (one.key === key ? { ...one, ...changed } : one)) };
}

/** Counts these questions in a scale, or no longer. `order`: all questions, in which the items of the scale are kept. */
export function placed(
  form: Form,
  key: string,
  items: readonly string[],
  place: Place,
  order: readonly string[],
): Form {
  const scale = form.scales.find((one) => one.key === key);
  if (!scale) return form;
  const others = (scale.items ?? []).filter((id) => !items.includes(id));
  const turned = (scale.reversed ?? []).filter((id) => !items.includes(id));
  const counted = new Set(place === 'out' ? others : [...others, ...items]);
  const reversed = place === 'reversed' ? [...turned, ...items] : turned;
  return withScale(form, key, { items: order.filter((id) => counted.has(id)), reversed });
}

/** The first scale is that of the whole questionnaire, until somebody says otherwise. */
export function addedScale(form: Form): { form: Form; key: string } {
  const key = freeKey(
    'scale',
    form.scales.map((one) => one.key),
  );
  const isFirst = form.scales.length === 0;
  const scale: FormScale = {
    key,
    title: isFirst ? wordsOf(form['title']) : '',
    method: 'sum',
    items: isFirst
      ? allItems(form)
          .filter(canCount)
          .map(({ id }) => id)
      : [],
    direction: '',
    clinician: '',
    patient: '',
  };
  return { form: { ...form, scales: [...form.scales, scale] }, key };
}

export const withoutScale = (form: Form, key: string): Form => ({
  ...form,
  scales: form.scales.filter((one) => one.key !== key),
});

const band = (from: FormBand['from'], key: string): FormBand => ({
  key,
  from,
  label: '',
  clinician: '',
  patient: '',
});

/** One more cut-off. The first one makes two bands: below it and from it on. */
export function withCutoff(bands: FormBands | undefined): FormBands {
  if (!bands) return { metric: 'raw', source: '', list: [band(null, 'b0'), band('', 'b1')] };
  const key = freeKey(
    'b',
    bands.list.map((one) => one.key),
  );
  return { ...bands, list: [...bands.list, band('', key)] };
}

/** Leaves a band out. The last cut-off takes the band below it along. */
export function withoutBand(bands: FormBands, key: string): FormBands | undefined {
  const left = bands.list.filter((one) => one.key !== key);
  return left.length < 2 ? undefined : { ...bands, list: left };
}

/** A scale without one of its keys. */
export function cleared(form: Form, key: string, name: keyof FormScale): Form {
  const { [name]: _cleared, ...rest } = form.scales.find((one) => one.key === key) ?? {};
  // Only keys that may be missing are cleared.
  return { ...form, scales: form.scales.map((one) => (one.key === key ? (rest as FormScale) : one)) };
}
