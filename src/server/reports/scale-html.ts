import { formatIsoDate } from '../../domain/iso-date.ts';
import type { Instrument, Scale } from '../../domain/instrument-schema.ts';
import { changeWord, reportText, sentenceText } from '../../text/reports.ts';
import { courseChart } from './course-chart.ts';
import { html, nothing, type Html } from '../print/html.ts';
import { bandChip, changeMark } from './marks.ts';
import { germanNumber, scoreDigits, signedNumber } from '../print/number-format.ts';
import type { CoursePoint, ShownBand, ShownScale } from './report-data.ts';
import { heading } from './report-frame.ts';
import {
  bandRange,
  changeSentence,
  courseWords,
  intervalText,
  percentile,
  valueText,
} from './report-words.ts';
import { namesAllBands, scoreChart } from './score-chart.ts';

const FULL_WIDTH = 440;
const BRIEF_WIDTH = 360;

/** A scale at its full size: score, explanation, cut-offs, course with its data. */
export function scaleInFull(shown: ShownScale, instrument: Instrument, level: 4 | 5): Html {
  const { scale, current } = shown;
  if (!current) return html`<p class="rz-text">${reportText.noScore}</p>`;
  return html`<div class="rz-scale">
    ${scoreLine(shown, current)}
    <p class="rz-text">${scale.clinician} ${current.band?.clinician}</p>
    ${normSentence(shown, current, instrument)}
    <div class="rz-columns">
      <div class="rz-column">
        ${heading(level, reportText.scoreTitle)} ${scoreFigure(shown, FULL_WIDTH)}${bandTable(shown)}
      </div>
      <div class="rz-column">${heading(level, reportText.courseTitle)} ${courseFigure(shown)}</div>
    </div>
  </div>`;
}

/** A scale among others of its instrument: score, a line of explanation, course. */
export function scaleInBrief(shown: ShownScale, level: 4 | 5): Html {
  const { scale, current } = shown;
  const head = heading(level, scale.title);
  // On a phone the chart has no room for names, whatever they are.
  const legend = bandList(shown, namesAllBands(shown, BRIEF_WIDTH) ? 'rz-bands rz-phone' : 'rz-bands');
  if (!current)
    return html`<div class="rz-brief">
      ${head}
      <p class="rz-text">${reportText.noScore}</p>
    </div>`;
  return html`<div class="rz-brief">
    ${head}${scoreLine(shown, current, 1)}
    <p class="rz-text">${scale.clinician}</p>
    ${scoreFigure(shown, BRIEF_WIDTH)}${legend}${briefCourse(shown)}
  </div>`;
}

function scoreLine(shown: ShownScale, current: CoursePoint, most = 2): Html {
  const { scale, changes } = shown;
  const sentences = changes
    .slice(0, most)
    .map((change) => html`<li>${changeMark(change.change.kind, changeSentence(scale, change))}</li>`);
  return html`<p class="rz-line-of-score">
      <strong class="rz-number">${valueText(scale, current.value)}</strong> ${bandChip(current.band)}
      <span class="rz-muted">${intervalText(scale, current)}</span>
    </p>
    ${
      sentences.length > 0 &&
      html`<ul class="rz-changes">
        ${sentences}
      </ul>`
    }`;
}

function normSentence({ scale }: ShownScale, { value }: CoursePoint, instrument: Instrument): Html {
  if (scale.method !== 'irt') return nothing;
  const norm = instrument.norm_sets.find(({ id }) => id === scale.norm_set);
  if (!norm) return nothing;
  return html`<p class="rz-text rz-muted">
    ${sentenceText.tScore} ${sentenceText.percentile(percentile(value), norm.title)}
  </p>`;
}

function scoreFigure(shown: ShownScale, width: number): Html {
  const { scale, current } = shown;
  if (!current) return nothing;
  const band = current.band ? `, ${current.band.label}` : '';
  const labels = {
    id: `${shown.id}-score`,
    title: `${scale.title}: ${reportText.scoreTitle}`,
    desc: sentenceText.scoreDesc(
      scale.title,
      `${valueText(scale, current.value)} (${intervalText(scale, current)})`,
      band,
    ),
  };
  return html`<figure class="rz-figure">${scoreChart(shown, labels, width)}</figure>`;
}

/** What the marks of the charts mean; said once a section. */
export function chartLegend(scales: readonly ShownScale[]): Html {
  const withCourse = scales.find(({ course }) => course.length > 1);
  const earlier = withCourse?.course[0] ? reportText.earlierLegend(withCourse.course[0].label) : '';
  return html`<p class="rz-source">
    ${reportText.scoreLegend}${earlier} ${withCourse && reportText.legend}
  </p>`;
}

function bandTable(shown: ShownScale): Html {
  const { bands } = shown.scale;
  if (!bands) return nothing;
  return html`${bandList(shown)}
    <p class="rz-source">${sentenceText.source(bands.source)}</p>`;
}

function bandList({ bands, scale }: ShownScale, cls = 'rz-bands'): Html {
  if (bands.length === 0) return nothing;
  const rows = bands.map(
    (band: ShownBand) => html`<li>${bandChip(band)} <span>${bandRange(scale, band)}</span></li>`,
  );
  return html`<ul class="${cls}">
    ${rows}
  </ul>`;
}

function courseFigure(shown: ShownScale): Html {
  const { scale, course } = shown;
  if (course.length < 2) return html`<p class="rz-text rz-muted">${reportText.noCourse}</p>`;
  const labels = {
    id: `${shown.id}-course`,
    title: `${scale.title}: ${reportText.courseTitle}`,
    desc: courseWords(shown),
  };
  return html`<figure class="rz-figure rz-scroll" data-report-scroll="${labels.title}">
      ${courseChart(shown, labels, 'full', { width: 600, height: 280 })}
    </figure>
    ${pointTable(shown)}${changeSource(scale)}`;
}

function briefCourse(shown: ShownScale): Html {
  const { scale, course } = shown;
  if (course.length < 2) return nothing;
  const labels = {
    id: `${shown.id}-course`,
    title: `${scale.title}: ${reportText.courseTitle}`,
    desc: courseWords(shown),
  };
  return html`<figure class="rz-figure">
      ${courseChart(shown, labels, 'compact', { width: 360, height: 150 })}
    </figure>
    ${pointTable(shown)}`;
}

export function changeSource({ reliable_change: rule }: Scale): Html {
  return rule ? html`<p class="rz-source">${sentenceText.changeSource(rule.source)}</p>` : nothing;
}

/** The numbers behind a course chart. */
export function pointTable({ course, scale }: ShownScale): Html {
  const { point, date, value, interval, band, change } = reportText.pointColumns;
  const rows = course.map(
    (one) =>
      html`<tr>
        <th scope="row">${one.label}</th>
        <td>${formatIsoDate(one.date)}</td>
        <td>${germanNumber(one.value, scoreDigits(scale))}</td>
        <td>${intervalRange(scale, one)}</td>
        <td>${one.band?.label}</td>
        <td>${changeCell(scale, one, course[0])}</td>
      </tr>`,
  );
  return html`<details class="rz-data">
    <summary>${reportText.dataTable}</summary>
    <div class="rz-scroll" data-report-scroll="${reportText.dataTable}: ${scale.title}">
      <table class="rz-table">
        <thead>
          <tr>
            <th scope="col">${point}</th>
            <th scope="col">${date}</th>
            <th scope="col">${value}</th>
            <th scope="col">${interval}</th>
            <th scope="col">${band}</th>
            <th scope="col">${change(course[0]?.label ?? '')}</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </details>`;
}

function intervalRange(scale: Scale, { interval }: CoursePoint): string {
  if (!interval) return '';
  const digits = scoreDigits(scale);
  return `${germanNumber(interval.lower, digits)} – ${germanNumber(interval.upper, digits)}`;
}

function changeCell(scale: Scale, point: CoursePoint, first: CoursePoint | undefined): string {
  if (!point.change || !first) return '';
  const difference = signedNumber(point.value - first.value, scoreDigits(scale));
  return `${difference} (${changeWord[point.change.kind]})`;
}
