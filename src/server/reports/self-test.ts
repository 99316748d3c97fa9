import type { Instrument } from '../../domain/instrument-schema.ts';
import { reportHtml } from '../print/print-html.ts';
import { clinicianReport } from './clinician-report.ts';
import { patientReport } from './patient-report.ts';
import { assertSafeReport } from './report-check.ts';
import type { ReportInput } from './report-data.ts';

// Every text of this report tries to be more than text.
const hostile = `</title></pre><script>x</script><img src=x onerror="x"> " onload='x' href="javascript:x" & ]]>`;

const instrument: Instrument = {
  format: 1,
  id: 'self-test',
  version: '1.0.0',
  status: 'demonstration',
  licence: hostile,
  source: hostile,
  language: 'de',
  title: hostile,
  section: { key: 'hostile', title: hostile, patient_title: hostile, kind: 'symptom' },
  purpose: hostile,
  construction: hostile,
  option_sets: {},
  dimensions: [
    {
      id: 'all',
      form: 'fixed',
      title: hostile,
      paragraph: hostile,
      connector: hostile,
      footer: hostile,
      items: [{ id: 'item', type: 'QUESTION_RANGE_INDICATOR', content: hostile, options: [] }],
    },
  ],
  opposites: [],
  norm_sets: [],
  scales: [
    {
      key: 'scale',
      title: hostile,
      method: 'value',
      item: 'item',
      direction: 'high_is_worse',
      clinician: hostile,
      patient: hostile,
      bands: {
        metric: 'raw',
        source: hostile,
        condition_severity: 'on',
        list: [
          { key: 'low', from: null, label: hostile, clinician: hostile, patient: hostile },
          { key: 'high', from: 50, label: hostile, clinician: hostile, patient: hostile },
        ],
      },
      reliable_change: { method: 'jacobson-truax', sd: 10, reliability: 0.9, z: 1.96, source: hostile },
    },
  ],
  crisis: [],
};

const score = (raw: number) => ({
  instrument_id: instrument.id,
  instrument_version: instrument.version,
  scale: 'scale',
  kind: 'value' as const,
  raw,
  theta: null,
  se: null,
  t: null,
  interval: { lower: raw - 5, upper: raw + 5 },
  band: raw < 50 ? 'low' : 'high',
  condition_severity: null,
  norm_set: null,
  items_answered: 1,
  items_missing: 0,
  stop: null,
});

const event = { id: hostile, clinician: hostile, answer: hostile, point: hostile };

/** The input of a report with a hostile text in every place. */
export const hostileInput: ReportInput = {
  person: { code: hostile, birth_date: '1990-01-01', gender: 'FEMALE' },
  point: hostile,
  started: '2026-01-01',
  updated: '2026-01-01',
  read: null,
  retrieved: '2026-01-01',
  instruments: [instrument],
  not_asked: [hostile],
  protocol_sections: [{ key: 'other', title: hostile, patient_title: hostile, kind: 'function' }],
  points: [
    { label: hostile, date: '2025-01-01', scores: [score(80)] },
    { label: hostile, date: '2026-01-01', scores: [score(20)] },
  ],
  missed: [{ label: hostile, date: '2025-06-01' }],
  detached: [{ label: hostile, date: '2025-07-01' }],
  therapy: { admission: '2025-01-01', discharge: '2025-12-01' },
  answers: [{ item: 'item', type: 'QUESTION_RANGE_INDICATOR', label: hostile }],
  crisis: [
    {
      question: hostile,
      events: [
        { ...event, level: 'urgent', at: { text: hostile, day: '2026-01-01' }, acknowledged: null },
        {
          ...event,
          level: 'notice',
          at: { text: hostile, day: '2025-01-01' },
          acknowledged: { by: hostile, at: hostile, done: 'other', note: hostile },
        },
      ],
      answers: [
        { point: hostile, day: '2025-01-01', answer: hostile },
        { point: hostile, day: '2026-01-01', answer: hostile },
      ],
    },
  ],
  help_first: true,
  subjects: [],
  signs: [],
  declined: [],
  after_therapy: true,
  additions: [],
  signed: [
    {
      id: instrument.id,
      version: instrument.version,
      hash: hostile,
      signatures: [{ by: hostile, role: 'clinical', at: '2026-01-01' }],
    },
  ],
  protocol_version: hostile,
  algorithm_version: hostile,
  product_name: hostile,
  help: { text: hostile, numbers: [{ name: hostile, number: hostile, hours: hostile }] },
};

/** Throws where a hostile text would get through a report (R56). Runs at every start. */
export function testReports(): void {
  assertSafeReport(reportHtml(clinicianReport(hostileInput)));
  assertSafeReport(reportHtml(patientReport(hostileInput)));
}
