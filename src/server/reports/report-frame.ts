import type { Instrument } from '../../domain/instrument-schema.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { genderText, reportText } from '../../text/reports.ts';
import { html, nothing, type Html } from './html.ts';
import type { ReportInput } from './report-data.ts';

/** Title and header data of a report; what must not be shown is masked (R18). */
export function reportHead(input: ReportInput, title: string): Html {
  const { person, point, started, updated, retrieved } = input;
  const rows = [
    [reportText.code, person.code],
    [reportText.birthDate, person.birth_date ? formatIsoDate(person.birth_date) : reportText.masked],
    [reportText.gender, person.gender ? genderText[person.gender] : reportText.masked],
    [reportText.point, point],
    [reportText.started, formatIsoDate(started)],
    [reportText.updated, formatIsoDate(updated)],
    [reportText.retrieved, formatIsoDate(retrieved)],
  ] as const;
  return html`<header class="rz-head">
    <p class="rz-product">${input.product_name}</p>
    <h2>${title}: ${point}</h2>
    <dl class="rz-facts">
      ${rows.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </header>`;
}

/** The instruments of a report that only show what the platform can do. */
export function demonstrations({ instruments }: ReportInput): readonly Instrument[] {
  return instruments.filter(({ status, section }) => status === 'demonstration' && section !== undefined);
}

export function note(text: string, kind: 'plain' | 'warning' = 'plain'): Html {
  return html`<p class="rz-note rz-note-${kind}">${text}</p>`;
}

export type Place = { readonly id: string; readonly title: string };

/** Links to the parts of a report. `/js/final_report.js` makes them scroll without touching the history. */
export function pageOverview(title: string, places: readonly Place[]): Html {
  return html`<nav class="rz-pages" aria-label="${title}">
    <p class="rz-pages-title">${title}</p>
    <ul>
      ${places.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}
    </ul>
  </nav>`;
}

/** Print options; hidden until the script that makes them work is there. */
export function printOptions(places: readonly Place[], withAnswers: boolean): Html {
  const boxes = places.map(
    ({ id, title }) =>
      html`<li>
        <label><input type="checkbox" data-report-section="${id}" checked /> ${title}</label>
      </li>`,
  );
  const answers =
    withAnswers &&
    html`<p>
      <label><input type="checkbox" data-report-details /> ${reportText.printAnswers}</label>
    </p>`;
  return html`<details class="rz-toolbar" data-report-toolbar hidden>
    <summary>${reportText.toolbar}</summary>
    <fieldset>
      <legend>${reportText.printSections}</legend>
      <ul>
        ${boxes}
      </ul>
    </fieldset>
    ${answers || nothing}<button type="button" class="rz-button" data-report-print>
      ${reportText.print}
    </button>
  </details>`;
}
