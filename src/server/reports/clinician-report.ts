import type { CrisisFlag } from '../../domain/scoring.ts';
import { instrumentItems } from '../../domain/instrument.ts';
import { reportText, sectionText, sentenceText } from '../../text/reports.ts';
import { documentation } from './documentation.ts';
import { html, htmlText, nothing, scriptElement, type Html } from '../print/html.ts';
import { overview } from './overview-html.ts';
import { reportSections, type ReportInput, type ReportSection } from './report-data.ts';
import {
  demonstrationText,
  notices,
  pageOverview,
  printOptions,
  reportHead,
  type Place,
} from './report-frame.ts';
import { reportSection, sectionTitle } from './section-html.ts';

/** The sections that a report begins with. */
export const symptomKeys: readonly ReportSection['key'][] = ['dep', 'anx'];

/** The report for clinicians as HTML to be put into a page (product 14). The same input gives the same text. */
export function clinicianReport(input: ReportInput): string {
  const sections = reportSections(input);
  const leading = sections.filter(({ key }) => symptomKeys.includes(key));
  const more = sections.filter(({ key }) => !symptomKeys.includes(key));
  const places = placesOf(leading, more);
  return htmlText(
    html`<article class="rz-report" lang="de">
      ${reportHead(input, reportText.title)}${notices(demonstrationText(input), reportText.notDiagnosis)}${flagBox(input)}${overview(sections)}
      <div class="rz-tools">${pageOverview(reportText.pages, places)}${printOptions(places, true)}</div>
      ${leading.map((section) => reportSection(section, input, 3))}${moreDimensions(more, input)}${missingNote(sections)}${documentationPart(input, sections)}${versions(input)}${scriptElement}
    </article>`,
  );
}

function placesOf(leading: readonly ReportSection[], more: readonly ReportSection[]): readonly Place[] {
  return [
    { id: 'overview', title: reportText.overview },
    ...leading.map(placeOf),
    ...more.map(placeOf),
    { id: 'documentation', title: reportText.documentation },
  ];
}

function placeOf(section: ReportSection): Place {
  return { id: section.key, title: sectionTitle(section) };
}

function flagBox({ flags, instruments }: ReportInput): Html {
  if (flags.length === 0) return nothing;
  const contents = new Map(instruments.flatMap(instrumentItems).map(({ id, content }) => [id, content]));
  const line = ({ clinician, item_id: id, label }: CrisisFlag) =>
    html`<li><strong>${clinician}</strong> ${reportText.flagAnswer(contents.get(id) ?? id, label)}</li>`;
  return html`<div class="rz-flags" role="note">
    <h3>${reportText.flagsTitle}</h3>
    <ul>
      ${flags.map(line)}
    </ul>
  </div>`;
}

function moreDimensions(sections: readonly ReportSection[], input: ReportInput): Html {
  if (sections.length === 0) return nothing;
  return html`<div class="rz-more">
    <h3 class="rz-h2">${reportText.moreDimensions}</h3>
    ${sections.map((section) => reportSection(section, input, 4))}
  </div>`;
}

/** What was not asked at this measurement point. */
export function missingSections(sections: readonly ReportSection[]): readonly string[] {
  const present = new Set<string>(sections.map(({ key }) => key));
  const missing = Object.entries(sectionText).filter(([key]) => !present.has(key) && key !== 'socio');
  return missing.map(([, title]) => title);
}

function missingNote(sections: readonly ReportSection[]): Html {
  const missing = missingSections(sections);
  if (missing.length === 0) return nothing;
  return html`<p class="rz-text rz-muted">${reportText.notAsked(missing.join(', '))}</p>`;
}

function documentationPart(input: ReportInput, sections: readonly ReportSection[]): Html {
  const { documentation: title, documentationLead, copy, printDocumentation } = reportText;
  return html`<section
    class="rz-section"
    id="documentation"
    aria-labelledby="documentation-title"
    tabindex="-1"
  >
    <h3 id="documentation-title">${title}</h3>
    <p class="rz-text">${documentationLead}</p>
    <pre class="rz-plain" data-report-text>${documentation(input, sections)}</pre>
    <p class="rz-buttons" data-report-buttons hidden>
      <button type="button" class="rz-button" data-report-copy>${copy}</button>
      <button type="button" class="rz-button" data-report-print-only="documentation">
        ${printDocumentation}
      </button>
      <span
        role="status"
        data-report-status
        data-report-copied="${reportText.copied}"
        data-report-not-copied="${reportText.notCopied}"
      ></span>
    </p>
  </section>`;
}

function versions({ instruments, protocol_version, algorithm_version }: ReportInput): Html {
  const list = instruments.map(({ title, id, version }) => sentenceText.instrument(title, id, version));
  return html`<footer class="rz-versions">
    <h3>${reportText.versions}</h3>
    <p>${sentenceText.versions(list.join(', '), protocol_version, algorithm_version)}</p>
  </footer>`;
}
