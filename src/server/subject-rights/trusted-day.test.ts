import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { doubtAbout, dailyErasureLimit, type Days } from './trusted-day.ts';

const right: Days = {
  today: '2026-01-07',
  database: '2026-01-07',
  trail: '2026-01-06',
  trusted: '2026-01-06',
};
const doubt = (changed: Partial<Days>) => doubtAbout({ ...right, ...changed });

describe('patients are erased on a day that can be trusted', () => {
  test('a server that rested over Christmas erases again, also around midnight', () => {
    assert.equal(doubt({}), undefined);
    assert.equal(doubt({ trusted: '2025-12-19', trail: '2025-12-19' }), undefined);
    assert.equal(doubt({ database: '2026-01-08', trail: '2026-01-08' }), undefined);
    assert.equal(doubt({ trusted: null, trail: null }), undefined);
  });

  test('clocks that differ by more than a day stop the erasing, in both directions', () => {
    assert.equal(doubt({ today: '2041-01-07' }), 'clocks_differ');
    assert.equal(doubt({ database: '2026-01-05' }), 'clocks_differ');
  });

  test('two clocks that leap together stop the erasing, although the trail already holds rows of the wrong day', () => {
    const leapt = { today: '2041-01-07', database: '2041-01-07' } as const;
    assert.equal(doubt(leapt), 'day_leapt');
    assert.equal(doubt({ ...leapt, trail: '2041-01-07' }), 'day_leapt');
    assert.equal(doubt({ ...leapt, trusted: null }), 'day_leapt');
  });

  test('a day before one that the clinic has seen stops the erasing', () => {
    assert.equal(doubt({ trail: '2026-02-01' }), 'day_went_back');
    assert.equal(doubt({ trusted: '2026-02-01' }), 'day_went_back');
  });

  test('a large clinic erases two per cent a day, a small one ten patients', () => {
    assert.deepEqual([0, 145, 500, 12_000].map(dailyErasureLimit), [10, 10, 10, 240]);
  });
});
