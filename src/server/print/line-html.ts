import { glyphs, type Line, type Run } from './blocks.ts';
import { html, type Html } from './html.ts';

/** A line as parts of a template. Text alone stays text: the template escapes it. */
export function runsHtml(runs: Line): readonly (Html | string)[] {
  return runs.map(runHtml);
}

function runHtml({ text, short, bold, italic, code, href, chip, mark, picture }: Run): Html | string {
  if (picture) return picture.svg;
  // Set off by a frame and a filling that also differ in grey.
  if (chip) return html`<span class="rz-chip rz-${chip.tone}-${chip.rank}">${text}</span>`;
  const shown = short === undefined ? text : withRest(text, short);
  if (mark) return markHtml(mark, shown);
  let content: Html | string = code ? html`<code>${text}</code>` : shown;
  if (italic) content = html`<em>${content}</em>`;
  if (bold) content = html`<strong>${content}</strong>`;
  return href === undefined ? content : html`<a href="${href}">${content}</a>`;
}

function withRest(text: string, short: string): Html {
  return html`${short}<span class="rz-rest">${text.slice(short.length)}</span>`;
}

function markHtml(kind: NonNullable<Run['mark']>, text: Html | string): Html {
  return html`<span class="rz-change rz-change-${kind}"
    ><span class="rz-glyph" aria-hidden="true">${glyphs[kind]}</span><span>${text}</span></span
  >`;
}
