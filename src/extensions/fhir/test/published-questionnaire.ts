// The published questionnaire is not part of the repository. This test runs only if its folder is there.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { crisisAnswers } from '../../../domain/crisis-rules.ts';
import { dangerHints } from '../../../domain/danger-wording.ts';
import type { Instrument } from '../../../domain/instrument.ts';
import { chosen, fixtures, imported, published, read } from './samples.ts';
import { aPatient, aPlan, answered } from '../../../../test/survey-samples.ts';
import { importQuestionnaire } from '../domain/fhir-questionnaire.ts';
import { responseItems } from '../domain/fhir-questionnaire-response.ts';
import { scoreSession } from '../../../domain/scoring.ts';
import { currentPage } from '../../../domain/survey-flow.ts';

const phqFiles = [
  'ValueSet-mii-vs-pro-phq-9-answer-list-ll358-3',
  'ValueSet-mii-vs-pro-phq-9-answer-list-ll359-1',
];

/** The dimensions of an instrument whose items are known by their words alone. */
function withoutCodes({ dimensions }: Instrument): Instrument['dimensions'] {
  return dimensions.map((dimension) => ({
    ...dimension,
    items: dimension.items.map(({ codes: _codes, ...item }) => item),
  }));
}

if (existsSync(published)) {
  test('the German PHQ-9 without a rule for its last question is warned of', () => {
    const sidecar = { ...read(fixtures, 'phq-9.sidecar'), crisis: [], crisis_decided_by: 'Prüfung' };
    const instrument = imported(
      importQuestionnaire(
        read(published, 'Questionnaire-mii-qst-pro-phq-9'),
        phqFiles.map((name) => read(published, name)),
        sidecar,
      ),
    );
    const names = dangerHints(instrument).map(({ item }) => item.link_id);
    assert.deepEqual(names, ['PHQ-9.9']);
    const worded = { ...instrument, dimensions: withoutCodes(instrument) };
    assert.equal(dangerHints(worded).length, 1);
  });

  test('the German PHQ-9 of the Medizininformatik-Initiative imports, runs and scores', () => {
    const instrument = imported(
      importQuestionnaire(
        read(published, 'Questionnaire-mii-qst-pro-phq-9'),
        phqFiles.map((name) => read(published, name)),
        read(fixtures, 'phq-9.sidecar'),
      ),
    );
    const plan = aPlan([instrument]);
    // The second page ends with the wish to die, so a page of help comes after it.
    const asked = answered(plan, aPatient('anna')).map(({ answers }) => answers.map(({ id }) => id));
    assert.deepEqual(
      asked.map((ids) => ids.length),
      [5, 4, 1, 1],
    );
    assert.deepEqual(asked[2], ['crisis-help']);
    const first = currentPage(plan, []);
    assert.match(first?.dimension.paragraph ?? '', /letzten 2 Wochen/);
    assert.equal(first?.items[0]?.response_options[3]?.label, 'Beinahe jeden Tag');
    const scoreOf = (options: readonly number[]) => scoreSession(plan, chosen(instrument, options)).scales[0];
    assert.equal(scoreOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?.raw, 0);
    assert.equal(scoreOf([3, 3, 3, 3, 3, 3, 3, 3, 3, 3])?.raw, 27);
    for (const [sum, band] of [
      [4, 'minimal'],
      [5, 'mild'],
      [9, 'mild'],
      [10, 'moderate'],
      [15, 'moderately-severe'],
      [20, 'severe'],
    ] as const) {
      const options = Array.from({ length: 9 }, (_, index) => Math.min(3, Math.max(0, sum - 3 * index)));
      assert.equal(scoreOf(options)?.band, band, String(sum));
    }
    const worst = chosen(
      instrument,
      Array.from({ length: 10 }, () => 3),
    );
    const scores = scoreSession(plan, worst);
    const [danger] = crisisAnswers(
      [instrument],
      worst.flatMap((page) => page.answers),
    );
    assert.equal(danger?.item_id, 'PHQ-9.9');
    const items = responseItems(
      instrument,
      worst.flatMap((page) => page.answers),
      scores.scales,
    );
    assert.deepEqual(items.at(0)?.answer, [
      { valueCoding: { system: 'http://loinc.org', code: 'LA6571-9', display: 'Beinahe jeden Tag' } },
    ]);
    assert.deepEqual(
      items.map(({ linkId }) => linkId),
      [...Array.from({ length: 10 }, (_, index) => `PHQ-9.${index + 1}`), 'PHQ-9.Score'],
    );
  });
}
