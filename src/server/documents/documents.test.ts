import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { testServices } from '../../../test/services.ts';
import { changed, sampleInstrument } from '../../../test/sample-instrument.ts';
import { shippedInstrument } from '../../../test/survey-samples.ts';
import type { Help } from '../../domain/crisis.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';
import { parseInstrument } from '../../domain/instrument.ts';
import { SUPPORTED_BROWSERS } from '../../domain/supported-browsers.ts';
import { minutesLeft } from '../../domain/survey-time.ts';
import { buildApp } from '../app.ts';
import { paragraph, table, type Document } from '../print/blocks.ts';
import type { Services } from '../services.ts';
import { planInForce } from '../surveys/survey-session.ts';
import { documentHtml } from './document-page.ts';
import { openLibrary } from './library.ts';
import { readMarkdown } from './markdown.ts';
import { testManual } from './test-manual.ts';
import { renderPdf } from '../print/print-pdf.ts';
import { simulateQuality } from './test-quality.ts';

let services: Services;
let app: FastifyInstance;
before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

const get = (file: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url: `/documents/${file}`, headers });

const written = [
  'anleitung-patienten',
  'studieninformation',
  'anleitung-mitarbeitende',
  'anleitung-admins',
  'suizidalitaet-mitarbeitende',
  'suizidalitaet-admins',
  'schulungsfolien',
  'implementierungshandbuch',
];

test('each document can be read without a login, as a page and as a tagged PDF', async () => {
  for (const name of [...written, 'testmanual-wai']) {
    const page = await get(`${name}.html`);
    assert.equal(page.statusCode, 200, name);
    assert.match(page.body, /<html lang="de">/);
    assert.doesNotMatch(page.body, /<script|<style|style="|\{product\}|\{help\}/);
    const pdf = await get(`${name}.pdf`);
    assert.equal(pdf.headers['content-type'], 'application/pdf', name);
    assert.match(pdf.body, /^%PDF-/);
    assert.match(pdf.body, /\/Marked true/);
    assert.match(pdf.body, /\/Lang ?\(de/);
  }
});

test('a document that names another one links it', async () => {
  let links = 0;
  for (const name of written) {
    const { body } = await get(`${name}.html`);
    for (const [, file = ''] of body.matchAll(/href="([a-z-]+\.html)"/g)) {
      assert.equal((await get(file)).statusCode, 200, `${name}: ${file}`);
      links += 1;
    }
  }
  assert.ok(links > 0);
  assert.doesNotMatch((await get('implementierungshandbuch.pdf')).body, /\/URI ?\(suizid/);
});

test('a document runs no script, cannot be framed and sends no data', async () => {
  const { headers } = await get('studieninformation.html');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('a document that has not changed is not sent again', async () => {
  const first = await get('studieninformation.pdf');
  const again = await get('studieninformation.pdf', { 'if-none-match': String(first.headers['etag']) });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
});

test('an unknown document is not found, and no other file of the server can be read', async () => {
  const unknown = [
    'x.html',
    'testmanual-x.pdf',
    'anleitung-admins.md',
    'anleitung-admins',
    'document.typ',
    '..%2Fpackage.json',
  ];
  for (const file of [...unknown, 'constructor.html', '__proto__.pdf'])
    assert.equal((await get(file)).statusCode, 404, file);
});

test('the list of test manuals links the page and the PDF of every instrument', async () => {
  const { body } = await get('testmanual.html');
  for (const id of ['dep', 'anx', 'exis', 'evos', 'eri', 'wai', 'socio', 'eq5d']) {
    assert.match(body, new RegExp(`href="testmanual-${id}\\.html"`));
    assert.match(body, new RegExp(`href="testmanual-${id}\\.pdf"`));
  }
});

const help: Help = {
  text: 'Rufen Sie uns an.',
  numbers: [
    { name: 'Krisendienst', number: '+49 (0)89 / 7295-960', hours: '' },
    { name: '<b>', number: '116 117', hours: 'nachts' },
  ],
};

test('the help in a document is that of the configuration, with numbers that a phone dials', async () => {
  const library = openLibrary({ product: 'Resonanz', help, durations: new Map(), instruments: new Map() });
  const names = [
    'anleitung-patienten',
    'studieninformation',
    'suizidalitaet-mitarbeitende',
    'suizidalitaet-admins',
  ];
  for (const name of names) {
    const page = String(await library.find(name, 'html'));
    assert.match(page, /Rufen Sie uns an\./, name);
    assert.match(
      page,
      /<li>Krisendienst: <a href="tel:\+49897295960"><strong>\+49\u00a0\(0\)89\u00a0\/\u00a07295-960<\/strong><\/a><\/li>/,
    );
    assert.match(
      page,
      /<li>&lt;b&gt;: <a href="tel:116117"><strong>116\u00a0117<\/strong><\/a> \(nachts\)<\/li>/,
    );
    assert.match(String(await library.find(name, 'pdf')), /\/URI ?\(tel:116117\)/, name);
  }
});

test('the documents take time and duration of each survey from the protocol and have none of their own', async () => {
  const offset = { months: 0, days: 0 };
  const durations = new Map([
    ['PRE', { minutes: 31, window: { length_days: 28, offset } }],
    ['INTERMEDIATE', { minutes: 2, window: { length_days: 7, offset, repeat_every_weeks: 1 } }],
    ['POST', { minutes: 31, window: { length_days: 28, offset } }],
  ] as const);
  const library = openLibrary({ product: 'Resonanz', help, durations, instruments: new Map() });
  const information = String(await library.find('studieninformation', 'html'));
  const cells = [...information.matchAll(/<td>(etwa \d+ Minuten|entfällt)<\/td>/g)].map(([, told]) => told);
  assert.deepEqual(cells, ['etwa 35 Minuten', 'etwa 2 Minuten', 'etwa 35 Minuten', 'entfällt', 'entfällt']);
  assert.match(information, /<td>in den ersten 4 Wochen<\/td>/);
  assert.match(information, /<td>jede Woche<\/td>/);
  assert.match(String(await library.find('anleitung-patienten', 'html')), /dauert etwa 2 bis 35 Minuten\./);
});

test('the handbook names the browsers that the pages are built for', async () => {
  const { body } = await get('implementierungshandbuch.html');
  const { patients, staff } = SUPPORTED_BROWSERS;
  assert.match(body, new RegExp(`Patient\\*innen brauchen Safari ab Version ${patients.safari} `));
  assert.match(body, new RegExp(`Klinik-Admins brauchen Safari ab Version ${staff.safari} `));
  assert.doesNotMatch(body, /\{browser/);
});

test('the study information on the server names the durations of the home page', async () => {
  const { body } = await get('studieninformation.html');
  const told = [...body.matchAll(/etwa (\d+) Minuten/g)].map(([, minutes]) => Number(minutes));
  const { registry } = services;
  const minutes = (['PRE', 'INTERMEDIATE', 'POST', 'FOLLOW_UP_1'] as const).map((type) =>
    minutesLeft(planInForce(registry, type), [], [], new Map()),
  );
  assert.deepEqual(
    told,
    minutes.map((one) => Math.ceil(one / 5) * 5),
  );
  assert.match(body, /<td>in den ersten 4 Wochen<\/td>/);
  assert.match(body, /<td>alle 3 Monate<\/td>/);
  assert.match(body, /<td>6, 12 und 24 Monate nach dem Ende<\/td>/);
  assert.doesNotMatch(body, /\{dauer|\{wann/);
});

const options = { product: 'Resonanz', items: 'shown' } as const;

test('a test manual has purpose, every item, scoring, norms and sources, and names a demonstration as such', async () => {
  const instrument = shippedInstrument('dep');
  const text = documentHtml(await testManual(instrument, options), { pdf: null });
  for (const { id, content } of instrumentItems(instrument)) {
    assert.ok(text.includes(`>${id}</th>`), id);
    assert.ok(text.includes(content), content);
  }
  for (const title of [
    'Zweck',
    'Fragen',
    'Auswertung',
    'Normen',
    'Güte des adaptiven Tests',
    'Quellen und Lizenz',
  ])
    assert.match(text, new RegExp(`<h2[^>]*>${title}</h2>`));
  assert.match(text, /Nur zur Demonstration/);
  assert.match(text, /T 55 bis unter 65/);
  assert.match(text, /Hinweis: dep-31, ab dem Wert 1\. Lebensüberdruss/);
  assert.match(text, /Dringend: dep-31, ab dem Wert 3\. Häufigen Lebensüberdruss/);
  assert.equal(text.match(/<svg/g)?.length, 3);
});

test('a test manual says what a value is not for, what patients are asked, and from which difference a change is reliable', async () => {
  const instrument = shippedInstrument('dep');
  const text = documentHtml(await testManual(instrument, options), { pdf: null });
  assert.match(text, /Ein Wert ist keine Diagnose/);
  assert.match(text, /In einer klinischen Stichprobe/);
  assert.match(text, /Marginale Reliabilität<\/dt>\s*<dd[^>]*>0,9/);
  const facets = new Set(instrumentItems(instrument).flatMap(({ facet }) => facet ?? []));
  assert.ok(facets.size > 5);
  for (const facet of facets) assert.match(text, new RegExp(`<th[^>]*>${facet}</th>`));
  // At T 60 the standard error is a quarter of a standard deviation at most: 1.96 · √2 · 2.5 = 6.9 points.
  assert.match(text, /<th[^>]*>60<\/th>\s*(<td[^>]*>[^<]*<\/td>){4}<td[^>]*>6,[0-9]<\/td>/);
});

const manual = async (id: string) => (await get(`testmanual-${id}.html`)).body;

test('a test manual says what a high value means, and calls no low resource a burden', async () => {
  for (const id of ['wai', 'eri', 'exis']) {
    const text = await manual(id);
    assert.match(text, /Richtung<\/dt>\s*<dd>höhere Werte sind günstiger/);
    assert.doesNotMatch(text, /stärkere Belastung/);
  }
  assert.match(await manual('dep'), /Richtung<\/dt>\s*<dd>höhere Werte bedeuten stärkere Belastung/);
});

test('a norm set for a group names the patients that are compared with it', async () => {
  const dep = shippedInstrument('dep');
  const [norms] = dep.norm_sets;
  assert.ok(norms);
  const group = { genders: ['FEMALE' as const], age: { from: 18, to: 29 } };
  const norm_sets = [norms, { ...norms, id: 'young-women', group }];
  const text = documentHtml(await testManual({ ...dep, norm_sets }, options), { pdf: null });
  assert.match(text, /weiblich, 18 bis 29 Jahre/i);
});

test('a crosswalk stands in the test manual alone, with the sentence that it is for groups', async () => {
  const table = [40, 45.5, 50, 55, 60].map((t, sum) => [sum, t]);
  const crosswalks = [{ title: 'Anderes Maß', source: 'Beispiel 2020', person_sd: 6, table }];
  const parsed = parseInstrument(
    JSON.stringify(changed(sampleInstrument, ['scales', '1', 'crosswalks'], crosswalks)),
  );
  assert.ok(parsed.kind === 'instrument');
  const text = documentHtml(await testManual(parsed.instrument, options), { pdf: null });
  assert.match(text, /Nur für Mittelwerte von Gruppen/);
  assert.match(text, /Standardabweichung von 6,0 T ab, also oft um bis zu 12 T/);
  assert.match(text, />1<\/t[dh]>\s*<td[^>]*>45,5<\/td>/);
  assert.match(text, /Quelle: Beispiel 2020/);
});

test('the test manual of an instrument without rules names the person who decided that it asks for no danger', async () => {
  const text = documentHtml(await testManual(shippedInstrument('wai'), options), { pdf: null });
  assert.match(text, /Hinweise auf eine Gefahr.*hat entschieden: Projekt Resonanz\./s);
});

test('a published instrument is not called a demonstration', async () => {
  const text = documentHtml(await testManual({ ...shippedInstrument('wai'), status: 'published' }, options), {
    pdf: null,
  });
  assert.doesNotMatch(text, /note-warning/);
});

test('the wording of a licensed instrument is not in the public documents', async () => {
  const licensed = { ...shippedInstrument('eq5d'), status: 'licensed' } as const;
  const library = openLibrary({
    product: 'Resonanz',
    help,
    durations: new Map(),
    instruments: new Map([['eq5d', licensed]]),
  });
  const text = String(await library.find('testmanual-eq5d', 'html'));
  assert.match(text, /Der Wortlaut der Fragen ist lizenziert/);
  for (const { content } of instrumentItems(licensed)) assert.ok(!text.includes(content), content);
});

test('the simulation of a test gives the same, plausible figures each time', async () => {
  const [dimension] = shippedInstrument('dep').dimensions;
  assert.equal(dimension?.form, 'adaptive');
  const first = await simulateQuality({ ...dimension });
  assert.deepEqual(await simulateQuality({ ...dimension }), first);
  const { overall, length, at, exposure } = first;
  assert.ok(Math.abs(overall.bias) < 0.1);
  assert.ok(overall.coverage > 0.9);
  assert.ok(length.min >= 4 && length.max <= 12);
  assert.equal(at.length, 13);
  assert.ok(exposure.every(({ rate }) => rate >= 0 && rate <= 1));
});

const hostile = `#panic() #read("/etc/passwd") $x$ *b* \`r\` <script>alert(1)</script> "'\\ @ref // c`;
const aDocument = (blocks: Document['blocks']): Document => ({
  title: hostile,
  layout: 'page',
  footer: hostile,
  blocks,
});

test('a text of a document never becomes markup, neither in the page nor in the PDF', async () => {
  const document = aDocument([
    paragraph(hostile),
    table([hostile], [[hostile]], { caption: hostile }),
    { kind: 'plain', text: hostile },
    { kind: 'facts', rows: [[hostile, hostile]] },
  ]);
  assert.doesNotMatch(documentHtml(document, { pdf: null }), /<script/);
  assert.equal((await renderPdf(document)).subarray(0, 5).toString(), '%PDF-');
});

test('a tag in Markdown stays text, and a javascript: link stays text', () => {
  const { blocks } = readMarkdown('# T\n\n<b onclick="x">a</b> [x](javascript:alert(1))\n', {
    layout: 'page',
    footer: '',
    pictures: new Map(),
  });
  const text = documentHtml(aDocument(blocks), { pdf: null });
  assert.doesNotMatch(text, /<b |href="javascript/);
  assert.match(text, /&lt;b onclick/);
});

test('nested lists, tables, bold and italic survive reading Markdown', () => {
  const { title, blocks } = readMarkdown(
    '# T\n\n1. a **b *c* d**\n   - e\n\n| x | y |\n|---|---|\n| 1 | `2` |\n',
    {
      layout: 'page',
      footer: '',
      pictures: new Map(),
    },
  );
  assert.equal(title, 'T');
  assert.deepEqual(blocks, [
    {
      kind: 'list',
      ordered: true,
      items: [
        [
          {
            kind: 'paragraph',
            runs: [
              { text: 'a ' },
              { text: 'b ', bold: true },
              { text: 'c', bold: true, italic: true },
              { text: ' d', bold: true },
            ],
          },
          { kind: 'list', ordered: false, items: [[{ kind: 'paragraph', runs: [{ text: 'e' }] }]] },
        ],
      ],
    },
    {
      kind: 'table',
      head: [[{ text: 'x' }], [{ text: 'y' }]],
      rows: [[[{ text: '1' }], [{ text: '2', code: true }]]],
    },
  ]);
});

test('a document that cannot be typeset does not prevent the next one', async () => {
  const broken = aDocument([{ kind: 'heading', level: 4, text: 'a level was left out' }]);
  await assert.rejects(renderPdf(broken));
  assert.equal((await renderPdf(aDocument([paragraph('ja')]))).subarray(0, 5).toString(), '%PDF-');
});

test('each document names the product in its title and has a way back', async () => {
  for (const name of [...written, 'testmanual']) {
    const { body } = await get(`${name}.html`);
    assert.match(body, /<title>[^<]+ – Resonanz<\/title>/, name);
    assert.match(body, /<header><a href="\/">Zurück zu Resonanz<\/a><\/header>/, name);
    assert.match(body, /<link rel="icon" href="\/favicon\.svg"/, name);
  }
});

test('the information on the study says that it is a template until the installation has its own text', async () => {
  assert.match((await get('studieninformation.html')).body, /Dieser Text ist eine Vorlage/);
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-documents-'));
  try {
    writeFileSync(join(folder, 'studieninformation.md'), '# Unsere Studie\n\nFreigegeben am 1. März.\n');
    const { config } = services;
    const own = await buildApp({ ...services, config: { ...config, documentsDir: folder } });
    const { body } = await own.inject({ method: 'GET', url: '/documents/studieninformation.html' });
    assert.match(body, /<h1>Unsere Studie<\/h1>/);
    assert.doesNotMatch(body, /Vorlage/);
    await own.close();
    writeFileSync(join(folder, 'studieninformation.md'), 'Ohne Titel');
    await assert.rejects(
      buildApp({ ...services, config: { ...config, documentsDir: folder } }),
      /studieninformation\.md is not a document/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a document shows its pictures, on the page and in the PDF, each with a text', async () => {
  const { body } = await get('anleitung-patienten.html');
  const [image = ''] = body.match(/<img[^>]*>/) ?? [];
  const [, src = ''] = /src="([^"]+)"/.exec(image) ?? [];
  assert.match(image, /alt="[^"]{10,}"/);
  const picture = await get(src);
  assert.equal(picture.headers['content-type'], 'image/webp');
  assert.match((await get('anleitung-patienten.pdf')).body, /\/Subtype ?\/Image/);
  assert.equal((await get('bilder/../anleitung-patienten.md')).statusCode, 404);
});

test('a document with a picture that does not exist cannot be read', () => {
  const around = { layout: 'page', footer: '', pictures: new Map() } as const;
  assert.throws(() => readMarkdown('# T\n\n![Etwas](bilder/fehlt.webp)\n', around), /There is no picture/);
});
