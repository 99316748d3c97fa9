import assert from 'node:assert/strict';
import { test } from 'node:test';
import standard from '../../protocols/standard.json' with { type: 'json' };
import {
  hasPatientReport,
  isReleased,
  measurementPointLabel,
  parseProtocol,
  protocolWindow,
} from './protocol.ts';
import type { Protocol } from './protocol.ts';

const protocol = parsed(standard);

function parsed(content: unknown): Protocol {
  const result = parseProtocol(content);
  assert.equal(result.kind, 'protocol', JSON.stringify(result));
  return result.kind === 'protocol' ? result.protocol : assert.fail();
}

type Changes = Readonly<Record<string, unknown>>;

/** The mistakes of the standard protocol with other values at these dotted paths; undefined removes a field. */
function mistakesAfter(changes: Changes): string[] {
  const draft: object = structuredClone(standard);
  for (const [path, value] of Object.entries(changes)) setAt(draft, path.split('.'), value);
  const result = parseProtocol(JSON.parse(JSON.stringify(draft)));
  return result.kind === 'mistakes' ? result.mistakes.map(({ path, message }) => `${path}: ${message}`) : [];
}

function setAt(target: object, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) Reflect.set(target, key, value);
  else setAt(Reflect.get(target, key), rest, value);
}

test('the standard protocol has the windows and instruments of the study', () => {
  const rows = protocol.windows.map((window) => [
    window.type,
    window.anchor,
    window.offset.months,
    window.offset.days,
    window.length_days,
    window.instruments.join(' '),
  ]);
  const followUp = 'dep anx eq5d system exis evos eri';
  assert.deepEqual(rows, [
    ['PRE', 'admission', 0, 0, 28, 'socio dep anx eq5d system exis evos eri email'],
    ['INTERMEDIATE', 'admission', 3, 0, 28, 'dep anx wai system evos email'],
    ['POST', 'discharge', 0, -14, 42, 'dep anx eq5d system exis evos eri wai email'],
    ['FOLLOW_UP_1', 'discharge', 6, 0, 42, followUp],
    ['FOLLOW_UP_2', 'discharge', 12, 0, 42, followUp],
    ['FOLLOW_UP_3', 'discharge', 24, 0, 42, followUp],
  ]);
  assert.equal(protocol.consent, 'off');
  assert.equal(protocol.condition_severity, 'on');
});

test('the standard protocol shows patients only the reports of follow-up 1 and 2', () => {
  const types = protocol.windows.map(({ type }) => type).filter((type) => hasPatientReport(protocol, type));
  assert.deepEqual(types, ['FOLLOW_UP_1', 'FOLLOW_UP_2']);
});

test('a report with an answer that shows danger waits for a clinician, unless the protocol says otherwise', () => {
  const states = [
    { isRead: false, isFlagged: false },
    { isRead: false, isFlagged: true },
    { isRead: true, isFlagged: true },
  ];
  const released = (release?: Protocol['release']) =>
    states.map((state) => isReleased(parsed({ ...standard, release }), state));
  assert.deepEqual(released(), [true, false, true]);
  assert.deepEqual(released('automatic_unless_flagged'), [true, false, true]);
  assert.deepEqual(released('automatic'), [true, true, true]);
  assert.deepEqual(released('after_clinician_has_read'), [false, false, true]);
  assert.match(mistakesAfter({ release: 'never' }).join(), /^release: must be one of automatic, /);
});

test('the protocol names the measurement points', () => {
  const labels = protocol.windows.map((window) => measurementPointLabel(window, 2));
  assert.deepEqual(labels, [
    'Erstgespräch',
    'Verlauf 2',
    'Therapieende',
    'Nachsorge 6 Monate',
    'Nachsorge 12 Monate',
    'Nachsorge 24 Monate',
  ]);
});

test('the name of the last follow-up shows its months, such as 18', () => {
  const draft = structuredClone(standard);
  draft.windows[5]!.offset.months = 18;
  const window = protocolWindow(parsed(draft), 'FOLLOW_UP_3');
  assert.equal(window && measurementPointLabel(window, 1), 'Nachsorge 18 Monate');
});

test('a protocol may omit measurement points', () => {
  const draft = structuredClone(standard);
  draft.windows = draft.windows.filter(({ type }) => type === 'PRE' || type === 'POST');
  assert.equal(protocolWindow(parsed(draft), 'FOLLOW_UP_3'), undefined);
});

test('a protocol without optional settings gets the standard values', () => {
  const { consent: _consent, condition_severity: _cutOffs, ...rest } = standard;
  assert.deepEqual(parsed(rest), protocol);
});

const mistakes: [string, Changes, RegExp][] = [
  ['a misspelt setting', { timezone: 'UTC' }, /^timezone: /],
  ['a version that is none', { version: '1' }, /^version: must be a version like 1\.0\.0/],
  ['an unknown window type', { 'windows.0.type': 'BEFORE' }, /^windows\.0\.type: /],
  ['a window without a day', { 'windows.0.length_days': 0 }, /^windows\.0\.length_days: must be a whole/],
  ['half a month', { 'windows.3.offset.months': 1.5 }, /^windows\.3\.offset\.months: must be a whole/],
  ['a window without instruments', { 'windows.2.instruments': [] }, /^windows\.2\.instruments: needs/],
  ['an instrument twice', { 'windows.2.instruments': ['dep', 'dep'] }, /^windows\.2\.instruments: dep is/],
  ['a window type twice', { 'windows.1': standard.windows[0] }, /^windows\.1\.type: each type at most once/],
  ['windows out of order', { windows: standard.windows.toReversed() }, /^windows\.1\.type: each type at/],
  ['follow-ups out of order', { 'windows.4.offset.months': 6 }, /^windows\.4\.offset: FOLLOW_UP_2 must/],
  ['PRE counted from discharge', { 'windows.0.anchor': 'discharge' }, /^windows\.0\.anchor: PRE must be/],
  ['a repeated POST', { 'windows.2.repeat_every_months': 3 }, /^windows\.2\.repeat_every_months: only/],
  [
    'an INTERMEDIATE once',
    { 'windows.1.repeat_every_months': undefined },
    /^windows\.1\.repeat_every_months: /,
  ],
  [
    'weeks and months',
    { 'windows.1.repeat_every_weeks': 2 },
    /^windows\.1\.repeat_every_weeks: repeat_every_m/,
  ],
  [
    'weeks that overlap',
    { 'windows.1.repeat_every_months': undefined, 'windows.1.repeat_every_weeks': 3 },
    /^windows\.1\.length_days: must not be above 21/,
  ],
  ['a weekly POST', { 'windows.2.repeat_every_weeks': 1 }, /^windows\.2\.repeat_every_weeks: only/],
  ['courses without a number', { 'windows.1.label': 'Verlauf' }, /^windows\.1\.label: \{n\} belongs/],
  ['a placeholder for nothing', { 'windows.3.label': 'Nachsorge {m}' }, /^windows\.3\.label: \{m\} stands/],
  ['months where there are none', { 'windows.0.label': '{months}' }, /^windows\.0\.label: \{months\} needs/],
];

for (const [name, changes, expected] of mistakes)
  test(`a refused protocol names the place of its mistake: ${name}`, () => {
    const found = mistakesAfter(changes);
    assert.ok(
      found.some((mistake) => expected.test(mistake)),
      JSON.stringify(found),
    );
  });

test('all mistakes of a protocol are reported at once', () => {
  const found = mistakesAfter({ 'windows.0.anchor': 'discharge', 'windows.1.label': 'Verlauf' });
  assert.equal(found.length, 2);
});

test('an instrument is in one part of the survey at most, and a protocol of an earlier version has no parts', () => {
  const part = { title: 'Stimmung', instruments: ['dep', 'anx'] };
  assert.deepEqual(mistakesAfter({ parts: [part, { ...part, instruments: ['wai', 'dep'] }] }), [
    'parts: dep is listed twice',
  ]);
  assert.deepEqual(mistakesAfter({ parts: undefined }), []);
  assert.equal(mistakesAfter({ 'parts.0.title': '' }).length, 1);
});

test('a value that is no protocol is refused', () => {
  for (const content of [null, [], 'standard', 1, {}]) assert.equal(parseProtocol(content).kind, 'mistakes');
});

test('the key of a protocol has at most 64 small letters, digits and hyphens and begins with a letter', () => {
  for (const id of ['a', 'study-2', `a${'b'.repeat(63)}`]) assert.deepEqual(mistakesAfter({ id }), [], id);
  for (const id of ['2nd', '-a', 'Study', 'a_b', 'a ', '', `a${'b'.repeat(64)}`])
    assert.equal(mistakesAfter({ id }).length, 1, id);
});

test('a version of a protocol is three numbers', () => {
  assert.deepEqual(mistakesAfter({ version: '10.0.12' }), []);
  for (const version of ['1.0', '1.0.0.0', 'v1.0.0', '1.0.x', '1.0.0-rc'])
    assert.equal(mistakesAfter({ version }).length, 1, version);
});

const followUpsAt = (months: number, days: number) =>
  mistakesAfter({
    'windows.3.offset': { months: 6, days: 0 },
    'windows.4.offset': { months, days },
    'windows.4.label': 'Nachsorge',
  });

test('a follow-up may start a day after the one before it, but not on the same day', () => {
  assert.deepEqual(followUpsAt(6, 1), []);
  assert.deepEqual(followUpsAt(0, 181), []);
  assert.deepEqual(followUpsAt(6, 0), ['windows.4.offset: FOLLOW_UP_2 must start after FOLLOW_UP_1']);
  assert.deepEqual(followUpsAt(0, 180), ['windows.4.offset: FOLLOW_UP_2 must start after FOLLOW_UP_1']);
});

const isRefused = (path: string, value: unknown) => mistakesAfter({ [path]: value }).length > 0;

test('a protocol has one window at least, of a year at most, ten years from its anchor at most', () => {
  assert.ok(isRefused('windows', []));
  for (const [path, taken, over] of [
    ['windows.5.offset.months', 120, 121],
    ['windows.0.offset.months', -120, -121],
    ['windows.5.offset.days', 366, 367],
    ['windows.0.offset.days', -366, -367],
    ['windows.0.length_days', 366, 367],
    ['windows.0.length_days', 1, 0],
    ['windows.1.repeat_every_months', 120, 121],
    ['windows.1.repeat_every_months', 1, 0],
    ['parts.0.page_seconds', 600, 601],
    ['parts.0.page_seconds', 1, 0],
    ['open_therapy_limit', 200, 201],
    ['open_therapy_limit', 0, -1],
  ] as const) {
    assert.equal(isRefused(path, taken), false, path);
    assert.equal(isRefused(path, over), true, path);
  }
  assert.ok(isRefused('windows.0.instruments', []));
  assert.ok(isRefused('format', 2));
});

test('a protocol that leaves out its switches asks for no consent, uses cut-offs and plans eight repeats', () => {
  const {
    consent: _,
    condition_severity: __,
    open_therapy_limit: ___,
    ...rest
  } = standard as typeof standard & {
    consent?: string;
    condition_severity?: string;
    open_therapy_limit?: number;
  };
  const plain = parsed(rest);
  assert.deepEqual([plain.consent, plain.condition_severity, plain.open_therapy_limit], ['off', 'on', 8]);
  assert.equal(protocolWindow(plain, 'PRE')?.patient_report, 'off');
});
