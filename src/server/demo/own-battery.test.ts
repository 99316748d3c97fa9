import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import standard from '../../../protocols/standard.json' with { type: 'json' };
import { call } from '../../../test/call.ts';
import { demoPatients, logInDemo } from '../../../test/demo-logins.ts';
import { testServices } from '../../../test/services.ts';
import { partSign } from '../../domain/part-sign.ts';
import { buildApp } from '../app.ts';
import { loadRegistry } from '../instruments/registry.ts';
import { createDemoData } from './demo.ts';
import { STAFF_PASSWORD } from './demo-plan.ts';

// A clinic that tries its own questionnaires with the demo data, and has none of the eight.

const folder = mkdtempSync(join(tmpdir(), 'resonanz-battery-'));
after(() => rmSync(folder, { recursive: true }));

function written(name: string, content: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const CLINIC = 'Ambulanz Musterstadt';

/** A server whose demo data follow these windows of the standard protocol. */
async function demoOf(name: string, asked: Record<string, readonly string[]>, change: object = {}) {
  const windows = standard.windows.flatMap((window) => {
    const instruments = asked[window.type];
    return instruments ? [{ ...window, instruments }] : [];
  });
  const file = { ...standard, id: name, parts: [], skips: [], windows, ...change };
  const protocolFile = written(`${name}.json`, file);
  const plain = await testServices();
  const registry = await loadRegistry(plain.pool, { protocolFile, instrumentsDir: join(folder, 'own') });
  const services = { ...plain, registry };
  await createDemoData(services);
  const app = await buildApp(services);
  const patients = await demoPatients(app, CLINIC, 'therapie1');
  const { as } = await logInDemo(app, 'loginClinician', CLINIC, 'therapie1', STAFF_PASSWORD);
  return { app, as, patients };
}

const levels = ['nie', 'manchmal', 'oft', 'immer'].map((label, value) => ({ id: `o${value}`, label, value }));
const itemsOf = (id: string) =>
  ['01', '02', '03'].map((number) => ({
    id: `${id}-${number}`,
    type: 'QUESTION_HORIZONTAL_RADIO',
    content: `Frage ${number} aus ${id}`,
    options: levels,
  }));

function fileOf(id: string, title: string, change: object) {
  const common = { format: 1, version: '1.0.0', status: 'licensed', licence: 'Lizenz', source: 'Probe' };
  const dimensions = [{ id, form: 'fixed', items: itemsOf(id) }];
  const decided = 'crisis' in change ? {} : { crisis: [], crisis_decided_by: 'A. Probe' };
  return { ...common, ...decided, id, title, language: 'de', purpose: 'Probe.', dimensions, ...change };
}

function sumOf(id: string, title: string, change: object = {}) {
  const items = itemsOf(id).map((item) => item.id);
  const texts = { title, clinician: `Über ${title}.`, patient: `Für Sie: ${title}.` };
  return { key: 'sum', method: 'sum', items, direction: 'high_is_worse', ...texts, ...change };
}

const band = (key: string, from: number | null, condition_severity: string) => ({
  key,
  from,
  label: key,
  condition_severity,
  clinician: 'Band.',
  patient: 'Stufe.',
});
const counted = {
  bands: {
    metric: 'raw',
    source: 'Q',
    condition_severity: 'on',
    list: [band('mild', null, 'LOW'), band('mittel', 3, 'MEDIUM'), band('schwer', 5, 'HIGH')],
  },
  reliable_change: { method: 'jacobson-truax', sd: 2, reliability: 0.9, source: 'Q' },
};
const trauma = {
  key: 'trauma',
  title: 'Belastende Erfahrungen',
  patient_title: 'Was ich erlebt habe',
  kind: 'symptom',
} as const;

const own = [
  fileOf('mut', 'Fragebogen Mut', {
    scales: [sumOf('mut', 'Mutlosigkeit', counted)],
    crisis: [{ item: 'mut-03', kind: 'self', at_least: 3, level: 'urgent', clinician: 'Bitte fragen.' }],
  }),
  fileOf('ptx', 'Fragebogen Erlebtes', {
    section: trauma,
    scales: [sumOf('ptx', 'Wiedererleben'), sumOf('ptx', 'Vermeiden', { key: 'avoid' })],
  }),
  fileOf('tag', 'Fragebogen Alltag', { scales: [sumOf('tag', 'Einschränkung')] }),
  fileOf('zus', 'Fragebogen Zusammenarbeit', {
    section: { key: 'team', title: 'Zusammenarbeit', patient_title: 'Wir beide', kind: 'alliance' },
    scales: [sumOf('zus', 'Gemeinsame Ziele')],
  }),
  fileOf('leben', 'Angaben zum Leben', {
    dimensions: [
      {
        id: 'leben',
        form: 'fixed',
        items: [{ id: 'leben-01', type: 'QUESTION_INTEGER', content: 'Größe in cm', min: 100, max: 230 }],
      },
    ],
  }),
];

mkdirSync(join(folder, 'own'));
for (const file of own) written(join('own', `${file.id}.json`), file);

async function ownDemo() {
  const asked = {
    PRE: ['leben', 'mut', 'ptx'],
    INTERMEDIATE: ['mut', 'zus'],
    POST: ['mut', 'ptx', 'tag', 'zus'],
    FOLLOW_UP_1: ['mut', 'ptx'],
  };
  const sections = {
    tag: { key: 'alltag', title: 'Alltag', patient_title: 'Mein Alltag', kind: 'function' },
  };
  return demoOf('own', asked, { sections });
}

const sectionsOf = (html: string) => [...html.matchAll(/<section[^>]* id="([^"]+)"/g)].map(([, id]) => id);

test('a battery with none of the eight has its demo data, its sections in both reports, and its own severity', async () => {
  const { app, as, patients } = await ownDemo();
  const surveys = (code: string) => patients.get(code)?.survey_statuses ?? assert.fail(code);
  const reportOf = async (id: string) =>
    String((await call(app, 'getClinicianReport', { as, params: { id } })).body);
  const [first] = surveys('P1003');
  const pre = await reportOf(first?.survey_session_id ?? '');
  assert.deepEqual(sectionsOf(pre), ['overview', 'mut', 'trauma', 'leben', 'documentation']);
  assert.match(pre, /nicht erhoben: Alltag, Zusammenarbeit\./);
  assert.match(pre, /Belastende Erfahrungen[^]*Fragebogen Erlebtes[^]*Wiedererleben[^]*Vermeiden/);
  assert.doesNotMatch(pre, /Depression|Angst|Demonstration/);

  const course = surveys('P1005');
  assert.deepEqual(
    course.map(({ condition_severity }) => condition_severity),
    ['HIGH', 'MEDIUM', 'LOW'],
  );
  assert.equal(course.at(-1)?.symptom_change, 'better');
  const post = await reportOf(course[1]?.survey_session_id ?? '');
  assert.deepEqual(sectionsOf(post), ['overview', 'mut', 'trauma', 'alltag', 'team', 'documentation']);
  assert.match(post, /nur seine Werte/);
  assert.doesNotMatch(post, /nicht erhoben|Frage 01 aus zus/);

  const last = { id: course[2]?.survey_session_id ?? '' };
  const patient = await logInDemo(app, 'loginPatient', CLINIC, 'P1005', '01.01.1990');
  const said = String((await call(app, 'getPatientReport', { as: patient.as, params: last })).body);
  assert.deepEqual(sectionsOf(said), ['summary', 'mut', 'trauma', 'answers', 'help']);
  assert.match(said, /Was ich erlebt habe/);
  const parts = partSign('trauma');
  const pdf = await call(app, 'getClinicianReportPart', { as, params: { ...last, parts } });
  assert.equal(pdf.status, 200);
});

test('a protocol with every type of question, at the end of therapy alone, has demo data as well', async () => {
  const { app, as, patients } = await demoOf('every-type', { POST: ['item-types'] });
  const sessions = [...patients.values()].flatMap((patient) => patient.survey_statuses);
  assert.equal(sessions.length, 1);
  const { status } = await call(app, 'getClinicianReport', {
    as,
    params: { id: sessions[0]?.survey_session_id ?? '' },
  });
  assert.equal(status, 200);
});
