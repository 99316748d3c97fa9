// Two people edit one draft. Each part that only one of them changed is taken from that person.

type Whole = {
  readonly instrument: Readonly<Record<string, unknown>>;
  readonly licence: unknown;
  readonly danger: unknown;
  readonly examples: unknown;
};

export const MERGED = ['basics', 'licence', 'questions', 'scoring', 'danger', 'examples'] as const;
export type MergedStep = (typeof MERGED)[number];

const QUESTION_KEYS = ['dimensions', 'option_sets'];
const SCORING_KEYS = ['scales', 'norm_sets', 'norm_tables', 'opposites'];

const pick = (from: Whole['instrument'], wants: (key: string) => boolean) =>
  Object.fromEntries(
    Object.entries(from)
      .filter(([key]) => wants(key))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

const isOf: Readonly<Record<'basics' | 'questions' | 'scoring', (key: string) => boolean>> = {
  questions: (key) => QUESTION_KEYS.includes(key),
  scoring: (key) => SCORING_KEYS.includes(key),
  basics: (key) => ![...QUESTION_KEYS, ...SCORING_KEYS].includes(key),
};

function partOf(content: Whole, step: MergedStep): unknown {
  if (step === 'licence' || step === 'danger' || step === 'examples') return content[step];
  return pick(content.instrument, isOf[step]);
}

/** The content with one part of another one. */
export function withPart<Content extends Whole>(content: Content, step: MergedStep, from: Content): Content {
  if (step === 'licence' || step === 'danger' || step === 'examples')
    return { ...content, [step]: from[step] };
  const rest = pick(content.instrument, (key) => !isOf[step](key));
  return { ...content, instrument: { ...rest, ...pick(from.instrument, isOf[step]) } };
}

export const isSamePart = (one: Whole, other: Whole, step: MergedStep): boolean =>
  JSON.stringify(partOf(one, step)) === JSON.stringify(partOf(other, step));

export const isSameContent = (one: Whole, other: Whole): boolean =>
  MERGED.every((step) => isSamePart(one, other, step));

/** The merged content, and the parts that the others changed: with `isClash` where this person changed them, too, and keeps them. */
export function merged<Content extends Whole>(
  base: Content,
  mine: Content,
  theirs: Content,
): { content: Content; changed: readonly { step: MergedStep; isClash: boolean }[] } {
  const changed = MERGED.filter((step) => !isSamePart(base, theirs, step)).map((step) => ({
    step,
    isClash: !isSamePart(base, mine, step) && !isSamePart(mine, theirs, step),
  }));
  const kept = MERGED.filter(
    (step) => !isSamePart(base, mine, step) && changed.every((one) => one.step !== step || one.isClash),
  );
  return { content: kept.reduce((whole, step) => withPart(whole, step, mine), theirs), changed };
}
