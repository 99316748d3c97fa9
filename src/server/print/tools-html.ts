import type { Tools } from './blocks.ts';
import { html, type Html } from './html.ts';

/** The bar of a report. Hidden until the script is there that makes it work. */
export function toolsHtml({ title, copies, copied, notCopied, printFirst, printAll }: Tools): Html {
  const texts = copies.map(
    ({ text }) => html`<pre class="rz-copy-text" data-report-text hidden>${text}</pre>`,
  );
  const buttons = copies.map(
    ({ name }, index) =>
      html`<button type="button" class="rz-button" data-report-copy="${String(index)}">${name}</button>`,
  );
  return html`<div class="rz-bar" role="toolbar" aria-label="${title}" data-report-buttons hidden>
    ${buttons}
    <button type="button" class="rz-button" data-report-print-first>${printFirst}</button>
    <button type="button" class="rz-button" data-report-print-all>${printAll}</button>
    <span
      role="status"
      data-report-status
      data-report-copied="${copied}"
      data-report-not-copied="${notCopied}"
    ></span>
    ${texts}
  </div>`;
}
