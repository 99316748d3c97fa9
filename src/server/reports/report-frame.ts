import type { Instrument } from '../../domain/instrument-schema.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { genderText, reportText } from '../../text/reports.ts';
import { html, nothing, type Html } from '../print/html.ts';
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
  return shownInstruments(instruments).filter(({ status }) => status === 'demonstration');
}

/** Says which instruments are demonstrations, or that all are; null where none is. */
export function demonstrationText(input: ReportInput): string | null {
  const titles = demonstrations(input).map(({ title }) => title);
  if (titles.length === 0) return null;
  const isAll = titles.length === shownInstruments(input.instruments).length;
  return isAll ? reportText.allDemonstration : reportText.demonstration(titles.join(', '));
}

function shownInstruments(instruments: readonly Instrument[]): readonly Instrument[] {
  return instruments.filter(({ section }) => section !== undefined);
}

/** What the reader must know of a report: that it is a demonstration, that it is no diagnosis. */
export function notices(demonstration: string | null, notDiagnosis: string): Html {
  return html`<div class="rz-notes">
    ${demonstration !== null && html`<p class="rz-note rz-note-warning">${demonstration}</p>`}
    <p class="rz-note">${notDiagnosis}</p>
  </div>`;
}

export function heading(level: 3 | 4 | 5, text: string): Html {
  return html`<h${level}>${text}</h${level}>`;
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
