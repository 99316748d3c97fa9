import type { Instrument, InstrumentItem } from '../../domain/instrument-schema.ts';
import { instrumentItems } from '../../domain/instrument.ts';
import type { ScaleScore } from '../../domain/scoring.ts';
import { reportText, sentenceText, stopText } from '../../text/reports.ts';
import { html, nothing, type Html } from '../print/html.ts';
import { germanNumber } from '../print/number-format.ts';
import type { ReportInput, ReportSection, ShownAnswer, ShownInstrument } from './report-data.ts';
import { changeSource, chartLegend, scaleInBrief, scaleInFull } from './scale-html.ts';

/** A section of the clinician's report. Its id is its key (product 14). */
export function reportSection(section: ReportSection, input: ReportInput, level: 3 | 4): Html {
  const { key, instruments } = section;
  const inner = level === 3 ? 4 : 5;
  return html`<section class="rz-section" id="${key}" aria-labelledby="${key}-title" tabindex="-1">
    <h${level} class="rz-title" id="${key}-title">${sectionTitle(section)}</h${level}>
    ${instruments.map((one) => instrumentPart(one, input, inner))}
  </section>`;
}

export function sectionTitle({ instruments }: Pick<ReportSection, 'instruments'>): string {
  return instruments.map(({ instrument }) => instrument.title).join(', ');
}

function instrumentPart(shown: ShownInstrument, input: ReportInput, level: 4 | 5): Html {
  const { instrument, scales } = shown;
  const answers = answersOf(instrument, input.answers);
  if (scales.length === 0) return answerTable(answers);
  const [first] = scales;
  const isSingle = scales.length === 1 && first !== undefined;
  const content = isSingle ? scaleInFull(first, instrument, level) : briefs(shown, level);
  return html`${content}${answerDetails(answers)}${measurement(shown, input)}`;
}

function briefs({ instrument, scales }: ShownInstrument, level: 4 | 5): Html {
  return html`<p class="rz-text">${instrument.purpose}</p>
    <div class="rz-briefs">${scales.map((shown) => scaleInBrief(shown, level))}</div>
    ${chartLegend(scales)}`;
}

type AnsweredItem = { readonly item: InstrumentItem; readonly answer: ShownAnswer };

// In the order in which they were answered, which in an adaptive test is not that of the file.
export function answersOf(instrument: Instrument, answers: readonly ShownAnswer[]): readonly AnsweredItem[] {
  const items = new Map(instrumentItems(instrument).map((item) => [item.id, item]));
  return answers.flatMap((answer) => {
    const item = items.get(answer.item);
    return item && answer.type !== 'INFO' && answer.type !== 'INFO_AUTOSUBMIT' ? [{ item, answer }] : [];
  });
}

function answerDetails(answers: readonly AnsweredItem[]): Html {
  if (answers.length === 0) return nothing;
  return html`<details class="rz-data">
    <summary>${reportText.answers(answers.length)}</summary>
    ${answerTable(answers)}
  </details>`;
}

function answerTable(answers: readonly AnsweredItem[]): Html {
  const { item, answer } = reportText.answerColumns;
  const rows = answers.map(
    (one) =>
      html`<tr>
        <th scope="row">${one.item.content}</th>
        <td>${answerText(one.answer)}</td>
      </tr>`,
  );
  return html`<table class="rz-table rz-answers">
    <thead>
      <tr>
        <th scope="col">${item}</th>
        <th scope="col">${answer}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

export function answerText({ label }: ShownAnswer): string {
  if (label === null || label.length === 0) return reportText.noAnswer;
  return typeof label === 'string' ? label : label.join(', ');
}

/** How the scores of an instrument came about: precision, norm, sources. */
export function measurementLines(
  { instrument, scales }: ShownInstrument,
  input: ReportInput,
): readonly string[] {
  const now = input.points.at(-1)?.scores ?? [];
  const lines = scales.flatMap(({ scale }) => {
    const score = now.find((one) => one.instrument_id === instrument.id && one.scale === scale.key);
    return score ? [scoreNote(instrument, score, scales.length > 1 ? `${scale.title}: ` : '')] : [];
  });
  const norms = instrument.norm_sets.map(({ title, population, source }) =>
    sentenceText.norm(title, population, source),
  );
  const bandSource = scales.length > 1 ? scales[0]?.scale.bands?.source : undefined;
  return [
    ...lines,
    ...norms,
    bandSource && sentenceText.source(bandSource),
    instrument.construction,
    instrument.source,
    instrument.licence,
  ].filter((text): text is string => text !== undefined && text !== '');
}

function measurement(shown: ShownInstrument, input: ReportInput): Html {
  const { scales } = shown;
  const single = scales.length > 1 && scales[0] ? changeSource(scales[0].scale) : nothing;
  return html`<details class="rz-data">
    <summary>${reportText.measurement}</summary>
    <ul class="rz-sources">
      ${measurementLines(shown, input).map((text) => html`<li>${text}</li>`)}
    </ul>
    ${single}
  </details>`;
}

function scoreNote(instrument: Instrument, score: ScaleScore, prefix: string): string {
  const { items_answered: answered, items_missing: missing, stop, interval, t } = score;
  if (score.kind !== 'irt' || stop === null || !interval || t === null)
    return prefix + sentenceText.items(answered, answered + missing);
  const dimension = instrument.dimensions.find(({ form }) => form === 'adaptive');
  // The interval is the estimate ± 1.96 standard errors, in T points.
  const se = germanNumber((interval.upper - interval.lower) / 2 / 1.959963984540054, 1);
  return prefix + sentenceText.adaptive(answered, dimension?.items.length ?? 0, se, stopText[stop]);
}
