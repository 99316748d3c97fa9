import assert from 'node:assert/strict';
import { test } from 'node:test';
import standard from '../../protocols/standard.json' with { type: 'json' };
import { addDays } from './dates.ts';
import { parseProtocol } from './protocol.ts';
import {
  belongsToWindow,
  hasResultLink,
  isUnread,
  linkSessions,
  reportReadSummary,
  resultStatus,
  sessionOfWindow,
  surveyStatus,
  timeWindowStatus,
} from './statuses.ts';
import type { ResultStatus, SessionProgress, SurveyStatus } from './statuses.ts';
import { surveyWindows } from './windows.ts';

const BERLIN = 'Europe/Berlin';
const window = { type: 'PRE', start: '2026-03-10', end: '2026-04-06' } as const;

const [before, first, inside, last, after] = [
  '2026-03-09',
  '2026-03-10',
  '2026-03-20',
  '2026-04-06',
  '2026-04-07',
];
const days = { before, first, inside, last, after };
type Day = keyof typeof days;

const severities = ['LOW', 'MEDIUM', 'HIGH', 'UNKNOWN'] as const;

function aSession(changes: Partial<SessionProgress> = {}): SessionProgress {
  return { stw_type: 'PRE', update_time: '2026-03-20T10:00:00Z', finished: false, ...changes };
}

function dayOf(name: Day): string {
  return days[name] ?? assert.fail();
}

test('a window is current on its first day, on its last day and between', () => {
  const statuses = Object.keys(days).map((name) => timeWindowStatus(window, dayOf(name as Day)));
  assert.deepEqual(statuses, ['planned', 'current', 'current', 'current', 'completed']);
});

test('a window of one day is current on that day alone', () => {
  const oneDay = { start: '2024-02-29', end: '2024-02-29' };
  const statuses = ['2024-02-28', '2024-02-29', '2024-03-01'].map((day) => timeWindowStatus(oneDay, day));
  assert.deepEqual(statuses, ['planned', 'current', 'completed']);
});

const surveyStatuses: Record<'none' | 'started' | 'finished', Record<Day, SurveyStatus>> = {
  none: {
    before: 'not_available',
    first: 'pending_not_started',
    inside: 'pending_not_started',
    last: 'pending_not_started',
    after: 'expired',
  },
  started: {
    before: 'error',
    first: 'pending_started',
    inside: 'pending_started',
    last: 'pending_started',
    after: 'expired',
  },
  finished: {
    before: 'finished',
    first: 'finished',
    inside: 'finished',
    last: 'finished',
    after: 'finished',
  },
};

const sessionStates = { none: undefined, started: { finished: false }, finished: { finished: true } };

for (const [state, expected] of Object.entries(surveyStatuses))
  for (const [day, status] of Object.entries(expected))
    test(`the survey status with session ${state} and today ${day} the window is ${status}`, () => {
      const session = sessionStates[state as keyof typeof sessionStates];
      assert.equal(surveyStatus(window, session, dayOf(day as Day)), status);
    });

test('a finished survey shows its severity as the result, in the window and after it', () => {
  for (const condition_severity of severities)
    for (const day of ['inside', 'after'] as const)
      assert.equal(
        resultStatus(window, { finished: true, condition_severity }, dayOf(day)),
        condition_severity,
      );
});

const resultsOfUnfinished: Record<'none' | 'started', Record<Day, ResultStatus>> = {
  none: {
    before: 'not_available',
    first: 'not_available',
    inside: 'not_available',
    last: 'not_available',
    after: 'expired',
  },
  started: {
    before: 'error',
    first: 'not_available',
    inside: 'not_available',
    last: 'not_available',
    after: 'expired',
  },
};

for (const [state, expected] of Object.entries(resultsOfUnfinished))
  for (const [day, status] of Object.entries(expected))
    test(`the result status with session ${state} and today ${day} the window is ${status}`, () => {
      const session =
        state === 'none' ? undefined : ({ finished: false, condition_severity: 'UNKNOWN' } as const);
      assert.equal(resultStatus(window, session, dayOf(day as Day)), status);
    });

test('a severity that does not exist is shown as an error, not as a result', () => {
  for (const severity of ['CRITICAL', 'toString', '', null]) {
    // JSON from another version can hold anything.
    const session = { finished: true, condition_severity: severity as 'LOW' };
    assert.equal(resultStatus(window, session, inside ?? ''), 'error');
  }
});

test('a session belongs only to a window of its own type', () => {
  assert.equal(belongsToWindow(aSession(), window, BERLIN), true);
  assert.equal(belongsToWindow(aSession({ stw_type: 'POST' }), window, BERLIN), false);
});

test('a session belongs to a window from its first to its last minute in Berlin', () => {
  const moments = {
    '2026-03-09T22:59:59Z': false,
    '2026-03-09T23:00:00Z': true,
    '2026-04-06T21:59:59.999Z': true,
    '2026-04-06T22:00:00Z': false,
  };
  for (const [update_time, expected] of Object.entries(moments))
    assert.equal(belongsToWindow(aSession({ update_time }), window, BERLIN), expected, update_time);
});

test('a session in the night of a clock change belongs to the calendar day of Berlin', () => {
  const october = { type: 'PRE', start: '2026-10-25', end: '2026-10-25' } as const;
  const moments = {
    '2026-10-24T21:59:59Z': false,
    '2026-10-24T22:00:00Z': true,
    '2026-10-25T22:59:59Z': true,
  };
  for (const [update_time, expected] of Object.entries({ ...moments, '2026-10-25T23:00:00Z': false }))
    assert.equal(belongsToWindow(aSession({ update_time }), october, BERLIN), expected, update_time);
});

test('the session of a window with several sessions is a finished one, or else the latest', () => {
  const early = aSession({ update_time: '2026-03-11T10:00:00Z', finished: true });
  const late = aSession({ update_time: '2026-03-12T10:00:00Z' });
  const latest = aSession({ update_time: '2026-03-13T10:00:00+02:00' });
  assert.equal(sessionOfWindow([late, early, latest], window, BERLIN), early);
  assert.equal(sessionOfWindow([latest, late], window, BERLIN), latest);
  assert.equal(sessionOfWindow([late, latest], window, BERLIN), latest);
  assert.equal(sessionOfWindow([], window, BERLIN), undefined);
});

test('a moved admission detaches the sessions outside the new windows, finished or not', () => {
  const sessions = [
    aSession({ update_time: '2026-03-20T10:00:00Z', finished: true }),
    aSession({ update_time: '2026-04-06T21:00:00Z' }),
    aSession({ stw_type: 'POST', update_time: '2026-03-21T10:00:00Z' }),
  ];
  const moved = { ...window, start: '2026-04-01', end: '2026-04-28' };
  const { links, detached } = linkSessions(sessions, [moved], BERLIN);
  assert.deepEqual(links, [{ window: moved, session: sessions[1] }]);
  assert.deepEqual(detached, [sessions[0], sessions[2]]);
  assert.deepEqual(linkSessions(sessions, [], BERLIN), { links: [], detached: sessions });
});

test('a window with two sessions keeps one, and the other is detached', () => {
  const sessions = [
    aSession({ update_time: '2026-03-20T10:00:00Z', finished: true }),
    aSession({ update_time: '2026-03-22T21:00:00Z' }),
  ];
  const { links, detached } = linkSessions(sessions, [window], BERLIN);
  assert.deepEqual(links, [{ window, session: sessions[0] }]);
  assert.deepEqual(detached, [sessions[1]]);
});

test('an intermediate session belongs to the intermediate window of its date, or to none', () => {
  const parsed = parseProtocol(standard);
  const protocol = parsed.kind === 'protocol' ? parsed.protocol : assert.fail();
  const session = aSession({ stw_type: 'INTERMEDIATE', update_time: '2026-07-20T10:00:00Z' });
  const windows = surveyWindows(protocol, '2026-01-15', '2027-01-15', '2026-01-15');
  assert.deepEqual(linkSessions([session], windows, BERLIN).detached, []);
  const moved = surveyWindows(protocol, addDays('2026-01-15', 30), '2027-01-15', '2026-01-15');
  assert.deepEqual(linkSessions([session], moved, BERLIN).detached, [session]);
});

test('a report is unread when the survey is finished and the report was not opened', () => {
  assert.equal(isUnread({ finished: true, report_viewed: false }), true);
  assert.equal(isUnread({ finished: true, report_viewed: true }), false);
  assert.equal(isUnread({ finished: false, report_viewed: false }), false);
});

test('a result can be opened only if the survey is finished and has an id', () => {
  assert.equal(hasResultLink({ finished: true, survey_session_id: 'a1' }), true);
  assert.equal(hasResultLink({ finished: true, survey_session_id: null }), false);
  assert.equal(hasResultLink({ finished: true, survey_session_id: '' }), false);
  assert.equal(hasResultLink({ finished: false, survey_session_id: 'a1' }), false);
  assert.equal(hasResultLink(undefined), false);
});

test('the report-read summary is not available, all read or unread', () => {
  const unread = { finished: true, report_viewed: false };
  const read = { finished: true, report_viewed: true };
  const unfinished = { finished: false, report_viewed: false };
  assert.equal(reportReadSummary([]), 'not_available');
  assert.equal(reportReadSummary([unfinished]), 'all_read');
  assert.equal(reportReadSummary([read, unfinished]), 'all_read');
  assert.equal(reportReadSummary([read, unfinished, unread]), 'unread');
});

test('a withdrawn consent ends open and planned surveys; finished and expired ones keep their status', () => {
  const window = { start: '2026-03-01', end: '2026-03-28' };
  const status = (today: string, finished?: boolean) =>
    surveyStatus(window, finished === undefined ? undefined : { finished }, today, 'withdrawn');
  assert.equal(status('2026-02-28'), 'withdrawn');
  assert.equal(status('2026-03-28', false), 'withdrawn');
  assert.equal(status('2026-03-29', false), 'expired');
  assert.equal(status('2026-03-10', true), 'finished');
  assert.equal(surveyStatus(window, undefined, '2026-03-10', 'missing'), 'pending_not_started');
});
