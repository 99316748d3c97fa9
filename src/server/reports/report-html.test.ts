import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anInput, post, pre, worse, type Point } from '../../../test/report-samples.ts';
import { shippedIds, shippedInstrument } from '../../../test/survey-samples.ts';
import { sectionText } from '../../text/reports.ts';
import { clinicianReport } from './clinician-report.ts';
import { html, htmlText, scriptElement } from '../print/html.ts';
import { germanNumber, signedNumber } from '../print/number-format.ts';
import { reportHtml } from '../print/print-html.ts';
import { patientReport } from './patient-report.ts';
import { assertSafeReport } from './report-check.ts';
import { reportSections, type ReportInput } from './report-data.ts';
import { percentile } from './scale-blocks.ts';
import { hostileInput, testReports } from './self-test.ts';

const clinicianHtml = (input: ReportInput) => reportHtml(clinicianReport(input));
const patientHtml = (input: ReportInput) => reportHtml(patientReport(input));

test('a text in a template never becomes a tag or an attribute', () => {
  const value = `<b a="1" b='2'>&`;
  assert.equal(
    htmlText(html`<p title="${value}">${value}</p>`),
    '<p title="&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;</p>',
  );
  assert.equal(htmlText(html`${[html`<i>a</i>`, null, false, 'b']}${undefined}`), '<i>a</i>b');
});

test('a report with hostile texts in every place passes the safety check', () => {
  testReports();
  const text = clinicianHtml(hostileInput);
  assert.equal(text.match(/<script/g)?.length, 1);
  assert.doesNotMatch(text, /<img/);
});

test('the safety check refuses a second or unknown script, event and style attributes, frames and foreign links', () => {
  const script = htmlText(html`${scriptElement}`);
  const bad = [
    '',
    `${script}${script}`,
    '<script>alert(1)</script>',
    `${script}<p onclick="x">`,
    `${script}<p/onclick=x>`,
    `${script}<p style="color:red">`,
    `${script}<a href="javascript:x">`,
    `${script}<a title="x" href='https://example.org'>`,
    `${script}<img src=x>`,
    `${script}<iframe srcdoc="x">`,
    `${script}<svg><use href="#x"></svg>`,
    `${script}<!-- x -->`,
    `${script}<a href="tel:112?x">`,
    `${script}<a href='tel:112'>`,
    `${script}<a href="tel:javascript:x">`,
  ];
  for (const text of bad) assert.throws(() => assertSafeReport(text), text);
  assert.doesNotThrow(() =>
    assertSafeReport(`${script}<a href="#dep" title="style = on x = javascript: href=">`),
  );
  assert.doesNotThrow(() => assertSafeReport(`${script}<a href="tel:+4930112">`));
});

test('the same input gives the same report, byte for byte', () => {
  assert.equal(clinicianHtml(anInput([pre, post])), clinicianHtml(anInput([pre, post])));
  assert.equal(patientHtml(anInput([pre, post])), patientHtml(anInput([pre, post])));
});

test('every chart of a report has a title, a description and a role; no id occurs twice', () => {
  const text = clinicianHtml(anInput([pre, post]));
  // An icon beside a word is hidden from screen readers.
  const charts = text.match(/<svg(?![^>]* aria-hidden="true")[^]*?<\/svg>/g) ?? [];
  assert.ok(charts.length > 20);
  for (const chart of charts)
    assert.match(
      chart,
      /^<svg[^>]* role="img"[^>]* aria-labelledby="(\S+) (\S+)"[^>]*> ?<title id="\1">[^<]+<\/title> ?<desc id="\2">[^<]+<\/desc>/,
    );
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.doesNotMatch(text, /NaN|undefined|Infinity|\[object/);
});

test('the course for patients has large names of its first and last point for phones, hidden without the style sheet', () => {
  const [chart = ''] = patientHtml(anInput([pre, post])).match(/<svg[^>]* rz-course-plain[^]*?<\/svg>/) ?? [];
  const [narrow = ''] = chart.match(/<g class="rz-narrow" display="none">[^]*?<\/g>/) ?? [];
  const words = [...narrow.matchAll(/font-size="(\d+)"[^>]*>([^<]+)</g)];
  const names = words.map(([, , word]) => word);
  assert.ok(names.includes(pre.label) && names.includes(post.label));
  assert.ok(words.every(([, size]) => Number(size) >= 16));
  const long = { ...post, label: 'Nachsorge nach einer sehr langen Zeit ohne Therapie' };
  assert.match(patientHtml(anInput([pre, long])), /<g class="rz-narrow"[^]*?>Nachsorge[^<]*…</);
});

const scaleOf = (points: readonly Point[]) =>
  reportSections(anInput(points)).find(({ key }) => key === 'dep')?.instruments[0]?.scales[0];

test('a large fall in depression is shown as reliably improved or recovered, a large rise as reliably worse', () => {
  assert.match(String(scaleOf([pre, post])?.changes[0]?.kind), /improved|recovered/);
  assert.equal(scaleOf([pre, worse])?.changes[0]?.kind, 'worse');
  const better = clinicianHtml(
    anInput([
      { ...pre, theta: 3 },
      { ...post, theta: 1.5 },
    ]),
  );
  assert.match(better, /Seit Erstgespräch: −\d+,\d, verlässlich verbessert/);
  assert.match(clinicianHtml(anInput([pre, post])), /Seit Erstgespräch: −\d+,\d, genesen/);
  assert.match(
    clinicianHtml(anInput([pre, worse])),
    /Seit Erstgespräch: \+\d+,\d, verlässlich verschlechtert/,
  );
});

test('the first report says that there is no course yet', () => {
  const text = clinicianHtml(anInput([pre]));
  assert.match(text, /Erste Messung/);
  assert.doesNotMatch(
    text,
    /verlässlich verbessert|Daten zum Verlauf|Seit der (?:letzten|ersten)|scope="col" >Verlauf/,
  );
});

test('a report has a section for every instrument that was asked, and names the sections that were not', () => {
  const instruments = ['dep', 'anx', 'wai', 'evos'];
  const text = clinicianHtml(anInput([{ ...pre, type: 'INTERMEDIATE', instruments }]));
  const ids = [...text.matchAll(/<section[^>]* id="(\w+)"/g)].map(([, id]) => id);
  assert.deepEqual(ids, ['overview', 'dep', 'anx', 'evos', 'wai', 'documentation']);
  assert.match(
    text,
    /nicht erhoben: Gesundheitsbezogene Lebensqualität, Erleben in wichtigen Beziehungen, Ressourcen\./,
  );
});

test('a section has one name, whether its instrument was asked or not', () => {
  // Other instruments of a section add to it and have names of their own.
  for (const { id, section, title } of shippedIds().map(shippedInstrument))
    if (section === id) assert.equal(sectionText[section], title);
});

test('the page overview leads to the further dimensions as a whole, and prints them by their sections', () => {
  const text = clinicianHtml(anInput([pre]));
  assert.match(text, /<a href="#more">Weitere Gesundheitsdimensionen<\/a>/);
  assert.match(text, /<div class="rz-more" id="more" tabindex="-1"/);
  assert.doesNotMatch(text, /data-report-section="more"/);
});

test('the report says that a score is missing instead of showing a number', () => {
  const input = anInput([pre]);
  const points = input.points.map((point) => ({
    ...point,
    scores: point.scores.map((score) =>
      score.scale === 'dep' ? { ...score, t: null, theta: null, interval: null, band: null } : score,
    ),
  }));
  const text = clinicianHtml({ ...input, points });
  assert.match(text, /<h4>Depression<\/h4> ?<p>Kein Wert/);
  assert.match(text, /Depression: kein Wert/);
});

test('a course does not join scores of different norms', () => {
  const input = anInput([pre, post]);
  const [first, ...rest] = input.points;
  assert.ok(first);
  const points = [
    { ...first, scores: first.scores.map((score) => ({ ...score, norm_set: 'another' })) },
    ...rest,
  ];
  const shown = reportSections({ ...input, points }).find(({ key }) => key === 'dep')?.instruments[0]
    ?.scales[0];
  assert.equal(shown?.course.length, 1);
});

test('the report for patients ends with help, and begins with it where the answers call for it', () => {
  const [last, first] = [false, true].map((help_first) => patientHtml(anInput([pre], { help_first })));
  for (const text of [last, first]) {
    assert.match(text!, /Notruf: <a href="tel:112"><strong>112<\/strong><\/a>/);
    assert.equal(text!.match(/id="help"/g)?.length, 1);
  }
  assert.ok(last!.indexOf('id="help"') > last!.indexOf('id="eq5d"'));
  assert.ok(first!.indexOf('id="help"') < first!.indexOf('rz-lead'));
});

test('the text for the record has no markup, all scales and the notices', () => {
  const text = clinicianHtml(anInput([pre, post]));
  const plain = /<pre class="rz-plain"[^>]*>([^]*?)<\/pre>/.exec(text)?.[1] ?? '';
  assert.match(
    plain,
    /^Resonanz-Ergebnisbericht: Therapieende\nPatient\*innen-ID AB12, geboren am 01\.01\.1990, weiblich\n/,
  );
  assert.match(
    plain,
    /\nDepression: T \d+,\d \(höhere Werte bedeuten stärkere Belastung; 95-%-Intervall \d+,\d bis \d+,\d\), \S+\. Seit Erstgespräch/,
  );
  assert.match(plain, /\nRessourcen:\n- Persönliche Ressourcen: \d,\d\d/);
  assert.match(plain, /keine Diagnose/);
  assert.match(plain, /Demonstration/);
});

test('the report of a licensed instrument carries no demonstration notice', () => {
  const input = anInput([pre]);
  const instruments = input.instruments.map((one) => ({ ...one, status: 'licensed' as const }));
  assert.doesNotMatch(clinicianHtml({ ...input, instruments }), /Demonstration: Die Fragen/);
  const mixed = instruments.map((one) =>
    one.id === 'dep' ? { ...one, status: 'demonstration' as const } : one,
  );
  assert.match(clinicianHtml({ ...input, instruments: mixed }), /Demonstration: .* zu Depression wurden/);
});

test('the report for patients has no severity, no names of disorders, no birth date and no gender', () => {
  const text = patientHtml(anInput([pre, worse]));
  assert.doesNotMatch(
    text,
    /auffällig|kritisch|T \d|T-Wert|Depression|Angst<|1990|Weiblich|niedrig|mittel\b/,
  );
  assert.match(text, /Im Vergleich zu „Erstgespräch“: (?:deutlich )?schlechter/);
});

test('the report for patients speaks of a first survey and of change only where that is true', () => {
  const first = patientHtml(anInput([pre]));
  assert.match(first, /Das war Ihre erste Befragung/);
  assert.doesNotMatch(first, /was Ihre Antworten zeigen und was sich verändert hat/);
  const other = patientHtml(
    anInput([
      { ...pre, instruments: ['dep'] },
      { ...post, instruments: ['anx'] },
    ]),
  );
  assert.match(other, /Diese Fragen haben Sie so noch nicht beantwortet/);
  assert.doesNotMatch(other, /erste Befragung/);
});

test('in the chart for patients up is better, although higher scores are worse', () => {
  const text = patientHtml(anInput([pre, post]));
  const line = /id="rz-dep-dep-course-t"[^]*?<polyline[^>]* points="[\d.]+,([\d.]+) [\d.]+,([\d.]+)"/.exec(
    text,
  );
  assert.ok(Number(line?.[2]) < Number(line?.[1]), 'the later point is drawn higher');
});

test('numbers have a decimal comma and a true minus', () => {
  assert.deepEqual(
    [germanNumber(-0.44, 1), germanNumber(-0.04, 1), germanNumber(3.25, 2)],
    ['−0,4', '0,0', '3,25'],
  );
  assert.deepEqual(
    [signedNumber(1.26, 1), signedNumber(-2, 1), signedNumber(0.01, 1)],
    ['+1,3', '−2,0', '±0'],
  );
});

test('the percentile of a T-score follows the normal distribution', () => {
  assert.deepEqual([50, 60, 40, 70, 20, 90].map(percentile), [50, 84, 16, 98, 1, 99]);
  // Worked by hand: 44.6 and 92.9 %.
  assert.deepEqual([48.635, 64.7].map(percentile), [45, 93]);
});

test('the answers say how many of them enter no score, so that they agree with the length of the test', () => {
  const text = clinicianHtml(anInput([pre, post]));
  const [, answered, unscored] = /Beantwortete Fragen \((\d+), davon (\d+) ohne Wertung\)/.exec(text) ?? [];
  const [, scored] = /Adaptiv gemessen mit (\d+) von/.exec(text) ?? [];
  assert.equal(Number(answered) - Number(unscored), Number(scored));
  assert.ok(Number(unscored) > 0);
});
