import { reportText } from '../../text/reports.ts';
import { courseChart } from './course-chart.ts';
import { html, nothing, type Html } from '../print/html.ts';
import { bandChip, changeMark, sparkline } from './marks.ts';
import { scoreDigits, signedNumber } from '../print/number-format.ts';
import type { ReportSection, ShownChange, ShownInstrument, ShownScale } from './report-data.ts';
import { changeSentence, courseWords, intervalText, valueText } from './report-words.ts';
import { scoreChart } from './score-chart.ts';
import { changeText } from '../../text/reports.ts';

const leading: readonly ReportSection['key'][] = ['dep', 'anx'];

/** The course in five seconds: the symptom scales as cards, everything else as a table with one line a scale. */
export function overview(sections: readonly ReportSection[]): Html {
  const cards = sections
    .filter(({ key }) => leading.includes(key))
    .flatMap(({ instruments }) => instruments.flatMap(({ scales }) => scales));
  const others = sections
    .filter(({ key }) => !leading.includes(key))
    .flatMap(({ instruments }) => instruments);
  return html`<section class="rz-overview" id="overview" aria-labelledby="rz-overview-title" tabindex="-1">
    <h3 id="rz-overview-title">${reportText.overview}</h3>
    <div class="rz-cards">${cards.map(card)}</div>
    ${table(others.filter(({ scales }) => scales.length > 0))}
  </section>`;
}

function card(shown: ShownScale): Html {
  const { scale, current, changes } = shown;
  if (!current)
    return html`<div class="rz-card">
      <h4>${scale.title}</h4>
      <p>${reportText.noScore}</p>
    </div>`;
  const [since] = changes;
  return html`<div class="rz-card">
    <div class="rz-card-head">
      <h4>${scale.title}</h4>
      <p class="rz-line-of-score">
        <strong class="rz-number">${valueText(scale, current.value)}</strong> ${bandChip(current.band)}
      </p>
    </div>
    ${since && html`<p class="rz-card-change">${changeMark(since.change.kind, changeSentence(scale, since))}</p>`}${cardChart(shown)}
    <p class="rz-muted">${intervalText(scale, current)}</p>
  </div>`;
}

function cardChart(shown: ShownScale): Html {
  const { scale, course } = shown;
  const id = `${shown.id}-card`;
  const desc = courseWords(shown);
  if (course.length < 2)
    return scoreChart(shown, { id, title: `${scale.title}: ${reportText.scoreTitle}`, desc }, 360);
  return courseChart(shown, { id, title: `${scale.title}: ${reportText.courseTitle}`, desc }, 'compact', {
    width: 360,
    height: 170,
  });
}

function table(instruments: readonly ShownInstrument[]): Html {
  if (instruments.length === 0) return nothing;
  const { scale, value, band, course, change } = reportText.columns;
  return html`<table class="rz-table rz-summary">
    <caption class="rz-hidden">
      ${reportText.overviewCaption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${scale}</th>
        <th scope="col">${value}</th>
        <th scope="col">${band}</th>
        <th scope="col">${course}</th>
        <th scope="col">${change}</th>
      </tr>
    </thead>
    ${instruments.map(group)}
  </table>`;
}

function group({ instrument, scales }: ShownInstrument): Html {
  return html`<tbody>
    <tr class="rz-group">
      <th scope="rowgroup" colspan="5">${instrument.title}</th>
    </tr>
    ${scales.map(row)}
  </tbody>`;
}

function row(shown: ShownScale): Html {
  const { scale, current, changes } = shown;
  const [since] = changes;
  const spark = sparkline(
    shown,
    `${shown.id}-spark`,
    `${scale.title}: ${reportText.courseTitle}`,
    courseWords(shown),
  );
  return html`<tr>
    <th scope="row">${scale.title}</th>
    <td class="rz-cell-value">${current ? valueText(scale, current.value) : '–'}</td>
    <td>${bandChip(current?.band ?? null)}</td>
    <td class="rz-cell-course">${spark}</td>
    <td>${since && changeMark(since.change.kind, shortChange(shown, since))}</td>
  </tr>`;
}

function shortChange({ scale }: ShownScale, { difference, change }: ShownChange): string {
  return `${signedNumber(difference, scoreDigits(scale))} ${changeText[change.kind]}`;
}
