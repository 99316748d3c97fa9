// Programs of a practice hold Windows-1252: a sign outside of it arrives there as a question mark, or as nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportSamples } from '../../../test/report-samples.ts';
import { line, paragraph, type Block } from '../print/blocks.ts';
import { documentBlock } from '../print/print-html.ts';
import { htmlText } from '../print/html.ts';
import { printText } from '../print/print-text.ts';
import { clinicianReport } from './clinician-report.ts';
import { patientReport } from './patient-report.ts';

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const windows1252 = new Set(new TextDecoder('windows-1252').decode(everyByte));

const foreign = (text: string): readonly string[] => [...text].filter((sign) => !windows1252.has(sign));

/** What a button of these blocks copies, with the name of the button. */
function copiesOf(blocks: readonly Block[]): readonly { name: string; text: string }[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'tools') return block.copies;
    if (block.kind === 'plain') return [{ name: block.section ?? '', text: block.text }];
    return 'blocks' in block ? copiesOf(block.blocks) : [];
  });
}

test('every sign of every text that a report offers to copy arrives in Windows-1252', () => {
  for (const [sample, input] of Object.entries(reportSamples)) {
    const copies = [clinicianReport, patientReport].flatMap((report) => copiesOf(report(input()).blocks));
    assert.equal(copies.length, 3, sample);
    for (const { name, text } of copies) assert.deepEqual(foreign(text), [], `${sample}, ${name}`);
  }
});

test('a copied minus is one that every program has, and the screen keeps the true minus', () => {
  const score: Block = {
    kind: 'score-line',
    value: '−0,19',
    band: null,
    interval: '−0,30 bis −0,08',
    changes: [{ kind: 'worse', text: 'Seit Erstgespräch: −16,0.' }],
  };
  assert.equal(printText([score]), '-0,19 (-0,30 bis -0,08). Seit Erstgespräch: -16,0.');
  assert.match(htmlText(documentBlock(paragraph('−16,0'))), /−16,0/);
});

test('a copied line has no signs of charts, for words say the same', () => {
  const marked: Block = {
    kind: 'paragraph',
    runs: [{ text: 'verschlechtert', mark: 'worse' }, ...line(', Angst')],
  };
  assert.equal(printText([marked]), 'verschlechtert, Angst');
});
