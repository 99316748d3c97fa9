import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowChanges, type StoredWindow } from './window-changes.ts';
import type { SurveyWindow } from './windows.ts';

const TODAY = '2026-06-15';

function aWindow(type: SurveyWindow['type'], start: string, end: string, ordinal = 1): SurveyWindow {
  return { type, ordinal, start, end, label: `${type} ${ordinal}` };
}

const stored = (window: SurveyWindow, isBegun = false): StoredWindow => ({ ...window, isBegun });

const past = aWindow('PRE', '2026-01-01', '2026-01-28');
const open = aWindow('INTERMEDIATE', '2026-06-01', '2026-06-28', 1);
const later = aWindow('INTERMEDIATE', '2026-09-01', '2026-09-28', 2);

test('a patient whose windows fit the protocol has no changes', () => {
  const windows = [past, open, later];
  const changes = windowChanges(
    windows.map((window) => stored(window)),
    windows,
    TODAY,
  );
  assert.deepEqual(changes, { added: [], moved: [], closed: [] });
});

test('a later window moves, one that the protocol no longer has closes, and a new one is added', () => {
  const post = aWindow('POST', '2026-12-01', '2026-12-28');
  const moved = { ...later, start: '2026-10-01', end: '2026-10-28' };
  const changes = windowChanges([stored(past), stored(open), stored(later)], [past, moved, post], TODAY);
  assert.deepEqual(changes, { added: [post], moved: [moved], closed: [stored(open)] });
});

test('a window that ended or whose survey is begun stays, whatever the protocol says', () => {
  const other = { ...past, start: '2026-02-01', end: '2026-03-01' };
  const changes = windowChanges([stored(past), stored(open, true)], [other], TODAY);
  assert.deepEqual(changes, { added: [], moved: [], closed: [] });
});

test('a protocol with more windows adds none to the past', () => {
  const missed = aWindow('INTERMEDIATE', '2026-03-01', '2026-03-28', 3);
  assert.deepEqual(windowChanges([], [missed], TODAY).added, []);
});

test('a new window begins the day after a begun one that it overlaps, and is dropped if no day is left', () => {
  const begun = stored(open, true);
  const overlapping = aWindow('POST', '2026-06-20', '2026-07-10');
  const inside = aWindow('FOLLOW_UP_1', '2026-06-20', '2026-06-25');
  const { added } = windowChanges([begun], [overlapping, inside], TODAY);
  assert.deepEqual(added, [{ ...overlapping, start: '2026-06-29' }]);
});
