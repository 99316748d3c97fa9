import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  anInput,
  post,
  pre,
  relapse,
  reportSamples,
  worse,
  type Point,
} from '../../../test/report-samples.ts';
import { patientReportText, patientSectionTitle } from '../../text/patient-report.ts';
import { reportHtml } from '../print/print-html.ts';
import { clinicianReport } from './clinician-report.ts';
import { patientReport } from './patient-report.ts';
import { newestSymptomChanges, reportSections, type ReportInput } from './report-data.ts';

const clinicianHtml = (input: ReportInput) => reportHtml(clinicianReport(input));
const patientHtml = (input: ReportInput) => reportHtml(patientReport(input));

test('a relapse is named before anything else, although the scores are better than at the first measurement', () => {
  const text = clinicianHtml(anInput(relapse));
  const note =
    /^[^]*?<\/header>[^]*?<\/div>\s*<p class="rz-note rz-note-warning">([^<]*)<\/p>/.exec(text)?.[1] ?? '';
  assert.match(note, /^Verlässlich verschlechtert: Depression seit Therapieende \+\d+,\d; /);
  const plain = /<pre class="rz-plain"[^>]*>([^]*?)<\/pre>/.exec(text)?.[1] ?? '';
  assert.ok(plain.indexOf('Verlässlich verschlechtert: Depression') < plain.indexOf('\nDepression: T'));
});

test('the last mark of a course is that of a relapse, although the score is better than at the first measurement', () => {
  const text = clinicianHtml(anInput(relapse));
  const [card = ''] = /<div class="rz-card">[^]*?<table/.exec(text) ?? [];
  const marks = [...card.matchAll(/rz-point-(\w+) rz-point-last/g)].map(([, kind]) => kind);
  assert.deepEqual([...new Set(marks)], ['worse']);
});

test('each change is said for the last measurement first, then for the first one, with the points it needs', () => {
  const text = clinicianHtml(anInput(relapse));
  const [card = ''] = /<div class="rz-card">[^]*?<table/.exec(text) ?? [];
  assert.match(
    card,
    /Seit Therapieende: \+[^]*verlässlich verschlechtert \(verlässlich ab ±\u00A0\d+,\d\)[^]*Seit Erstgespräch:/,
  );
  const words = text.replaceAll(/<\/?span[^>]*>/g, '');
  assert.match(words, /Seit der letzten Messung \(verlässlich ab\)<\/th>\s*<th[^>]*>Seit der ersten Messung/);
  assert.doesNotMatch(text, /unverändert/);
});

test('an interval across a cut-off says that the cut-off lies within the error of measurement', () => {
  const input = anInput([pre]);
  const points = input.points.map((point) => ({
    ...point,
    scores: point.scores.map((score) =>
      score.scale === 'dep' ? { ...score, t: 64.7, interval: { lower: 59.5, upper: 69.9 } } : score,
    ),
  }));
  assert.match(clinicianHtml({ ...input, points }), /59,5 bis 69,9; Grenze 65 liegt im Messfehler/);
});

test('results of another version are joined only where the instrument declares it', () => {
  const input = anInput([pre, post]);
  const [first, ...rest] = input.points;
  assert.ok(first);
  const scores = first.scores.map((score) => ({ ...score, instrument_version: '0.9.0' }));
  const points = [{ ...first, scores }, ...rest];
  const courseOf = (instruments: ReportInput['instruments']) =>
    reportSections({ ...input, instruments, points }).find(({ key }) => key === 'dep')?.instruments[0]
      ?.scales[0]?.course.length;
  assert.equal(courseOf(input.instruments), 1);
  assert.equal(courseOf(input.instruments.map((one) => ({ ...one, comparable_with: ['0.9.0'] }))), 2);
});

test('the report for patients names a relapse gently before its summary, and says after the therapy where to turn', () => {
  const text = patientHtml(anInput(relapse, { after_therapy: true }));
  assert.match(
    text,
    /<\/header>\s*<p class="rz-note rz-note-plain">Zuletzt ging es Ihnen in diesen Bereichen schlechter: Stimmung und Kraft/,
  );
  assert.match(text, /Ihre frühere Klinik und Ihre Hausarztpraxis[^<]*<a href="tel:116117">116\u00A0117</);
  assert.doesNotMatch(text, /in Ihrer Therapie darüber|rz-change-worse|rz-note-danger/);
  assert.ok(text.indexOf('id="summary"') < text.indexOf('keine Diagnose'));
  assert.match(text, /↓ Im Vergleich zu „Therapieende“: (?:deutlich )?schlechter, zu „Erstgespräch“: /);
  assert.match(patientHtml(anInput([pre, post])), /in Ihrer Therapie darüber/);
});

test('the summary for patients names a section where all its scales went the same way, and else the scales', () => {
  const text = patientHtml(anInput([pre, post]));
  const [summary = ''] = /<section[^>]* id="summary"[^]*?<\/section>/.exec(text) ?? [];
  for (const title of Object.values(patientReportText.sections))
    assert.ok(summary.split(title).length <= 2, `${title} twice in ${summary}`);
  const scales = reportSections(anInput([pre, post])).flatMap((section) =>
    section.instruments
      .flatMap((one) => one.scales)
      .map(({ scale, changes }) => ({
        section: patientSectionTitle(section),
        name: scale.patient_title ?? '',
        kind: changes[0]?.kind,
      })),
  );
  for (const [section, all] of Map.groupBy(scales, (one) => one.section)) {
    const kinds = new Set(all.map(({ kind }) => (kind === 'recovered' ? 'improved' : kind)));
    if (all.length < 2 || kinds.has(undefined)) continue;
    assert.equal(summary.includes(section), kinds.size === 1, section);
    for (const { name } of all) assert.equal(summary.includes(name), kinds.size > 1, name);
  }
});

test('the summary for patients says of a mere hint that it may be a worsening, and never that it is one', () => {
  const input = reportSamples.relapse();
  const kindOf = (wanted: string) =>
    reportSections(input)
      .flatMap(({ instruments }) => instruments.flatMap((one) => one.scales))
      .find(({ changes: [newest] }) => newest?.kind === wanted)?.scale.patient_title ?? assert.fail(wanted);
  const [summary = ''] = /<section[^>]* id="summary"[^]*?<\/section>/.exec(patientHtml(input)) ?? [];
  const items = [...summary.replaceAll(/<\/?strong>/g, '').matchAll(/<li>([^]*?)<\/li>/g)].map(
    ([, text]) => text,
  );
  const [, worse, hint] =
    /^↓ Schlechter als bei der letzten Befragung: (.*)\. ↘ Vielleicht etwas schlechter als bei der letzten Befragung: (.*)$/.exec(
      items[0] ?? '',
    ) ?? [];
  assert.ok(hint?.includes(kindOf('hint')) && !worse?.includes(kindOf('hint')), items[0]);
  assert.ok(worse?.includes('Stimmung und Kraft'));
  assert.ok(items.length <= 3);
});

test('the ends of a scale are the same for clinicians and patients, below zero too', () => {
  const input = anInput([pre]);
  assert.match(
    clinicianHtml(input),
    /Index der Lebensqualität: \d,\d\d \(Skala -0,40 bis 1, höhere Werte sind günstiger/,
  );
  assert.match(patientHtml(input), /Ihr Wert: \d,\d\d \(von −0,40 bis 1\)\./);
});

const edges = (points: readonly Point[]) =>
  clinicianHtml(anInput(points)).match(/rz-card-parts rz-worse/g)?.length ?? 0;

test('the edge of a card marks a reliable worsening since the last measurement, and no earlier one', () => {
  assert.equal(edges(relapse), 2);
  // Worse than at the first measurement, better than at the last one.
  assert.equal(
    edges([{ ...pre, theta: 0 }, worse, { ...post, label: 'Nachsorge', date: '2026-03-04', theta: 1.6 }]),
    0,
  );
  assert.doesNotMatch(patientHtml(anInput(relapse)), /rz-worse/);
});

test('the hardest report for patients begins with help, says once that everything is worse, and ends with the way to help', () => {
  const input = reportSamples.worst();
  const kinds = reportSections(input)
    .flatMap(({ instruments }) => instruments.flatMap((one) => one.scales))
    .map(({ changes }) => changes[0]?.kind);
  assert.deepEqual([...new Set(kinds)], ['worse']);
  const text = patientHtml(input);
  const order = [
    'id="help"',
    'Zuletzt ging es Ihnen insgesamt schlechter als bei der Befragung davor. Solche Zeiten kommen vor',
    'Die Nummern oben sind für Sie da.',
    'id="summary"',
    'id="dep"',
    'id="answers"',
    '<a href="#help">stehen ganz oben</a>',
  ].map((part) => text.indexOf(part));
  assert.ok(order[0]! > 0);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  assert.equal(text.match(/id="help"/g)?.length, 1);
  assert.doesNotMatch(text, /in diesen Bereichen schlechter|nächsten Sitzung|rz-change-worse|rz-note-danger/);
});

test('the report for patients names at most three worse areas before its summary, and all of them in it', () => {
  const { points, ...input } = reportSamples.worst();
  const [first, second, last] = points;
  assert.ok(first && second && last);
  // One scale stays as it was.
  const same = second.scores.find(({ scale }) => scale === 'eq5d-vas');
  const scores = last.scores.map((score) => (score.scale === 'eq5d-vas' && same ? same : score));
  const text = patientHtml({ ...input, points: [first, second, { ...last, scores }] });
  assert.match(
    text,
    /schlechter: Stimmung und Kraft, Sorgen und Anspannung, Gesundheit im Alltag und weitere\./,
  );
  const [summary = ''] = /<section[^>]* id="summary"[^]*?<\/section>/.exec(text) ?? [];
  assert.match(summary, /Unser Miteinander, Was mir Kraft gibt/);
});

test('a screen reader hears that birth date and gender are hidden, and no row of stars', () => {
  const text = patientHtml(anInput([pre, post]));
  const hidden = text.match(
    /<span aria-hidden="true">\*{10}<\/span\s*><span class="rz-hidden">verborgen<\/span>/g,
  );
  assert.equal(hidden?.length, 2);
});

test('the report for patients says "deutlich" only of a change beyond twice the threshold', () => {
  const input = anInput([pre, post]);
  const since = (t: number) => {
    const points = input.points.map((point, index) => ({
      ...point,
      scores: point.scores
        .filter(({ scale }) => scale === 'dep')
        .map((score) => {
          const value = index === 0 ? 70 : t;
          return { ...score, t: value, interval: { lower: value - 5.88, upper: value + 5.88 } };
        }),
    }));
    return patientHtml({ ...input, points });
  };
  // Standard error 3 at both points: the threshold is 8.3 T, twice the threshold 16.6 T.
  assert.match(since(60), /„Erstgespräch“: besser\./);
  assert.match(since(53), /„Erstgespräch“: deutlich besser\./);
});

test('both texts for the record name a relapse before any score, and so does the report for patients', () => {
  const input = reportSamples.relapse();
  const texts = [...clinicianHtml(input).matchAll(/<pre[^>]*data-report-text[^>]*>([^]*?)<\/pre>/g)];
  assert.equal(texts.length, 3, 'the short text, the long text, and the long text to be read');
  for (const [, text = ''] of texts) {
    const named = text.indexOf('Verlässlich verschlechtert: Depression seit Therapieende');
    assert.ok(named > 0 && named < text.indexOf('Depression: T'), text.slice(0, 200));
    assert.match(text, /Demonstration: Die Fragen/);
  }
  const patient = patientHtml(input);
  const named = patient.indexOf('Zuletzt ging es Ihnen in diesen Bereichen schlechter: Stimmung und Kraft');
  assert.ok(named > 0 && named < patient.indexOf('id="summary"'));
});

test('the change of symptoms is judged from instruments and scores alone', () => {
  const { instruments, points } = anInput(relapse);
  assert.deepEqual(newestSymptomChanges({ instruments, points }), ['worse', 'worse']);
  assert.deepEqual(newestSymptomChanges({ instruments, points: points.slice(0, 1) }), []);
  const others = instruments.filter(({ id }) => id !== 'dep' && id !== 'anx');
  assert.deepEqual(newestSymptomChanges({ instruments: others, points }), []);
});

test('the report for patients says whether it was read, uses the everyday names, and holds the own answers', () => {
  const input = anInput([pre, post]);
  const text = patientHtml(input);
  assert.match(text, /Gelesen von Ihrer Therapeutin oder Ihrem Therapeuten am 20\.11\.2026\./);
  assert.match(patientHtml({ ...input, read: null }), /hat diese Ergebnisse noch nicht gelesen/);
  assert.match(text, /<section[^>]* id="answers"[^]*Ihre Antworten[^]*<table class="rz-table rz-answers"/);
  const instruments = input.instruments.map((instrument) => ({
    ...instrument,
    scales: instrument.scales.map((scale) => ({ ...scale, patient_title: `Alltag ${scale.key}` })),
  }));
  const named = patientHtml({ ...input, instruments });
  assert.match(named, /Alltag eri-social/);
  assert.doesNotMatch(named, /Soziale Ressourcen/);
  assert.match(clinicianHtml({ ...input, instruments }), /Soziale Ressourcen/);
});

test('single answers about the alliance are in both reports only where the survey told the patient so', () => {
  const input = anInput([pre, post]);
  const question = 'Zwischen uns steht etwas Unausgesprochenes.';
  for (const render of [clinicianHtml, patientHtml]) assert.ok(render(input).includes(question));
  // A version without the key, as of a licensed questionnaire, tells the patient nothing.
  for (const extent of ['scales_only', undefined] as const) {
    const instruments = input.instruments.map((one) =>
      one.id === 'wai' ? { ...one, answers_shown: extent } : one,
    );
    for (const render of [clinicianHtml, patientHtml])
      assert.ok(!render({ ...input, instruments }).includes(question));
    assert.match(clinicianHtml({ ...input, instruments }), /werden nicht gezeigt, nur seine Werte/);
  }
});

test('a patient who fell reliably below the cut-off of T 55 is called recovered in cards, table and text', () => {
  const html = clinicianHtml(
    anInput([
      { ...pre, theta: 2.2 },
      { ...post, theta: -1 },
    ]),
  );
  assert.match(html, /Seit Erstgespräch: −\d+,\d, genesen \(verlässlich ab/);
  assert.match(html, /Seit der letzten Messung verlässlich verbessert: Depression −\d+,\d \(genesen\)/);
});

test('a mean without bands is shown in the words of its answers, in both reports', () => {
  const input = reportSamples.no_norm();
  const now = input.points.at(-1);
  assert.ok(now);
  const meanOf = (raw: number) => ({
    ...input,
    points: [
      ...input.points.slice(0, -1),
      { ...now, scores: now.scores.map((one) => (one.scale === 'exis-autonomy' ? { ...one, raw } : one)) },
    ],
  });
  for (const [raw, words] of [
    [1, 'stimmt gar nicht'],
    [3.4, 'stimmt eher nicht'],
    [3.5, 'stimmt eher'],
    [4.4, 'stimmt eher'],
  ] as const) {
    assert.match(clinicianHtml(meanOf(raw)), new RegExp(`Autonomie</th>[^]{0,300}im Mittel: „${words}“`));
    assert.match(
      patientHtml(meanOf(raw)),
      new RegExp(`Ich selbst sein können[^]{0,300}Im Mittel haben Sie geantwortet: „${words}“`),
    );
  }
  // A scale with bands keeps their words.
  assert.doesNotMatch(
    clinicianHtml(anInput([pre, post])),
    /Index der Lebensqualität<\/th>[^]{0,300}im Mittel:/,
  );
});

test('no name of a measurement point is cut in the charts of the cards', () => {
  const [cards = ''] = /<div class="rz-cards">[^]*?<table/.exec(clinicianHtml(reportSamples.relapse())) ?? [];
  assert.equal(cards.match(/>Nachsorge 6 Monate<\/text/g)?.length, 2);
  assert.doesNotMatch(cards, /…<\/text/);
});

test('a patient’s report begins with its result, and the facts with their masks stand at its end', () => {
  const text = patientHtml(anInput([pre, post]));
  assert.ok(text.indexOf('rz-facts') > text.lastIndexOf('</section>'));
  const clinician = clinicianHtml(anInput([pre, post]));
  assert.ok(clinician.indexOf('rz-facts') < clinician.indexOf('<section'));
});
