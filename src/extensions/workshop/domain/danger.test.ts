import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DangerMark } from './draft.ts';
import { ANY, dangerFault, dangerRules, marksOfRules, type DangerFault } from './danger.ts';
import type { DraftItem } from './draft-items.ts';

const item = (change: Partial<DraftItem> = {}): DraftItem => ({
  id: 'q',
  number: 1,
  type: 'QUESTION_VERTICAL_RADIO',
  content: 'Eine Frage',
  options: [0, 1, 2, 3].map((value) => ({ id: `o${value}`, label: `Antwort ${value}`, value })),
  isChosen: false,
  ...change,
});

const SAYS = { q: 'Bitte ansprechen.' };

const danger = (marks: readonly (DangerMark | null)[], says: Record<string, string> = SAYS, key = 'o') => ({
  marks: {
    q: Object.fromEntries(
      marks.flatMap((mark, index) =>
        mark === null ? [] : [[key === ANY ? ANY : `o${index}`, mark] as const],
      ),
    ),
  },
  says,
});

test('marks that rise with the numbers become a rule for each level', () => {
  const rules = dangerRules([item()], danger(['none', 'none', 'notice', 'urgent']));
  assert.deepEqual(rules, [
    { item: 'q', kind: 'self', at_least: 2, level: 'notice', clinician: 'Bitte ansprechen.' },
    { item: 'q', kind: 'self', at_least: 3, level: 'urgent', clinician: 'Bitte ansprechen.' },
  ]);
  assert.deepEqual(
    dangerRules([item()], danger(['none', 'urgent', 'urgent', 'urgent'])).map(({ at_least, level }) => [
      at_least,
      level,
    ]),
    [[1, 'urgent']],
  );
  assert.deepEqual(dangerRules([item()], danger(['none', 'none', 'none', 'none'])), []);
});

test('the numbers decide about the order of the answers, not their places', () => {
  const turned = item({ options: item().options.toReversed() });
  const rules = dangerRules([turned], danger(['none', 'none', 'none', 'urgent']));
  assert.deepEqual(
    rules.map(({ at_least }) => at_least),
    [3],
  );
});

const none = ['none', 'none', 'none', 'none'] as const;
const rising = ['none', 'notice', 'notice', 'urgent'] as const;

const faults: readonly [string, DangerFault | undefined, DraftItem, ReturnType<typeof danger>][] = [
  ['every answer is decided', undefined, item(), danger(none)],
  ['one answer is not decided', 'danger_open', item(), danger(['none', 'none', null, 'urgent'])],
  ['nothing is decided', 'danger_open', item(), danger([])],
  ['the danger falls', 'danger_falls', item(), danger(['none', 'urgent', 'notice', 'urgent'])],
  ['the danger ends', 'danger_falls', item(), danger(['none', 'urgent', 'none', 'none'])],
  [
    'the lowest answer shows danger',
    'danger_at_lowest',
    item(),
    danger(['notice', 'notice', 'urgent', 'urgent']),
  ],
  ['nobody says what clinicians read', 'danger_says_missing', item(), danger(rising, { q: ' ' })],
  ['several boxes may be ticked', 'danger_of_boxes', item({ type: 'QUESTION_CHECKBOX' }), danger(rising)],
  ['a test chooses the question', 'danger_of_chosen', item({ isChosen: true }), danger(rising)],
  [
    'an answer has no number',
    'danger_without_numbers',
    item({ options: item().options.map((one) => ({ ...one, value: 'x' })) }),
    danger(rising),
  ],
  [
    'a text shows danger',
    'danger_without_options',
    item({ type: 'QUESTION_TEXT', options: [] }),
    danger(['urgent'], SAYS, ANY),
  ],
  ['a text shows none', undefined, item({ type: 'QUESTION_TEXT', options: [] }), danger(['none'], SAYS, ANY)],
];

for (const [name, fault, one, marks] of faults)
  test(`${name}: ${fault ?? 'nothing is wrong'}`, () => {
    assert.equal(dangerFault(one, marks), fault);
    // What makes no rule is a reason, so that no rule is wrong.
    if (fault !== undefined && fault !== 'danger_says_missing')
      assert.deepEqual(dangerRules([one], marks), []);
  });

test('the marks of a published version are those that its rules came from', () => {
  for (const marks of [none, rising, ['none', 'none', 'urgent', 'urgent'] as const]) {
    const given = danger(marks, marks === none ? {} : SAYS);
    assert.deepEqual(marksOfRules([item()], dangerRules([item()], given)), given);
  }
  const text = item({ type: 'QUESTION_TEXT', options: [] });
  assert.deepEqual(marksOfRules([text], []), { marks: { q: { [ANY]: 'none' } }, says: {} });
});
