import * as v from 'valibot';
import type { Instrument, Scale } from '../../../domain/instrument-schema.ts';
import { isAboutSame, type MeasuredScore } from '../../../domain/scoring-change.ts';
import { scaleRange } from '../../../domain/instrument-items.ts';

// What a clinician may think of where a course deviates (product 20.4): short texts of a file that a clinic can replace.

const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(600));
const words = { title: Text, text: Text, source: Text };
const scales = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, 'must be like wai/wai-bond'))),
  v.minLength(1, 'needs at least one scale'),
);

const HintSchema = v.variant('when', [
  /** An answer that shows danger was not acknowledged. */
  v.strictObject({ when: v.literal('open_event'), ...words }),
  /** The last survey has signs of answers that were given without reading. */
  v.strictObject({ when: v.literal('doubtful_answers'), ...words }),
  /** A scale is worse than the earlier measurements by half of their standard deviation. */
  v.strictObject({ when: v.literal('fell'), scales, ...words }),
  /** A scale lies in the worse third of its range, … */
  v.strictObject({ when: v.literal('low'), scales, ...words }),
  /** … or in the better third. */
  v.strictObject({ when: v.literal('high'), scales, ...words }),
]);

export const supportFile = v.strictObject({
  format: v.literal(1, 'must be 1, the only format there is'),
  id: Text,
  version: Text,
  status: v.picklist(['demonstration', 'released'], 'must be demonstration or released'),
  hints: v.array(HintSchema),
});
export type SupportFile = v.InferOutput<typeof supportFile>;
type Hint = SupportFile['hints'][number];

/** A hint that applies, with the names of the scales that it is about. */
export type ShownHint = Pick<Hint, 'title' | 'text' | 'source'> & { readonly scales: string[] };

/** The last measurement of a patient and the ones before it. */
export type SupportFacts = {
  readonly instruments: readonly Instrument[];
  /** The scores of each measurement, in order. */
  readonly points: readonly (readonly MeasuredScore[])[];
  readonly hasOpenEvent: boolean;
  readonly hasDoubtfulAnswers: boolean;
};

/** The hints of a file that apply to the last measurement, in the order of the file. */
export function supportHints({ hints }: SupportFile, facts: SupportFacts): ShownHint[] {
  return hints.flatMap((hint) => {
    const { title, text, source } = hint;
    if (hint.when === 'open_event') return facts.hasOpenEvent ? [{ title, text, source, scales: [] }] : [];
    if (hint.when === 'doubtful_answers')
      return facts.hasDoubtfulAnswers ? [{ title, text, source, scales: [] }] : [];
    const found = hint.scales.flatMap((name) => {
      const known = findScale(facts.instruments, name);
      return known && applies(hint.when, known, facts.points) ? [known.scale.title] : [];
    });
    return found.length > 0 ? [{ title, text, source, scales: found }] : [];
  });
}

// Sums of tenths are not exact.
const ROUNDING = 1e-9;

type KnownScale = { readonly instrument: Instrument; readonly scale: Scale };

function findScale(instruments: readonly Instrument[], name: string): KnownScale | undefined {
  const [id, key] = name.split('/');
  const instrument = instruments.find((one) => one.id === id);
  const scale = instrument?.scales.find((one) => one.key === key);
  return instrument && scale ? { instrument, scale } : undefined;
}

function applies(
  when: 'fell' | 'low' | 'high',
  { instrument, scale }: KnownScale,
  points: SupportFacts['points'],
): boolean {
  // Better is higher in what follows.
  const sign = scale.direction === 'high_is_worse' ? -1 : 1;
  const scores = points.map((all) => scoreIn(all, instrument.id, scale.key));
  const now = scores.at(-1);
  const last = valueOf(now);
  if (!now || last === null) return false;
  const earlier = scores
    .slice(0, -1)
    .map((score) => (score && isAboutSame(score, now) ? valueOf(score) : null))
    .filter((value) => value !== null);
  if (when === 'fell') return sign * (mean(earlier) - last) >= spreadOf(earlier, scale) / 2 - ROUNDING;
  const { lower, upper } = scaleRange(scale, instrument);
  const share = (last - lower) / (upper - lower);
  const quality = sign > 0 ? share : 1 - share;
  return when === 'low' ? quality <= 1 / 3 : quality >= 2 / 3;
}

function scoreIn(scores: readonly MeasuredScore[], instrument: string, scale: string) {
  return scores.find((one) => one.instrument_id === instrument && one.scale === scale);
}

const valueOf = (score: MeasuredScore | undefined) => score?.t ?? score?.raw ?? null;

// NaN without a value, and no comparison with it is true.
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The person's own standard deviation. With fewer than three values, or equal ones, that of the scale's sample; else NaN. */
function spreadOf(values: readonly number[], { reliable_change: rule }: Scale): number {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  if (values.length >= 3 && squares > 0) return Math.sqrt(squares / (values.length - 1));
  return rule?.method === 'jacobson-truax' ? rule.sd : Number.NaN;
}
