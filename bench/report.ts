import { randomBytes } from 'node:crypto';
import type { WindowType } from '../src/domain/window-types.ts';
import { addMonths } from '../src/domain/dates.ts';
import { scoreSession } from '../src/domain/scoring.ts';
import { plannedItems } from '../src/domain/survey-flow.ts';
import { reportHtml } from '../src/server/print/print-html.ts';
import { firstDocument, prepareTypesetting, printedForm, renderPdf } from '../src/server/print/print-pdf.ts';
import { openTypesetter } from '../src/server/print/typeset.ts';
import { clinicianReport } from '../src/server/reports/clinician-report.ts';
import { patientReport } from '../src/server/reports/patient-report.ts';
import { assertSafeReport } from '../src/server/reports/report-check.ts';
import type { ReportInput } from '../src/server/reports/report-data.ts';
import { wholeReport } from '../src/server/reports/report-part.ts';
import { sealReport } from '../src/server/reports/stored-report.ts';
import { answered, aPatient, aPlan, shippedInstrument } from '../test/survey-samples.ts';

export const name = 'Report';

type Row = { what: string; value: string; target: string };

const instruments = ['dep', 'anx', 'eq5d', 'exis', 'evos', 'eri', 'wai'].map(shippedInstrument);
const TARGET = '≤ 30 ms';
const PDF_TARGET = '≤ 300 ms';

/** The report of a patient with all instruments at this number of measurement points; each patient answers differently. */
function anInput(points: number, patient = 0): ReportInput {
  const done = Array.from({ length: points }, (_, index) => {
    const type: WindowType = index === 0 ? 'PRE' : 'INTERMEDIATE';
    const plan = aPlan(instruments, { window: type, seed: String(index) });
    const pages = answered(plan, aPatient(`person ${patient} ${index}`));
    const { scales } = scoreSession(plan, pages);
    const label = index === 0 ? 'Erstgespräch' : `Verlauf ${index}`;
    return {
      plan,
      pages,
      point: { label, date: addMonths('2020-01-15', 3 * index), scores: scales },
    };
  });
  const last = done.at(-1);
  if (!last) throw new Error('a report needs a measurement point');
  const items = plannedItems(last.plan);
  return {
    person: { code: 'P1005', birth_date: '1990-01-01', gender: 'DIVERSE' },
    point: last.point.label,
    started: last.point.date,
    updated: last.point.date,
    read: null,
    retrieved: last.point.date,
    instruments,
    points: done.map(({ point }) => point),
    missed: [],
    protocol_sections: [],
    detached: [],
    therapy: { admission: '2020-01-15', discharge: '2021-01-15' },
    answers: last.pages.flatMap(({ answers }) =>
      answers.map(({ id, label }) => ({ item: id, type: items.get(id)?.type ?? 'INFO', label })),
    ),
    subjects: [],
    signs: [],
    not_asked: [],
    declined: [],
    crisis: [],
    help_first: false,
    after_therapy: false,
    additions: [],
    signed: [],
    protocol_version: 'standard 1.0.0',
    algorithm_version: 'bench',
    product_name: 'Resonanz',
    help: { text: '', numbers: [] },
  };
}

async function timed(what: string, work: () => unknown): Promise<Row> {
  const first = await milliseconds(work);
  const times: number[] = [];
  for (let run = 0; run < 100; run += 1) times.push(await milliseconds(work));
  const sorted = times.toSorted((a, b) => a - b);
  const [median, p95] = [sorted[50] ?? 0, sorted[95] ?? 0];
  const value = `${median.toFixed(1)} ms (95 % in ${p95.toFixed(1)} ms, the very first ${first.toFixed(1)} ms)`;
  return { what, value, target: TARGET };
}

async function milliseconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The PDF of another patient each time, because Typst keeps a repeated one; the first one is that of a warm process. */
async function timedPdfs(points: number): Promise<Row> {
  const reports = Array.from({ length: 60 }, (_, patient) =>
    wholeReport(clinicianReport(anInput(points, patient))),
  );
  const times: number[] = [];
  for (const report of reports) times.push(await milliseconds(() => renderPdf(report)));
  const sorted = times.toSorted((a, b) => a - b);
  const [first = 0] = times;
  const value = `p50 ${whole(sorted[30])} ms, p95 ${whole(sorted[57])} ms, first ${whole(first)} ms`;
  return { what: `PDF of another patient, ${points} measurement points`, value, target: PDF_TARGET };
}

/** The first PDF of a process that listens: it does so when its typesetter is ready. */
async function timedFirstPdf(points: number): Promise<Row> {
  const times: number[] = [];
  for (let patient = 0; patient < 5; patient += 1) {
    const document = printedForm(wholeReport(clinicianReport(anInput(points, 99 + patient))));
    const typeset = openTypesetter(new URL('../src/server/print/pdf-process.ts', import.meta.url));
    await typeset(firstDocument());
    times.push(await milliseconds(() => typeset(document)));
  }
  const [fastest, , median, , slowest] = times.toSorted((a, b) => a - b);
  const value = `median ${whole(median)} ms (${whole(fastest)} to ${whole(slowest)})`;
  const what = `first PDF of a process, ${points} measurement points`;
  return { what, value, target: PDF_TARGET };
}

const whole = (time = 0) => time.toFixed(0);

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  const first = [await timedFirstPdf(6), await timedFirstPdf(20)];
  await prepareTypesetting();
  const [short, long] = [anInput(6), anInput(20)];
  const keys = { current: 1, roots: new Map([[1, randomBytes(32)]]) };
  const session = { clinicId: 'bench', sessionId: 'bench' };
  const text = reportHtml(clinicianReport(long));
  return {
    rows: [
      await timed('clinician, 6 measurement points', () => reportHtml(clinicianReport(short))),
      await timed('clinician, 20 measurement points', () => reportHtml(clinicianReport(long))),
      await timed('patient, 20 measurement points', () => reportHtml(patientReport(long))),
      await timed('check, compress and encrypt it', async () => {
        assertSafeReport(text);
        await sealReport(keys, session, 'clinician', text);
      }),
      ...first,
      await timedPdfs(6),
      await timedPdfs(20),
    ],
  };
}

if (import.meta.main) console.table((await run()).rows);
