import { extentText, reportText } from '../../text/reports.ts';
import type { Plain, Tools } from './blocks.ts';
import { html, type Html } from './html.ts';

/** The bar of a report. Hidden until the script is there that makes it work. */
export function toolsHtml({ copies }: Tools): Html {
  const texts = copies.map(
    ({ text }) => html`<pre class="rz-copy-text" data-report-text hidden>${text}</pre>`,
  );
  const buttons = [
    ...copies.map(({ name }, index) => copyButton(name, String(index))),
    button(html`data-report-print-first="${extentText.first}"`, reportText.printFirst),
    button(html`data-report-print-all="${extentText.all}"`, reportText.printAll),
    button(html`data-report-print-choose`, reportText.printChosen),
  ];
  return html`<div class="rz-bar" role="toolbar" aria-label="${reportText.tools}" data-report-buttons hidden>
    ${buttons} ${status} ${texts}
  </div>`;
}

/** A text to be copied, with its buttons. */
export function plainHtml({ text, section }: Plain): Html {
  if (section === undefined) return html`<pre>${text}</pre>`;
  return html`<pre class="rz-plain" data-report-text="own">${text}</pre>
    <p class="rz-buttons" data-report-buttons hidden>
      ${copyButton(reportText.copy, 'own')}
      ${button(html`data-report-print-only="${section}"`, reportText.printDocumentation)} ${status}
    </p>`;
}

function copyButton(name: string, text: string): Html {
  return button(html`data-report-copy="${text}"`, name);
}

function button(act: Html, name: string): Html {
  return html`<button type="button" class="rz-button" ${act}>${name}</button>`;
}

const status = html`<span
  role="status"
  data-report-status
  data-report-copied="${reportText.copied}"
  data-report-not-copied="${reportText.notCopied}"
></span>`;
