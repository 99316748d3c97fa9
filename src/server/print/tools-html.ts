import type { Plain, Tools } from './blocks.ts';
import { html, type Html } from './html.ts';

/** The bar of a report. Hidden until the script is there that makes it work. */
export function toolsHtml({
  title,
  copies,
  printFirst,
  printAll,
  printChosen,
  extents,
  ...said
}: Tools): Html {
  const texts = copies.map(
    ({ text }) => html`<pre class="rz-copy-text" data-report-text hidden>${text}</pre>`,
  );
  const buttons = [
    ...copies.map(({ name }, index) => copyButton(name, String(index))),
    button(html`data-report-print-first="${extents.first}"`, printFirst),
    button(html`data-report-print-all="${extents.all}"`, printAll),
    button(html`data-report-print-choose`, printChosen),
  ];
  return html`<div class="rz-bar" role="toolbar" aria-label="${title}" data-report-buttons hidden>
    ${buttons} ${statusHtml(said)} ${texts}
  </div>`;
}

/** A text to be copied, with its buttons. */
export function plainHtml({ text, buttons }: Plain): Html {
  if (!buttons) return html`<pre>${text}</pre>`;
  const { copy, print, ...said } = buttons;
  return html`<pre class="rz-plain" data-report-text="own">${text}</pre>
    <p class="rz-buttons" data-report-buttons hidden>
      ${copyButton(copy, 'own')} ${button(html`data-report-print-only="${print.section}"`, print.text)}
      ${statusHtml(said)}
    </p>`;
}

function copyButton(name: string, text: string): Html {
  return button(html`data-report-copy="${text}"`, name);
}

function button(act: Html, name: string): Html {
  return html`<button type="button" class="rz-button" ${act}>${name}</button>`;
}

function statusHtml({ copied, notCopied }: Pick<Tools, 'copied' | 'notCopied'>): Html {
  return html`<span
    role="status"
    data-report-status
    data-report-copied="${copied}"
    data-report-not-copied="${notCopied}"
  ></span>`;
}
