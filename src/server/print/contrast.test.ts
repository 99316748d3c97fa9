import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ColourName, screenColour } from './palette.ts';

// WCAG 2.2, 1.4.6: the contrast of the strictest level, for text of every size.
const ENOUGH = 7;
// WCAG 2.2, 1.4.11: what shows the edge of a control.
const ENOUGH_FOR_EDGES = 3;

const grounds = ['bg', 'surface', 'surface-2', 'accent-soft', 'warm-soft'] as const;
const words = ['text', 'muted', 'accent', 'accent-hover', 'danger', 'warning', 'success', 'warm'] as const;
const pairs: readonly (readonly [ColourName, ColourName])[] = [
  ...words.flatMap((word) => grounds.map((ground) => [word, ground] as const)),
  ['text', 'danger-soft'],
  ['danger', 'danger-soft'],
  ['text', 'warning-soft'],
  ['warning', 'warning-soft'],
  ['success', 'success-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
];

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function tooPale(limit: number, checked: typeof pairs): string[] {
  return (['light', 'dark'] as const).flatMap((scheme) =>
    checked.flatMap(([word, ground]) => {
      const ratio = contrast(screenColour(word, scheme), screenColour(ground, scheme));
      return ratio < limit ? [`${scheme}: ${word} on ${ground} ${ratio.toFixed(2)}`] : [];
    }),
  );
}

test('every colour of text has a contrast of at least 7:1 on every ground that it stands on, light and dark', () => {
  assert.deepEqual(tooPale(ENOUGH, pairs), []);
});

test('the edge of a control has a contrast of at least 3:1, light and dark', () => {
  assert.deepEqual(
    tooPale(
      ENOUGH_FOR_EDGES,
      grounds.map((ground) => ['line-strong', ground]),
    ),
    [],
  );
});
