import type { ScoreChange } from '../../domain/scoring-change.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { patientReportText as words } from '../../text/reports.ts';
import { courseChart } from './course-chart.ts';
import { html, htmlText, nothing, scriptElement, type Html } from '../print/html.ts';
import { changeMark } from './marks.ts';
import { germanNumber, scoreDigits } from '../print/number-format.ts';
import {
  reportSections,
  type CoursePoint,
  type ReportInput,
  type ReportSection,
  type ShownScale,
} from './report-data.ts';
import {
  demonstrations,
  heading,
  notices,
  pageOverview,
  printOptions,
  reportHead,
  type Place,
} from './report-frame.ts';

/**
 * The report for patients: shorter, in everyday words, without severity, with the clinic's crisis text. Birth date and
 * gender are masked whatever the input says (R18).
 */
export function patientReport(input: ReportInput): string {
  const sections = reportSections(input).filter(({ key }) => key !== 'socio');
  const masked = { ...input, person: { ...input.person, birth_date: null, gender: null } };
  const places = [...sections.map(placeOf), { id: 'help', title: words.crisisTitle }];
  const demonstration = demonstrations(input).length > 0 ? words.demonstration : null;
  return htmlText(
    html`<article class="rz-report rz-report-patient" lang="de">
      ${reportHead(masked, words.title)}
      <p class="rz-lead">${words.lead}</p>
      ${notices(demonstration, words.notDiagnosis)}${summary(sections)}
      <div class="rz-tools">${pageOverview(words.pages, places)}${printOptions(places, false)}</div>
      ${sections.map(section)}${help(input)}${scriptElement}
    </article>`,
  );
}

function placeOf({ key }: ReportSection): Place {
  return { id: key, title: words.sections[key] };
}

function help({ crisis_text: text }: ReportInput): Html {
  return html`<section class="rz-section rz-help" id="help" aria-labelledby="help-title" tabindex="-1">
    <h3 class="rz-title" id="help-title">${words.crisisTitle}</h3>
    <p>${text}</p>
  </section>`;
}

type NamedScale = { readonly name: string; readonly shown: ShownScale };

// A section of one scale is called by its everyday name, which says no more than it must.
function namedScales({ key, instruments }: ReportSection): readonly NamedScale[] {
  const scales = instruments.flatMap((one) => one.scales);
  return scales.map((shown) => ({
    name: scales.length === 1 ? words.sections[key] : shown.scale.title,
    shown,
  }));
}

const groups = {
  better: ['recovered', 'improved'],
  same: ['unchanged'],
  worse: ['worse'],
} as const satisfies Record<keyof typeof words.summary, readonly ScoreChange['kind'][]>;

const groupNames = ['better', 'same', 'worse'] as const;

/** What became better, stayed or became worse since the first time, by name. */
function summary(sections: readonly ReportSection[]): Html {
  const scales = sections.flatMap(namedScales);
  const lists = groupNames.map((group) => {
    const kinds: readonly string[] = groups[group];
    const names = scales.filter(({ shown }) => kinds.includes(shown.current?.change?.kind ?? ''));
    return { group, names: names.map(({ name }) => name) };
  });
  const shown = lists.filter(({ names }) => names.length > 0);
  const lines = shown.map(
    ({ group, names }) =>
      html`<li>${changeMark(groups[group][0], words.summary[group])} ${names.join(', ')}</li>`,
  );
  return html`<section class="rz-overview" aria-labelledby="rz-summary-title">
    <h3 class="rz-title" id="rz-summary-title">${words.overview}</h3>
    ${
      lines.length > 0
        ? html`<ul class="rz-summary-list">
            ${lines}
          </ul>`
        : html`<p>${words.firstTime}</p>`
    }
  </section>`;
}

function section(one: ReportSection): Html {
  const scales = namedScales(one);
  const parts = scales.map((scale) => scalePart(scale, scales.length === 1));
  return html`<section class="rz-section" id="${one.key}" aria-labelledby="${one.key}-title" tabindex="-1">
    <h3 class="rz-title" id="${one.key}-title">${words.sections[one.key]}</h3>
    <div class="rz-briefs">${parts}</div>
  </section>`;
}

function scalePart(named: NamedScale, isSingle: boolean): Html {
  const { scale, current } = named.shown;
  const title = isSingle ? nothing : heading(4, named.name);
  if (!current)
    return html`<div class="rz-brief">
      ${title}
      <p class="rz-text">${words.noScore}</p>
    </div>`;
  const result = current.band?.patient ?? valueSentence(named.shown, current);
  return html`<div class="rz-brief">
    ${title}
    <p class="rz-text">${scale.patient}</p>
    <p class="rz-text rz-strong">${result}</p>
    ${changeLine(named.shown, current)}${isSingle && course(named)}
  </div>`;
}

function valueSentence({ scale, range }: ShownScale, { value }: CoursePoint): string {
  const text = (number: number) => germanNumber(number, scoreDigits(scale));
  return words.value(text(value), text(range.lower), text(range.upper));
}

function changeLine({ course: points }: ShownScale, { change }: CoursePoint): Html {
  const first = points[0];
  if (!change || !first) return nothing;
  const sentence = words.changeSentence(first.label, words.change[change.kind]);
  return html`<p>${changeMark(change.kind, sentence)}</p>`;
}

function course({ name, shown }: NamedScale): Html {
  if (shown.course.length < 2) return nothing;
  const points = shown.course.map((point, index) => `${point.label}: ${changeWords(point, index)}`);
  const labels = {
    id: `${shown.id}-course`,
    title: words.courseTitle(name),
    desc: words.courseDesc(points.join('; ')),
  };
  return html`<figure class="rz-figure">
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
