import { formatIsoDate } from '../../domain/iso-date.ts';
import { patientReportText as words } from '../../text/reports.ts';
import { courseChart } from './course-chart.ts';
import { html, htmlText, nothing, scriptElement, type Html } from './html.ts';
import { changeMark } from './marks.ts';
import {
  reportSections,
  type CoursePoint,
  type ReportInput,
  type ReportSection,
  type ShownScale,
} from './report-data.ts';
import { demonstrations, note, pageOverview, printOptions, reportHead, type Place } from './report-frame.ts';

/** The report for patients: shorter, in everyday words, without severity, with the clinic's crisis text. */
export function patientReport(input: ReportInput): string {
  const sections = reportSections(input).filter(({ key }) => key !== 'socio');
  const places = [...sections.map(placeOf), { id: 'help', title: words.crisisTitle }];
  return htmlText(
    html`<article class="rz-report rz-report-patient" lang="de">
      ${reportHead(input, words.title)}
      <p class="rz-lead">${words.lead}</p>
      ${notices(input)}
      <div class="rz-tools">${pageOverview(words.pages, places)}${printOptions(places, false)}</div>
      ${sections.map(section)}${help(input)}${scriptElement}
    </article>`,
  );
}

function placeOf({ key }: ReportSection): Place {
  return { id: key, title: words.sections[key] };
}

function notices(input: ReportInput): Html {
  return html`${demonstrations(input).length > 0 && note(words.demonstration, 'warning')}${note(words.notDiagnosis)}`;
}

function help({ crisis_text: text }: ReportInput): Html {
  return html`<section class="rz-section rz-help" id="help" aria-labelledby="help-title" tabindex="-1">
    <h3 id="help-title">${words.crisisTitle}</h3>
    <p>${text}</p>
  </section>`;
}

function section({ key, instruments }: ReportSection): Html {
  const scales = instruments.flatMap((one) => one.scales);
  const isSingle = scales.length === 1;
  return html`<section class="rz-section" id="${key}" aria-labelledby="${key}-title" tabindex="-1">
    <h3 id="${key}-title">${words.sections[key]}</h3>
    <div class="rz-briefs">${scales.map((shown) => scalePart(shown, isSingle))}</div>
  </section>`;
}

function scalePart(shown: ShownScale, isSingle: boolean): Html {
  const { scale, current } = shown;
  const title = isSingle ? nothing : html`<h4>${scale.title}</h4>`;
  if (!current)
    return html`<div class="rz-brief">
      ${title}
      <p class="rz-text">${words.noScore}</p>
    </div>`;
  return html`<div class="rz-brief">
    ${title}
    <p class="rz-text">${scale.patient}</p>
    ${current.band && html`<p class="rz-text rz-strong">${current.band.patient}</p>`}${changePart(shown, current)}
  </div>`;
}

function changePart(shown: ShownScale, { change }: CoursePoint): Html {
  const { scale, course } = shown;
  const first = course[0];
  if (course.length < 2 || !first) return nothing;
  const labels = {
    id: `rz-${scale.key}-course`,
    title: words.courseTitle(scale.title),
    desc: words.courseDesc(
      course.map((point, index) => `${point.label}: ${changeWords(point, index)}`).join('; '),
    ),
  };
  const sentence =
    change && changeMark(change.kind, words.changeSentence(first.label, words.change[change.kind]));
  return html`${sentence && html`<p class="rz-card-change">${sentence}</p>`}
    <figure class="rz-figure">
      ${courseChart(shown, labels, 'plain', { width: 340, height: 180 })}
      <figcaption>${words.courseCaption}</figcaption>
    </figure>
    ${wordTable(shown)}`;
}

function changeWords({ change }: CoursePoint, index: number): string {
  if (index === 0) return words.first;
  return change ? words.change[change.kind] : words.noChange;
}

/** The course in words: the data behind the chart, without numbers that would need an explanation. */
function wordTable({ course }: ShownScale): Html {
  const { point, date, change } = words.columns;
  const rows = course.map(
    (one, index) =>
      html`<tr>
        <th scope="row">${one.label}</th>
        <td>${formatIsoDate(one.date)}</td>
        <td>${changeWords(one, index)}</td>
      </tr>`,
  );
  return html`<details class="rz-data">
    <summary>${words.table}</summary>
    <table class="rz-table">
      <thead>
        <tr>
          <th scope="col">${point}</th>
          <th scope="col">${date}</th>
          <th scope="col">${change}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </details>`;
}
