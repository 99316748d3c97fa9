import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDecisions, questionsIn } from './draft-places.ts';
import { decide } from './undecided.ts';

const draft = {
  licence: decide('the licence'),
  crisis_decided_by: decide('who decided'),
  option_sets: {
    often: [
      { id: 'o0', label: 'nie' },
      { id: 'o1', label: decide('the words') },
    ],
  },
  dimensions: [
    { id: 'a', paragraph: decide('the days'), items: [{ id: 'a-1', type: 'INFO', content: 'Hallo' }] },
    {
      id: 'b',
      pages: [{ items: ['b-1'] }, { connector: decide('a stem'), items: ['b-2'] }],
      items: [
        { id: 'b-1', type: 'QUESTION_TEXT', content: decide('the wording of b-1') },
        { id: 'b-2', type: decide('the type'), content: 'Wie oft?', options: [{ label: decide('x') }] },
      ],
    },
  ],
  scales: [{ title: 'Schlaf', direction: decide('which') }, { title: decide('its title') }],
  crisis: [
    { item: 'b-2', at_least: decide('from where') },
    { item: 'gone', clinician: decide('a text') },
  ],
};

test('every value to be decided has its place in words', () => {
  assert.deepEqual(
    openDecisions(draft).map(({ where, what }) => `${where}: ${what}`),
    [
      'licence: the licence',
      'crisis decided by: who decided',
      'answers "often", answer 2, label: the words',
      'part 1, paragraph: the days',
      'part 2, page 2, connector: a stem',
      'question 2 "b-1", content: the wording of b-1',
      'question 3 "Wie oft?", type: the type',
      'question 3 "Wie oft?", answer 1, label: x',
      'scale "Schlaf", direction: which',
      'scale 2, title: its title',
      'rule for danger, question 3 "Wie oft?", at least: from where',
      'rule for danger, question "gone", clinician: a text',
    ],
  );
});

test('texts between the questions are no questions', () => {
  assert.equal(questionsIn(draft), 2);
  assert.equal(questionsIn({ dimensions: 'none' }), 0);
});
