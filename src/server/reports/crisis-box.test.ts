import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anInput, pre } from '../../../test/report-samples.ts';
import { reportHtml } from '../print/print-html.ts';
import { printText } from '../print/print-text.ts';
import { clinicianReport } from './clinician-report.ts';
import type { ShownEvent } from './crisis-items.ts';
import type { ReportInput } from './report-data.ts';

const clinicianHtml = (input: ReportInput) => reportHtml(clinicianReport(input));

const event: ShownEvent = {
  id: '5b0c7a52-1111-4222-8333-944455556666',
  level: 'urgent',
  clinician: 'Bitte umgehend abklären.',
  answer: 'oft',
  point: 'Erstgespräch',
  at: { text: '18.11.2026, 14:05 Uhr', day: '2026-11-18' },
  acknowledged: null,
};
const answers = [
  { point: 'Vorgespräch', day: '2026-05-02', answer: 'nie' },
  { point: 'Erstgespräch', day: '2026-11-18', answer: 'oft' },
];
const asked = { question: 'Wollten Sie nicht mehr leben?', answers };
const acknowledged = {
  ...event,
  acknowledged: {
    by: 'maria',
    at: '19.11.2026, 08:00 Uhr',
    done: 'assessed' as const,
    note: 'Mit Notfallplan.',
  },
};

test('the first box of a report shows an open event with its age, its place for the button, and every answer to the item', () => {
  const text = clinicianHtml(anInput([pre], { crisis: [{ ...asked, events: [event] }] }));
  const box = /<section class="rz-flags" id="crisis"[^]*?<\/section>/.exec(text)?.[0] ?? '';
  assert.ok(text.indexOf(box) < text.indexOf('rz-notes'), 'it stands above everything else');
  assert.match(box, /<div class="rz-event"\s+data-crisis-event="5b0c7a52-1111-4222-8333-944455556666">/);
  assert.match(box, /Dringend: Bitte umgehend abklären\./);
  assert.match(box, /„Wollten Sie nicht mehr leben\?“/);
  assert.match(box, /Antwort<\/dt> <dd>oft/);
  assert.match(box, /Erstgespräch/);
  assert.match(box, /18\.11\.2026, 14:05 Uhr \(vor 3 Tagen\)/);
  assert.match(box, /noch nicht zur Kenntnis genommen/);
  assert.match(box, /Vorgespräch<\/th>\s*<td>02\.05\.2026<\/td>\s*<td>nie/);
  assert.doesNotMatch(text, /href="#crisis"/, 'the box is no section that print options leave out');
});

test('an acknowledged event shows by whom, when and what was done, with the note, and has no place for a button', () => {
  const text = clinicianHtml(anInput([pre], { crisis: [{ ...asked, events: [acknowledged] }] }));
  const box = /<section class="rz-flags rz-seen" id="crisis"[^]*?<\/section>/.exec(text)?.[0] ?? '';
  assert.match(box, /Bestätigte Hinweise<[^]*Zur Kenntnis genommen von maria am 19\.11\.2026, 08:00 Uhr/);
  assert.match(box, /Stufe<\/dt> <dd>dringend/);
  assert.match(box, /Suizidalität abgeklärt/);
  assert.match(text, /Mit Notfallplan\./);
  assert.doesNotMatch(text, /data-crisis-event/);
});

test('an acknowledged event keeps no urgent words, neither on the page nor in the copied texts', () => {
  const text = clinicianHtml(anInput([pre], { crisis: [{ ...asked, events: [acknowledged] }] }));
  assert.doesNotMatch(text, /zeitnah|Dringend|umgehend|noch nicht zur Kenntnis/);
  assert.equal(text.match(/Zur Kenntnis genommen von maria am [^:]*08:00 Uhr: „Wollten/g)?.length, 3);
  assert.match(text, /Notiz: Mit Notfallplan\.\n/);
});

test('a box with one open event stays urgent, and the open event comes first', () => {
  const text = clinicianHtml(anInput([pre], { crisis: [{ ...asked, events: [acknowledged, event] }] }));
  const box = /<section class="rz-flags" id="crisis"[^]*?<\/section>/.exec(text)?.[0] ?? '';
  assert.match(
    box,
    /Bitte zeitnah beachten[^]*Dringend: [^]*rz-seen-event[^]*Zur Kenntnis genommen von maria/,
  );
});

/** The report of an event of this day. */
function htmlOn(day: string): string {
  const events = [{ ...event, at: { text: day, day } }];
  return clinicianHtml(anInput([pre], { crisis: [{ ...asked, events }] }));
}

test('the age of an event is said in days of the calendar', () => {
  assert.match(htmlOn('2026-11-21'), /2026-11-21 \(heute\)/);
  assert.match(htmlOn('2026-11-20'), /2026-11-20 \(gestern\)/);
  assert.match(htmlOn('2026-10-21'), /\(vor 31 Tagen\)/);
});

test('paper and the text for the record show the same box', () => {
  const input = anInput([pre], { crisis: [{ ...asked, events: [event, acknowledged] }] });
  const { blocks } = clinicianReport(input);
  const plain = /<pre class="rz-plain"[^>]*>([^]*?)<\/pre>/.exec(clinicianHtml(input))?.[1] ?? '';
  const facts = [
    'Bitte umgehend abklären.',
    'oft',
    '18.11.2026, 14:05 Uhr (vor 3 Tagen)',
    'maria',
    'Mit Notfallplan.',
  ];
  for (const text of [printText(blocks.slice(0, 2)), plain])
    for (const fact of [...facts, 'Wollten Sie nicht mehr leben?', 'Vorgespräch', '02.05.2026', 'nie'])
      assert.ok(text.includes(fact), fact);
  assert.match(plain, /\nHinweis, dringend: Bitte umgehend/);
});
