import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import courseFile from '../../protocols/course.json' with { type: 'json' };
import standardFile from '../../protocols/standard.json' with { type: 'json' };
import weeklyFile from '../../protocols/weekly.json' with { type: 'json' };
import { addDays, addMonths, daysBetween } from './dates.ts';
import { parseProtocol, type Protocol } from './protocol.ts';
import { windowChanges, windowsAfterDischarge, type AnsweredWindow } from './window-changes.ts';
import { surveyWindows, type SurveyWindow } from './windows.ts';

const ADMISSION = '2026-01-15';
const PLANNED_END = addMonths(ADMISSION, 12);

/** The study by quarters, one that asks every two months, and one that asks every week. */
const protocols: readonly Protocol[] = [standardFile, courseFile, weeklyFile].map((file) => {
  const parsed = parseProtocol(file);
  return parsed.kind === 'protocol' ? parsed.protocol : assert.fail(JSON.stringify(parsed));
});

type Answer = { readonly isFinished: boolean; readonly delay: number };

/** The windows of a therapy planned for a year as they stand on a day. `answerOf` says how each past one was answered. */
function storedOn(
  protocol: Protocol,
  today: string,
  answerOf: (window: SurveyWindow) => Answer | undefined,
): AnsweredWindow[] {
  return surveyWindows(protocol, ADMISSION, PLANNED_END, ADMISSION).map((window) => {
    const answer = window.start <= today ? answerOf(window) : undefined;
    if (!answer) return { ...window, survey: undefined };
    const last = [window.end, today].toSorted()[0] ?? today;
    const room = daysBetween(window.start, last);
    const answered = addDays(window.start, Math.min(room, answer.delay));
    return { ...window, survey: { isFinished: answer.isFinished, answered } };
  });
}

const nameOf = ({ type, ordinal }: SurveyWindow) => `${type} ${ordinal}`;

const latest = (one: string, other: string) => (one > other ? one : other);

function assertWhole(stored: readonly AnsweredWindow[], after: readonly SurveyWindow[], discharge: string) {
  after.forEach(({ start, end }, index) => {
    const before = after[index - 1];
    assert.ok(start <= end, `${start} ${end}`);
    if (before) assert.ok(before.end < start, `${before.end} ${start}`);
  });
  const post = after.find(({ type }) => type === 'POST');
  assert.ok(post, `no POST for ${discharge}`);
  const isPostUntouched = !stored.some(({ type, survey }) => type === 'POST' && survey);
  for (const { survey, ...window } of stored) {
    if (!survey) continue;
    const kept = after.find((other) => nameOf(other) === nameOf(window));
    assert.ok(kept, `${nameOf(window)} is gone`);
    assert.ok(
      kept.start <= survey.answered && survey.answered <= kept.end,
      `${nameOf(window)} lost its survey`,
    );
    if (survey.isFinished) assert.equal(kept.end, survey.answered);
    else if (isPostUntouched && window.type === 'INTERMEDIATE' && kept.start <= post.end)
      assert.ok(
        kept.end <= latest(survey.answered, addDays(post.end, -13)),
        `${nameOf(window)} leaves too few`,
      );
  }
}

test('the real end of a therapy on any of the days 60 to 329 hides no finished survey', () => {
  let kept = 0;
  for (const protocol of protocols)
    for (let day = 60; day < 330; day++) {
      const discharge = addDays(ADMISSION, day);
      const stored = storedOn(protocol, discharge, () => ({ isFinished: true, delay: 0 }));
      const planned = surveyWindows(protocol, ADMISSION, discharge, discharge);
      const after = windowsAfterDischarge(stored, planned);
      assertWhole(stored, after, discharge);
      const gone = stored.filter(
        ({ survey, ...one }) => survey && !planned.some((p) => nameOf(p) === nameOf(one)),
      );
      kept += gone.length;
    }
  assert.ok(kept > 3 * 270, `the plan alone would have hidden ${kept} finished surveys`);
});

test('whatever was answered, begun or left, and whenever the end is entered, windows stay whole and POST is there', () => {
  const answers = fc.option(fc.record({ isFinished: fc.boolean(), delay: fc.integer({ min: 0, max: 41 }) }), {
    nil: undefined,
  });
  const cases = fc.record({
    protocol: fc.constantFrom(...protocols),
    day: fc.integer({ min: 1, max: 500 }),
    shift: fc.integer({ min: -400, max: 400 }),
    pattern: fc.array(answers, { minLength: 1, maxLength: 60 }),
  });
  fc.assert(
    fc.property(cases, ({ protocol, day, shift, pattern }) => {
      const today = addDays(ADMISSION, day);
      const discharge = addDays(ADMISSION, Math.max(1, day + shift));
      let place = 0;
      const stored = storedOn(protocol, today, () => pattern[place++ % pattern.length]);
      const planned = surveyWindows(protocol, ADMISSION, discharge, today);
      const after = windowsAfterDischarge(stored, planned);
      assertWhole(stored, after, discharge);
      // A second edit with the same end, and the protocol applied once more, change nothing.
      const surveys = new Map(stored.map(({ survey, ...window }) => [nameOf(window), survey]));
      const now = after.map((window) => ({ ...window, survey: surveys.get(nameOf(window)) }));
      assert.deepEqual(windowsAfterDischarge(now, planned), after);
      const begun = now.map(({ survey, ...window }) => ({ ...window, isBegun: survey !== undefined }));
      assert.deepEqual(windowChanges(begun, planned, today), { added: [], moved: [], closed: [] });
    }),
    { numRuns: 1000 },
  );
});

test('a begun survey keeps its planned end, and the last survey begins the day after', () => {
  const [standard] = protocols;
  assert.ok(standard);
  const today = addDays(ADMISSION, 95);
  const stored = storedOn(standard, today, ({ type }) => ({ isFinished: type === 'PRE', delay: 3 }));
  const planned = surveyWindows(standard, ADMISSION, addDays(today, 8), today);
  const [pre, course, post] = windowsAfterDischarge(stored, planned);
  assert.deepEqual([pre?.type, pre?.end], ['PRE', addDays(ADMISSION, 3)]);
  assert.deepEqual([course?.type, course?.end], ['INTERMEDIATE', '2026-05-12']);
  assert.deepEqual([post?.type, post?.start, post?.end], ['POST', '2026-05-13', addDays(today, 8 + 27)]);
});

test('an end that becomes open again takes the unanswered last windows away and keeps an answered one', () => {
  const [standard] = protocols;
  assert.ok(standard);
  const today = addDays(PLANNED_END, 5);
  const open = surveyWindows(standard, ADMISSION, null, today);
  const untouched = windowsAfterDischarge(
    storedOn(standard, today, () => undefined),
    open,
  );
  assert.ok(untouched.every(({ type }) => type === 'PRE' || type === 'INTERMEDIATE'));
  const finished = storedOn(standard, today, ({ type }) =>
    type === 'POST' ? { isFinished: true, delay: 2 } : undefined,
  );
  const after = windowsAfterDischarge(finished, open);
  assert.ok(after.some(({ type }) => type === 'POST'));
  assert.ok(after.some(({ type, start }) => type === 'INTERMEDIATE' && start > PLANNED_END));
});
