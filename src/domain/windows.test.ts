import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import standard from '../../protocols/standard.json' with { type: 'json' };
import weeklyFile from '../../protocols/weekly.json' with { type: 'json' };
import { addDays, addMonths, daysBetween } from './dates.ts';
import { parseProtocol } from './protocol.ts';
import type { Protocol } from './protocol.ts';
import { surveyWindows } from './windows.ts';

const protocol = protocolWith({});

function protocolWith(changes: object): Protocol {
  const parsed = parseProtocol({ ...standard, ...changes });
  return parsed.kind === 'protocol' ? parsed.protocol : assert.fail(JSON.stringify(parsed));
}

function standardWithLength(type: string, length_days: number): Protocol {
  return protocolWith({
    windows: standard.windows.map((window) => (window.type === type ? { ...window, length_days } : window)),
  });
}

/** One line per window: `PRE 2026-01-15 2026-02-11`. */
function lines(admission: string, discharge: string, by: Protocol = protocol): string[] {
  return surveyWindows(by, admission, discharge, discharge).map(({ type, ordinal, start, end }) =>
    [type === 'INTERMEDIATE' ? `VERLAUF_${ordinal}` : type, start, end].join(' '),
  );
}

function course(discharge: string): string[] {
  return lines('2026-01-15', discharge).filter((line) => line.startsWith('VERLAUF'));
}

test('a therapy of a year has all measurement points of the study', () => {
  assert.deepEqual(lines('2026-01-15', '2027-01-15'), [
    'PRE 2026-01-15 2026-02-11',
    'VERLAUF_1 2026-04-15 2026-05-12',
    'VERLAUF_2 2026-07-15 2026-08-11',
    'VERLAUF_3 2026-10-15 2026-11-11',
    'POST 2027-01-01 2027-02-11',
    'FOLLOW_UP_1 2027-07-15 2027-08-25',
    'FOLLOW_UP_2 2028-01-15 2028-02-25',
    'FOLLOW_UP_3 2029-01-15 2029-02-25',
  ]);
});

test('each measurement point has its name', () => {
  const labels = surveyWindows(protocol, '2026-01-15', '2026-09-15', '2026-01-15').map(({ label }) => label);
  assert.deepEqual(labels, [
    'Erstgespräch',
    'Verlauf 1',
    'Verlauf 2',
    'Therapieende',
    'Nachsorge 6 Monate',
    'Nachsorge 12 Monate',
    'Nachsorge 24 Monate',
  ]);
});

test('a course measurement is planned only if it ends before the end of therapy begins', () => {
  // Verlauf 1 ends on 12 May, POST starts 14 days before the discharge.
  assert.deepEqual(course('2026-05-25'), []);
  assert.deepEqual(course('2026-05-26'), []);
  assert.deepEqual(course('2026-05-27'), ['VERLAUF_1 2026-04-15 2026-05-12']);
});

test('months after an admission on a leap day end on the same day or on the last day of the month', () => {
  assert.deepEqual(lines('2024-02-29', '2025-06-01').slice(0, 5), [
    'PRE 2024-02-29 2024-03-27',
    'VERLAUF_1 2024-05-29 2024-06-25',
    'VERLAUF_2 2024-08-29 2024-09-25',
    'VERLAUF_3 2024-11-29 2024-12-26',
    'VERLAUF_4 2025-02-28 2025-03-27',
  ]);
});

test('the follow-up one year after a discharge on a leap day begins on the 28th', () => {
  assert.deepEqual(lines('2023-06-01', '2024-02-29').slice(-4), [
    'POST 2024-02-15 2024-03-27',
    'FOLLOW_UP_1 2024-08-29 2024-10-09',
    'FOLLOW_UP_2 2025-02-28 2025-04-10',
    'FOLLOW_UP_3 2026-02-28 2026-04-10',
  ]);
});

test('the windows after an admission on the 31st do not drift to earlier days', () => {
  const starts = lines('2026-01-31', '2027-03-01').map((line) => line.slice(0, -11));
  assert.deepEqual(starts.slice(1, 5), [
    'VERLAUF_1 2026-04-30',
    'VERLAUF_2 2026-07-31',
    'VERLAUF_3 2026-10-31',
    'POST 2027-02-15',
  ]);
});

test('a window over a clock change has as many days as other windows', () => {
  assert.equal(lines('2026-03-15', '2027-03-15')[0], 'PRE 2026-03-15 2026-04-11');
  assert.equal(lines('2026-10-11', '2027-10-11')[0], 'PRE 2026-10-11 2026-11-07');
});

test('a discharge soon after the admission shortens the last measurement and not the first', () => {
  assert.deepEqual(lines('2026-01-15', '2026-01-16').slice(0, 2), [
    'PRE 2026-01-15 2026-02-11',
    'POST 2026-02-12 2026-02-12',
  ]);
  assert.deepEqual(lines('2026-01-15', '2026-02-15').slice(0, 2), [
    'PRE 2026-01-15 2026-02-11',
    'POST 2026-02-12 2026-03-14',
  ]);
});

test('the window of the end of therapy starts on its planned day if the first measurement is over', () => {
  assert.equal(lines('2026-01-15', '2026-02-25')[1], 'POST 2026-02-12 2026-03-24');
  assert.equal(lines('2026-01-15', '2026-02-26')[1], 'POST 2026-02-12 2026-03-25');
  assert.equal(lines('2026-01-15', '2026-02-27')[1], 'POST 2026-02-13 2026-03-26');
});

test('a window without a remaining day is dropped', () => {
  assert.deepEqual(lines('2026-01-15', '2026-01-15').slice(0, 2), [
    'PRE 2026-01-15 2026-02-11',
    'FOLLOW_UP_1 2026-07-15 2026-08-25',
  ]);
});

test('course measurements longer than their interval follow each other without a gap', () => {
  const long = standardWithLength('INTERMEDIATE', 120);
  assert.deepEqual(lines('2026-01-01', '2027-06-01', long).slice(0, 4), [
    'PRE 2026-01-01 2026-01-28',
    'VERLAUF_1 2026-04-01 2026-07-29',
    'VERLAUF_2 2026-07-30 2026-10-28',
    'VERLAUF_3 2026-10-29 2027-01-28',
  ]);
});

test('a therapy of twenty years has a course measurement every quarter', () => {
  const windows = surveyWindows(protocol, '2006-01-01', '2026-01-01', '2026-01-01');
  assert.equal(windows.filter(({ type }) => type === 'INTERMEDIATE').length, 79);
  assert.equal(windows.at(-5)?.label, 'Verlauf 79');
});

test('while the end is open, repeated measurements reach two years beyond today, whatever the protocol limits', () => {
  for (const open_therapy_limit of [0, 8, 200]) {
    const limited = protocolWith({ open_therapy_limit });
    const labels = surveyWindows(limited, '2026-01-15', null, '2026-01-15').map(({ label }) => label);
    assert.deepEqual(labels, ['Erstgespräch', ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Verlauf ${n}`)]);
  }
  const later = surveyWindows(protocol, '2026-01-15', null, '2027-05-20').at(-1);
  assert.deepEqual([later?.label, later?.start], ['Verlauf 13', '2029-04-15']);
});

test('typed dates such as 1900 or 2199 make no more windows than a long therapy has', () => {
  const weekly = parseProtocol(weeklyFile);
  assert.equal(weekly.kind, 'protocol');
  const today = '2026-11-27';
  for (const [by, most] of [
    [protocol, 22 * 4],
    [weekly.protocol, 22 * 53],
  ] as const)
    for (const admission of ['1900-01-01', '2026-11-01', '2199-01-01'])
      for (const discharge of [null, '2026-12-31', '2099-12-31', '2200-12-31']) {
        const windows = surveyWindows(by, admission, discharge, today);
        assert.ok(windows.length <= most + 5, `${admission} ${discharge}: ${windows.length}`);
        assert.equal(windows[0]?.start, admission);
        const course = windows.filter(({ type }) => type === 'INTERMEDIATE');
        assert.ok(course.every(({ start }) => '2006-11-27' <= start && start <= '2028-11-27'));
      }
});

test('a study without an end-of-therapy measurement has no course measurement after the discharge', () => {
  const short = protocolWith({ windows: standard.windows.filter(({ type }) => type !== 'POST') });
  assert.deepEqual(lines('2026-01-15', '2026-08-12', short).slice(0, 3), [
    'PRE 2026-01-15 2026-02-11',
    'VERLAUF_1 2026-04-15 2026-05-12',
    'VERLAUF_2 2026-07-15 2026-08-11',
  ]);
  assert.equal(lines('2026-01-15', '2026-08-11', short)[2], 'FOLLOW_UP_1 2027-02-11 2027-03-24');
});

test('windows for a date that does not exist are an error', () => {
  assert.throws(() => surveyWindows(protocol, '2026-02-30', '2027-01-01', '2026-01-01'), RangeError);
  assert.throws(() => surveyWindows(protocol, '2026-01-01', '2027-02-30', '2026-01-01'), RangeError);
});

const dates = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1950-01-01', days));
const protocols = fc
  .record({
    pre: fc.integer({ min: 1, max: 200 }),
    course: fc.integer({ min: 1, max: 200 }),
    back: fc.integer({ min: -200, max: 60 }),
  })
  .map(({ pre, course, back }) => {
    const lengths: Record<string, number> = { PRE: pre, INTERMEDIATE: course };
    return protocolWith({
      windows: standard.windows.map((window) => ({
        ...window,
        length_days: lengths[window.type] ?? window.length_days,
        offset: window.type === 'POST' ? { months: 0, days: back } : window.offset,
      })),
    });
  });

test('the windows of a patient are in order, do not overlap and do not end before they start', () => {
  const therapies = fc.tuple(
    fc.oneof(fc.constant(protocol), protocols),
    dates,
    fc.integer({ min: -400, max: 9000 }),
    dates,
  );
  fc.assert(
    fc.property(therapies, ([by, admission, length, today]) => {
      const windows = surveyWindows(by, admission, addDays(admission, length), today);
      windows.forEach(({ start, end }, index) => {
        const before = windows[index - 1];
        assert.ok(start <= end);
        if (before) assert.ok(before.end < start, `${before.end} ${start}`);
      });
    }),
    { numRuns: 1000 },
  );
});

test('every therapy has its first and last measurement and all follow-ups', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: 1, max: 9000 }), (admission, length) => {
      const discharge = addDays(admission, length);
      const windows = surveyWindows(protocol, admission, discharge, admission);
      const single = windows.filter(({ type }) => type !== 'INTERMEDIATE').map(({ type }) => type);
      assert.deepEqual(single, ['PRE', 'POST', 'FOLLOW_UP_1', 'FOLLOW_UP_2', 'FOLLOW_UP_3']);
      assert.equal(windows[0]?.start, admission);
      assert.equal(windows.find(({ type }) => type === 'POST')?.end, addDays(discharge, 27));
      assert.equal(windows.at(-1)?.start, addMonths(discharge, 24));
    }),
  );
});

test('course measurements are numbered without gaps and lie completely between the first and the last measurement', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: 1, max: 7000 }), (admission, length) => {
      const discharge = addDays(admission, length);
      const course = surveyWindows(protocol, admission, discharge, discharge).filter(
        ({ type }) => type === 'INTERMEDIATE',
      );
      course.forEach(({ ordinal, start, end }, index) => {
        assert.equal(ordinal, index + 1);
        assert.equal(start, addMonths(admission, 3 * ordinal));
        assert.equal(daysBetween(start, end), 27);
        assert.ok(end < addDays(discharge, -14));
      });
      const next = addMonths(admission, 3 * (course.length + 1));
      assert.ok(addDays(next, 27) >= addDays(discharge, -14), 'one more would not fit');
    }),
  );
});
