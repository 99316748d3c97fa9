import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPatient, aPlan, shippedInstrument, taken } from '../../../test/survey-samples.ts';
import type { Instrument } from '../../domain/instrument-schema.ts';
import { withReaderNotice } from './page-notes.ts';

const wai = shippedInstrument('wai');

function paragraphsOf(instrument: Instrument): readonly string[] {
  const { shown } = taken(aPlan([instrument], { window: 'POST' }), aPatient('anna'));
  return shown.map(({ dimension }) => withReaderNotice(dimension, [instrument]).paragraph);
}

test('each page about the alliance tells the patient who can read the answers', () => {
  const paragraphs = paragraphsOf(wai);
  assert.equal(paragraphs.length, 3);
  for (const text of paragraphs)
    assert.match(text, /treffen sie zu\? Die Person, die Sie behandelt, kann Ihre Antworten lesen/);
});

test('a page of an instrument that shows its scales only says that single answers are not seen', () => {
  for (const text of paragraphsOf({ ...wai, answers_shown: 'scales_only' }))
    assert.match(text, /sieht davon nur das Ergebnis, nicht Ihre einzelnen Antworten\.$/);
});

test('an instrument that states nothing has the paragraph of its file', () => {
  const { answers_shown: _stated, ...silent } = wai;
  for (const text of paragraphsOf(silent)) assert.match(text, /treffen sie zu\?$/);
});
