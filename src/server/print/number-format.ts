import { isTScale } from '../../domain/instrument-items.ts';
import type { Scale } from '../../domain/instrument-schema.ts';

/** A number as Germans write it: decimal comma, a true minus sign. */
export function germanNumber(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits).replace('.', ',');
  return value < 0 && Number(Math.abs(value).toFixed(digits)) !== 0 ? `−${text}` : text;
}

/** The same with a sign, for differences: +3,2, −4,0, ±0. */
export function signedNumber(value: number, digits: number): string {
  if (Number(value.toFixed(digits)) === 0) return '±0';
  return value > 0 ? `+${germanNumber(value, digits)}` : germanNumber(value, digits);
}

const digitsOf = {
  irt: 1,
  sum: 1,
  mean: 2,
  pomp: 0,
  index: 2,
  value: 0,
  formula: 2,
} as const satisfies Record<Scale['method'], number>;

/** How many decimals a score of this scale is shown with. */
export function scoreDigits(scale: Scale): number {
  const rounded = 'decimals' in scale ? scale.decimals : undefined;
  return isTScale(scale) ? digitsOf.irt : (rounded ?? digitsOf[scale.method]);
}

/** As many decimals as the scale has, and more where rounding would carry the score over a cut-off. */
export function valueDigits(scale: Scale, value: number): number {
  const { list = [], groups = [] } = scale.bands ?? {};
  const cuts = [...list.flatMap(({ from }) => from ?? []), ...groups.flatMap((group) => group.cuts)];
  return trueDigits(scale, (count) => {
    const shown = Number(value.toFixed(count));
    return cuts.every((cut) => value >= cut === shown >= cut);
  });
}

/** As many decimals as the scale has, and up to three more until what is shown is true. */
export function trueDigits(scale: Scale, isTrue: (digits: number) => boolean): number {
  const digits = scoreDigits(scale);
  return [digits, digits + 1, digits + 2].find(isTrue) ?? digits + 3;
}

/** An end or a cut-off of this scale. A whole number needs no decimals: "−0,40" and "1". */
export function endNumber(scale: Scale, value: number): string {
  return germanNumber(value, Number.isInteger(value) ? 0 : scoreDigits(scale));
}

/** Coordinates of a drawing need no more than a tenth. */
export function coordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}
