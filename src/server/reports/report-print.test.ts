import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostileInput } from './self-test.ts';
import { clinicianReport } from './clinician-report.ts';
import { patientReport } from './patient-report.ts';
import { heading, list, paragraph, table, type Block, type Document } from '../print/blocks.ts';
import { plainForms } from '../print/plain-form.ts';
import { documentBlock, reportHtml } from '../print/print-html.ts';
import { printText } from '../print/print-text.ts';
import { htmlText } from '../print/html.ts';

const disclosure = (only?: 'screen' | 'paper'): Block => ({
  kind: 'disclosure',
  title: 'Numbers',
  ...(only && { only }),
  blocks: [table(['a'], [['1']])],
});

function sectionTitles({ blocks }: Document): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'group') return sectionTitles({ ...block, title: '', layout: 'page', footer: '' });
    return block.kind === 'section' ? [block.title] : [];
  });
}

test('what is folded on the screen stands unfolded on paper, under its title', () => {
  assert.match(htmlText(documentBlock(disclosure())), /^<details[^>]*> <summary>Numbers<\/summary>/);
  assert.deepEqual(plainForms([disclosure()]), [table(['a'], [['1']], { caption: 'Numbers' })]);
});

test('a block for the screen alone is not on paper, and a block for paper alone is not on the screen', () => {
  assert.deepEqual(plainForms([disclosure('screen')]), []);
  assert.equal(plainForms([disclosure('paper')]).length, 1);
  // A page in the browser can be printed, so it has both, and its style sheet shows one of them.
  assert.match(htmlText(documentBlock(disclosure('paper'))), /<details class="rz-data rz-paper-only">/);
  assert.match(htmlText(documentBlock(disclosure('screen'))), /<details class="rz-data rz-screen-only">/);
});

test('screen and paper show the same sections of both reports in the same order', () => {
  for (const report of [clinicianReport(hostileInput), patientReport(hostileInput)]) {
    const titles = sectionTitles(report);
    const headings = plainForms(report.blocks).flatMap((block) =>
      block.kind === 'heading' ? [block.text] : [],
    );
    assert.ok(titles.length >= 3);
    assert.deepEqual(
      headings.filter((text) => titles.includes(text)),
      titles,
    );
    assert.equal(reportHtml(report).match(/<section/g)?.length, titles.length);
  }
});

test('the page overview links every listed section of a report', () => {
  const text = reportHtml(clinicianReport(hostileInput));
  const links = [...text.matchAll(/<li><a href="#(\w+)">/g)].map(([, id]) => id);
  assert.deepEqual(links, ['overview', 'hostile', 'documentation']);
});

test('plain text has a line for each paragraph, list item and score', () => {
  const score: Block = {
    kind: 'score-line',
    title: { level: 3, text: 'Depression' },
    value: 'T 60,0',
    band: null,
    interval: '55 to 65',
    changes: [{ kind: 'improved', text: 'Better.' }],
  };
  assert.equal(
    printText([heading(2, 'Title'), paragraph('Text'), list(['one', 'two']), score]),
    'Title\nText\n- one\n- two\nDepression: T 60,0 (55 to 65). Better.',
  );
});
