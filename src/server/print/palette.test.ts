import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bandStyles, lightColours, paperColours, screenColours, withLightColours } from './palette.ts';

const src = join(import.meta.dirname, '..', '..');
const colour = /#[0-9a-f]{3}(?:[0-9a-f]{3})?\b/gi;
// Black, white and plain greys belong to no palette: a QR code, the paper, a picture without a style sheet.
const isGrey = (hex: string) => new Set(hex.slice(1).match(hex.length === 4 ? /./g : /../g)).size === 1;

function coloursOf(text: string): string[] {
  return (text.match(colour) ?? []).map((hex) => hex.toLowerCase()).filter((hex) => !isGrey(hex));
}

test('every colour of the product stands in the palette and nowhere else', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|ts|tsx|typ)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => file !== join('server', 'print', 'palette.ts'));
  assert.ok(files.some((file) => file.endsWith('report.css')));
  const strays = files.flatMap((file) =>
    coloursOf(readFileSync(join(src, file), 'utf8')).map((hex) => `${file}: ${hex}`),
  );
  assert.deepEqual(strays, []);
});

test('every band has a colour for the light and for the dark screen', () => {
  const css = screenColours(':root');
  for (const tone of ['clinical', 'neutral'])
    for (const rank of [0, 1, 2, 3])
      assert.match(css, new RegExp(`--${tone}-${rank}: light-dark\\(#[0-9a-f]{6}, #[0-9a-f]{6}\\);`));
});

test('on paper a report has no dark colour and no coloured surface', () => {
  assert.match(paperColours('.rz-report'), /@media print \{\s*\.rz-report \{[^}]*--surface: #fff;/);
  assert.doesNotMatch(paperColours('.rz-report'), /light-dark/);
});

test('the charts of a PDF have the light colours of the palette', () => {
  const charts = readFileSync(join(import.meta.dirname, 'charts', 'charts.css'), 'utf8');
  const style = withLightColours(bandStyles + charts);
  assert.doesNotMatch(style, /var\(/);
  assert.ok(style.includes(`fill: ${lightColours['clinical-2']}`));
});
