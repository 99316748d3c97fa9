type Colour = { readonly light: string; readonly dark: string; readonly paper?: string };

/**
 * The colours of all pages under the names of their CSS variables: light and dark on the screen, and another one on paper if
 * a printed page needs it. A PDF uses the light ones.
 */
const ofPages = {
  bg: { light: '#f8f5f0', dark: '#0f1717' },
  surface: { light: '#ffffff', dark: '#172221', paper: '#fff' },
  'surface-2': { light: '#f0ede6', dark: '#1f2c2b', paper: '#fff' },
  text: { light: '#1d2928', dark: '#e5edeb', paper: '#111' },
  muted: { light: '#3f4b49', dark: '#b8c6c3', paper: '#444' },
  line: { light: '#ddd8cf', dark: '#2d3c3b', paper: '#bbb' },
  'line-strong': { light: '#6f7a78', dark: '#7d9290', paper: '#666' },

  accent: { light: '#055353', dark: '#70cbc2', paper: '#0b5a5a' },
  'accent-hover': { light: '#043f3f', dark: '#93dbd4' },
  'accent-soft': { light: '#dcefed', dark: '#143432' },
  'on-accent': { light: '#ffffff', dark: '#05211f' },

  // The second colour marks what waits for the patient: the open survey, the way in, thanks. Never a fault, never a band.
  warm: { light: '#7a3a14', dark: '#f5bd97', paper: '#7a3a14' },
  'warm-soft': { light: '#fbeadb', dark: '#33241a', paper: '#fff' },
  'warm-line': { light: '#ecc9ad', dark: '#5d4331' },
  'warm-fill': { light: '#e8935f', dark: '#e8935f' },

  danger: { light: '#921f16', dark: '#ffa9a2', paper: '#8f1a12' },
  'danger-soft': { light: '#fcebe9', dark: '#3b1d1a', paper: '#fff' },
  'on-danger': { light: '#ffffff', dark: '#2a0705' },
  warning: { light: '#664300', dark: '#f0c167', paper: '#664400' },
  'warning-soft': { light: '#fff3d9', dark: '#352a12', paper: '#fff' },
  success: { light: '#155730', dark: '#86d4a2', paper: '#14532d' },
  'success-soft': { light: '#e2f3e8', dark: '#15311f' },
} as const satisfies Record<string, Colour>;

/** What only charts have: bands from best to worst, which also differ in grey, and the marks on them. */
const ofCharts = {
  mark: { light: '#0b4f52', dark: '#d5f3ef', paper: '#0b4f52' },
  'clinical-0': { light: '#eaf5ee', dark: '#14291f' },
  'clinical-1': { light: '#f8f1d8', dark: '#2f2d18' },
  'clinical-2': { light: '#fbe3b5', dark: '#493817' },
  'clinical-3': { light: '#f3bfae', dark: '#6a2f24' },
  'neutral-0': { light: '#f0f5f7', dark: '#16242a' },
  'neutral-1': { light: '#e4edf1', dark: '#1c2f37' },
  'neutral-2': { light: '#d9e6ec', dark: '#223944' },
  'neutral-3': { light: '#c2d6e0', dark: '#2d4b59' },
} as const satisfies Record<string, Colour>;

const palette = { ...ofPages, ...ofCharts };

const colours: readonly (readonly [string, Colour])[] = Object.entries(palette);

/** Greys that a picture shows without a style sheet: bands from best to worst, bars, grid, and the paper itself. */
export const greys = {
  bands: ['#f4f4f4', '#e6e6e6', '#d6d6d6', '#c2c2c2'],
  bar: '#444',
  grid: '#bbb',
  paper: '#fff',
} as const;

export type ColourName = keyof typeof palette;
export type Scheme = 'light' | 'dark';

/** One colour of the screen. */
export function screenColour(name: ColourName, scheme: Scheme): string {
  return palette[name][scheme];
}

/** The colours as placeholders of a page that is painted before its style sheets have arrived: `%bg-light%`. */
export function fillColours(html: string): string {
  return html.replaceAll(/%([\w-]+)-(light|dark)%/g, (mark, name: string, scheme: string) => {
    const found = colours.find(([key]) => key === name)?.[1];
    if (!found) throw new Error(`the palette has no colour for ${mark}`);
    return scheme === 'dark' ? found.dark : found.light;
  });
}

/** The palette as CSS variables for the screen: all of it, or what a page without charts needs. */
export function screenColours(selector: string, of: 'all' | 'pages' = 'all'): string {
  const shown = of === 'all' ? colours : colours.filter(([name]) => name in ofPages);
  const lines = shown.map(([name, { light, dark }]) => `  --${name}: light-dark(${light}, ${dark});\n`);
  return `${selector} {\n${lines.join('')}}\n`;
}

/** The colours that a page changes when the browser prints it. */
export function paperColours(selector: string): string {
  const lines = colours.flatMap(([name, { paper }]) => (paper ? [`    --${name}: ${paper};\n`] : []));
  return `@media print {\n  ${selector} {\n${lines.join('')}  }\n}\n`;
}

/** The ground of each band, in a chart and behind the name of the band. */
export const bandStyles = Object.keys(ofCharts)
  .filter((name) => name !== 'mark')
  .reduce((all, name) => `${all}.rz-${name} { background: var(--${name}); fill: var(--${name}); }\n`, '');

/** The light colours by name, for Typst. */
export const lightColours: Readonly<Record<string, string>> = Object.fromEntries(
  colours.map(([name, { light }]) => [name, light]),
);

/** A style sheet with the light colours in place of its variables, for programs that know no variables. */
export function withLightColours(css: string): string {
  return css.replaceAll(/var\(--([\w-]+)\)/g, (variable, name: string) => lightColours[name] ?? variable);
}
