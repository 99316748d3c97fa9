import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Instrument } from '../src/domain/instrument-schema.ts';
import {
  placedBy,
  protocolSections,
  SECTION_KINDS,
  sectionOf,
  sectionProblems,
} from '../src/domain/sections.ts';
import { printedForm } from '../src/server/print/print-pdf.ts';
import { reportHtml } from '../src/server/print/print-html.ts';
import { systemBlocks } from '../src/server/relatives/view.ts';
import { clinicianReport } from '../src/server/reports/clinician-report.ts';
import { courseBlocks } from '../src/server/reports/patient-course.ts';
import { patientReport } from '../src/server/reports/patient-report.ts';
import type { ReportInput } from '../src/server/reports/report-data.ts';
import { wholeReport } from '../src/server/reports/report-part.ts';
import { amount, repeats, seed } from './amount.ts';
import { anInput, post, pre } from './report-samples.ts';
import { anInstrument } from './survey-samples.ts';

// Whatever questionnaires a clinic brings, and wherever it puts them: each score stands exactly once in everything that shows
// scores (product 14). Each scale has a name and sentences that no other has.

const METHODS = ['sum', 'mean', 'pomp', 'value'] as const;
const DEFAULTS = ['dep', 'anx', 'exis', 'evos', 'eri', 'wai', 'socio', 'eq5d'] as const;

/** None, one of three sections of its own, or a default. */
const aSection = fc.oneof(fc.constant(undefined), fc.nat(2), fc.constantFrom(...DEFAULTS));
const aScale = fc.record({
  method: fc.constantFrom(...METHODS),
  bands: fc.boolean(),
  counts: fc.boolean(),
  change: fc.boolean(),
});
const anOwn = fc.record({
  scales: fc.array(aScale, { maxLength: 3 }),
  section: aSection,
  ofProtocol: aSection,
});
const aBattery = fc.record({
  owns: fc.array(anOwn, { minLength: 1, maxLength: 10 }),
  kinds: fc.array(fc.constantFrom(...SECTION_KINDS), { minLength: 3, maxLength: 3 }),
  /** The place of the questionnaire that this survey does not ask. */
  left: fc.nat(12),
});

type Own = typeof anOwn extends fc.Arbitrary<infer One> ? One : never;
type Battery = typeof aBattery extends fc.Arbitrary<infer One> ? One : never;

const common = { version: '1.0.0', status: 'draft', licence: 'Frei', source: 'Probe', language: 'de' };

type Place = Instrument['section'];

function sectionNamed(name: Own['section'], { kinds }: Battery): Place {
  if (typeof name !== 'number') return name;
  const [title, patient_title] = [`Bereich ${name}`, `Mein Bereich ${name}`];
  return { key: `own-${name}`, title, patient_title, kind: kinds[name] ?? 'symptom' };
}

function scaleOf(scale: Own['scales'][number], name: string, items: readonly string[]) {
  const bands = [null, 2].map((from) => ({
    key: `b${from ?? 0}`,
    from,
    label: `Stufe ${from ?? 0}`,
    condition_severity: 'LOW',
    clinician: 'Band.',
    patient: 'Stufe.',
  }));
  return {
    title: `Skala ${name}`,
    method: scale.method,
    ...(scale.method === 'value' ? { item: items[0] } : { items }),
    direction: 'high_is_worse',
    clinician: `Fachsatz ${name}.`,
    patient: `Satz ${name}.`,
    ...(scale.bands && {
      bands: { metric: 'raw', source: 'Q', condition_severity: scale.counts ? 'on' : 'off', list: bands },
    }),
    ...(scale.change && {
      reliable_change: { method: 'jacobson-truax', sd: 1, reliability: 0.8, source: 'Q' },
    }),
  };
}

function instrumentOf(own: Own, place: number, section: Place): Instrument {
  const id = `q${place}`;
  const items = Array.from({ length: 2 * Math.max(1, own.scales.length) }, (_, index) => ({
    id: `${id}-${index}`,
    type: 'QUESTION_HORIZONTAL_RADIO',
    content: `Frage ${place}.${index}`,
    options: [0, 1, 2, 3].map((value) => ({ id: `o${value}`, label: `Antwort ${value}`, value })),
  }));
  const scales = own.scales.map((one, index) => ({
    ...scaleOf(one, `${place}${'abc'[index]}`, [`${id}-${2 * index}`, `${id}-${2 * index + 1}`]),
    key: `s${index}`,
  }));
  const file = {
    ...common,
    format: 1,
    id,
    title: `Bogen ${place}`,
    purpose: 'Probe.',
    crisis: [],
    crisis_decided_by: 'A. Probe',
    ...(section === undefined ? {} : { section }),
    dimensions: [{ id: `${id}-all`, form: 'fixed', items }],
    scales,
  };
  return anInstrument(JSON.stringify(file));
}

/** The questionnaires of a battery where its protocol puts them. What nobody but clinicians sees counts for no severity. */
function placedInstruments(battery: Battery): readonly Instrument[] {
  return battery.owns.map((own, place) => {
    const [section, ofProtocol] = [own.section, own.ofProtocol].map((name) => sectionNamed(name, battery));
    const isPerson = [section, ofProtocol].some(
      (one) => one === 'socio' || (typeof one === 'object' && one.kind === 'person'),
    );
    const scales = own.scales.map((scale) => (isPerson ? { ...scale, counts: false } : scale));
    const sections = ofProtocol === undefined ? {} : { [`q${place}`]: ofProtocol };
    return placedBy({ sections }, instrumentOf({ ...own, scales }, place, section));
  });
}

function inputOf(battery: Battery): ReportInput {
  const all = placedInstruments(battery);
  assert.deepEqual(sectionProblems(all), []);
  const asked = all.length > 1 ? all.filter((_, place) => place !== battery.left) : all;
  const protocol = { sections: {}, windows: [{ instruments: all.map(({ id }) => id) }] };
  const points = [pre, post].map((point) => ({ ...point, instruments: asked }));
  return anInput(points, {
    protocol_sections: protocolSections(protocol, new Map(all.map((one) => [one.id, one]))),
  });
}

let compared = 0;

const times = (text: string, part: string) => text.split(part).length - 1;

function everyScaleOnce(battery: Battery): void {
  const input = inputOf(battery);
  const report = clinicianReport(input);
  const html = reportHtml(report);
  const patient = reportHtml(patientReport(input));
  const paper = printedForm(wholeReport(report));
  const table = /<table class="rz-table rz-summary">[^]*?<\/table>/.exec(html)?.[0] ?? '';
  const record = /<pre class="rz-plain"[^>]*>([^]*?)<\/pre>/.exec(html)?.[1] ?? '';
  const course = JSON.stringify(courseBlocks({ ...input, today: input.updated }));
  const people = ['A1', 'B2'].map((code) => ({ code, course: { ...input, today: input.updated } }));
  const system = JSON.stringify(systemBlocks({ name: 'S', people, withoutConsent: [] }, 'view'));
  for (const instrument of input.instruments) {
    const { kind } = sectionOf(instrument);
    for (const { title, method, clinician, patient: sentence } of instrument.scales) {
      const counted = {
        report: times(html, clinician),
        paper: times(paper, clinician),
        overview: times(table, `>${title}<`),
        record: times(record, `${title}:`),
        course: times(course, `"kind":"heading","level":3,"text":"${title}"`),
        patient: times(patient, sentence),
        system: times(system, `"kind":"heading","level":4,"text":"${title}"`),
      };
      const [once, ofAll] = [{ report: 1, paper: 1, overview: 1, record: 1, course: 1 }, kind !== 'person'];
      // A single answer is never laid beside that of a relative.
      const isShared = ofAll && method !== 'value';
      assert.deepEqual(counted, { ...once, patient: Number(ofAll), system: Number(isShared) }, title);
      compared += 1;
    }
  }
  oneOrder(html, input);
  notAsked(html, input);
}

/** Sections by their kinds, each with an id of its own. */
function oneOrder(html: string, { instruments }: ReportInput): void {
  const ids = [...html.matchAll(/<section[^>]* id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length, ids.join(' '));
  const kinds = ids.flatMap((id) => {
    const own = instruments.find((one) => sectionOf(one).key === id);
    return own ? [SECTION_KINDS.indexOf(sectionOf(own).kind)] : [];
  });
  assert.deepEqual(kinds, kinds.toSorted());
}

/** Only what this battery asks at another point is named as not asked. */
function notAsked(html: string, { instruments, protocol_sections: all }: ReportInput): void {
  const present = new Set(instruments.map((one) => sectionOf(one).key));
  const missing = all.filter(({ key, kind }) => kind !== 'person' && !present.has(key));
  const named = /nicht erhoben: ([^<]*)\./.exec(html)?.[1]?.split(', ') ?? [];
  assert.equal(named.length, missing.length, named.join(' | '));
}

test('every scale of any battery stands exactly once in whatever shows scores', () => {
  fc.assert(fc.property(aBattery, everyScaleOnce), {
    numRuns: amount({ usual: 25, all: 300 }),
    seed,
    endOnFailure: !repeats,
  });
  assert.ok(compared > 25, `${compared} scales`);
});
