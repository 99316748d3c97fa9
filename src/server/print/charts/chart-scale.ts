import { html, type Html } from '../html.ts';
import { coordinate as at } from '../number-format.ts';
import { greys } from '../palette.ts';
import type { ShownBand } from '../scale-row.ts';

/** Maps a number range to coordinates; what lies outside is drawn at the end. */
export type Axis = (value: number) => number;

export function axis(
  { lower, upper }: { lower: number; upper: number },
  [start, end]: readonly [number, number],
): Axis {
  return (value) => {
    const part = upper === lower ? 0.5 : (value - lower) / (upper - lower);
    return start + Math.min(1, Math.max(0, part)) * (end - start);
  };
}

/** About how wide a text of this size is; a font is not known here, so this errs on the wide side. */
export function textWidth(text: string, size: number): number {
  return text.length * size * 0.55;
}

/** The words of a label in lines that fit, as far as words allow. */
export function wrapped(label: string, width: number, size: number): readonly string[] {
  const lines: string[] = [];
  for (const word of label.split(' ')) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A text in the middle of this place of an axis. */
export type Label = { readonly text: string; readonly x: number };

type TextOptions = { x: number; y: number; anchor?: 'start' | 'middle' | 'end'; size?: number; cls?: string };

export function svgText(
  text: string,
  { x, y, anchor = 'middle', size = 11, cls = 'rz-tick' }: TextOptions,
): Html {
  return html`<text
    class="${cls}"
    x="${at(x)}"
    y="${at(y)}"
    text-anchor="${anchor}"
    font-size="${size}"
    fill="currentColor"
    >${text}</text
  >`;
}

type Shape = 'circle' | 'line' | 'path' | 'polygon' | 'polyline' | 'rect';

/** An element of a drawing with its attributes, in this order. */
export function shape(name: Shape, attributes: Readonly<Record<string, string | number>>): Html {
  const written = Object.entries(attributes).map(
    ([key, value]) => html` ${key}="${typeof value === 'number' ? at(value) : value}"`,
  );
  return html`<${name}${written} />`;
}

type Rect = { x: number; y: number; width: number; height: number };

export function bandRect({ rank, tone }: ShownBand, { x, y, width, height }: Rect): Html {
  return shape('rect', { class: `rz-band rz-${tone}-${rank}`, x, y, width, height, fill: greys.bands[rank] });
}

/** The frame around all bands. */
export function frameRect({ x, y, width, height }: Rect): Html {
  return shape('rect', { class: 'rz-frame', x, y, width, height, fill: 'none', stroke: 'currentColor' });
}

/** The id of a chart, unique in its page, and what a screen reader says of it. */
export type Labels = { readonly id: string; readonly title: string; readonly desc: string };
type Drawing = Labels & { width: number; height: number; cls: string };

/** An image that a screen reader reads as its title and description. */
export function drawing({ id, title, desc, width, height, cls }: Drawing, content: readonly Html[]): Html {
  return html`<svg
    class="${cls}"
    role="img"
    aria-labelledby="${id}-t ${id}-d"
    viewBox="0 0 ${at(width)} ${at(height)}"
    preserveAspectRatio="xMidYMid meet"
  >
    <title id="${id}-t">${title}</title>
    <desc id="${id}-d">${desc}</desc>
    ${content}
  </svg>`;
}
