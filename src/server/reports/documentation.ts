import { formatIsoDate } from '../../domain/iso-date.ts';
import { demonstrationText } from './report-frame.ts';
import { documentationText, genderText, reportText } from '../../text/reports.ts';
import type { ReportInput, ReportSection, ShownInstrument, ShownScale } from './report-data.ts';
import { changeSentence, intervalText, valueText } from './report-words.ts';

/** The report as plain text that a clinician can paste into the record. */
export function documentation(input: ReportInput, sections: readonly ReportSection[]): string {
  const { person, flags } = input;
  const head = [
    documentationText.head(input.product_name, input.point),
    person.birth_date && person.gender
      ? documentationText.person(person.code, formatIsoDate(person.birth_date), genderText[person.gender])
      : person.code,
    documentationText.dates(
      formatIsoDate(input.started),
      formatIsoDate(input.updated),
      formatIsoDate(input.retrieved),
    ),
  ];
  const warnings = flags.map(({ clinician, label }) => documentationText.flag(`${clinician} (${label})`));
  const parts = sections.flatMap(({ instruments }) => instruments.flatMap(instrumentLines));
  const notices = [demonstrationText(input) ?? [], reportText.notDiagnosis].flat();
  return [...head, '', ...warnings, ...parts, '', ...notices].join('\n');
}

function instrumentLines({ instrument, scales }: ShownInstrument): readonly string[] {
  const [first] = scales;
  if (!first) return [];
  if (scales.length === 1) return [scaleLine(first)];
  return [`${instrument.title}:`, ...scales.map((shown) => `- ${scaleLine(shown)}`)];
}

function scaleLine({ scale, current, changes }: ShownScale): string {
  if (!current) return `${scale.title}: ${documentationText.noScore}`;
  const interval = intervalText(scale, current);
  const value = valueText(scale, current.value) + (interval && ` (${interval})`);
  const facts = [value, current.band?.label].filter(Boolean).join(', ');
  const sentences = changes.map((change) => changeSentence(scale, change));
  return [`${scale.title}: ${facts}.`, ...sentences].join(' ');
}
