import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memory, packed, readKept, savedView, type SavedView } from './kept-cookie.ts';

const view: SavedView = {
  sort: { id: 'code', desc: true },
  filters: { gender: { text: 'Divers', operator: '==' } },
  preset: null,
};

const form = (text: string) => encodeURIComponent(`1 ${text}`);

const broken = [
  '',
  '%',
  '%E0%A4%A',
  'null',
  '1 {bad',
  form('{bad'),
  form('5'),
  form('null'),
  form('[]'),
  form('{"hidden":null}'),
  form('{"hidden":[5],"views":[]}'),
  form('{"hidden":[],"views":[null]}'),
  form('{"sort":"code","filters":{},"preset":null}'),
  form('{"sort":null,"filters":{"code":"x"},"preset":null}'),
  form('{"sort":null,"filters":{"code":{"text":"x","operator":"like"}},"preset":null}'),
];

test('the columns and views that a clinician keeps come back', () => {
  const kept = { hidden: ['gender'], views: [view] };
  assert.deepEqual(readKept(memory, packed(kept)), kept);
  assert.deepEqual(readKept(savedView, packed(view)), view);
});

test('a cookie of the table that holds anything else is forgotten', () => {
  for (const cookie of broken)
    assert.deepEqual([readKept(memory, cookie), readKept(savedView, cookie)], [null, null], cookie);
});
