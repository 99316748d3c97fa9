import * as v from 'valibot';
import { Key } from './instrument-values.ts';
import { askedInstruments, SectionSchema } from './sections.ts';
import { WINDOW_TYPES, type WindowType } from './window-types.ts';

// The study protocol as a data file (product 10.1). Objects are strict, so that a misspelt key is a mistake and not a
// setting without effect. Published versions never change: a changed protocol gets a new version.

const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(200));
const Version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/, 'must be a version like 1.0.0'));
const Switch = v.picklist(['on', 'off'], 'must be on or off');

function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(from, message), v.maxValue(to, message));
}

const RELEASES = ['automatic', 'after_clinician_has_read', 'automatic_unless_flagged'] as const;

/** The usual time for one page of an instrument that no part names. */
export const USUAL_PAGE_SECONDS = 30;

const WindowSchema = v.strictObject({
  type: v.picklist(WINDOW_TYPES),
  /** Name of the measurement point; {n} stands for the number of a repeated window, {months} for offset.months. */
  label: Text,
  anchor: v.picklist(['admission', 'discharge'], 'must be admission or discharge'),
  /** The first day, counted from the anchor: first add the months (clamped to the end of the month), then the days. */
  offset: v.strictObject({ months: wholeNumber(-120, 120), days: wholeNumber(-366, 366) }),
  /** Only for INTERMEDIATE: a new window after this number of months, if it ends before the POST window starts. */
  repeat_every_months: v.optional(wholeNumber(1, 120)),
  /** The same by weeks. INTERMEDIATE has one of both. */
  repeat_every_weeks: v.optional(wholeNumber(1, 52)),
  /** First and last day included. */
  length_days: wholeNumber(1, 366),
  /** May the patient open the report of this measurement point? */
  patient_report: v.optional(Switch, 'off'),
  /** Instrument ids in the order in which they are asked. */
  instruments: v.pipe(v.array(Key), v.minLength(1, 'needs at least one instrument')),
});

const PartSchema = v.strictObject({
  /** The name of the part for the patient. */
  title: Text,
  instruments: v.pipe(v.array(Key), v.minLength(1, 'needs at least one instrument')),
  /** The usual time for one page, as long as the clinic has too few pages to measure it. */
  page_seconds: v.optional(wholeNumber(1, 600), USUAL_PAGE_SECONDS),
});

const SkipSchema = v.strictObject({
  /** An item with one choice among options, of an instrument that is asked before. */
  item: Text,
  /** The value of the option that skips the instruments. */
  value: v.union([v.number(), Text], 'must be a number or a text'),
  instruments: v.pipe(v.array(Key), v.minLength(1, 'needs at least one instrument')),
});

/** What a protocol file may hold. */
export const protocolFile = v.strictObject({
  format: v.literal(1, 'must be 1, the only format there is'),
  id: Key,
  version: Version,
  title: Text,
  /** If on, the patient must consent to the study before the first page of the first survey. */
  consent: v.optional(Switch, 'off'),
  /** If off, cut-offs are not used, and condition_severity stays UNKNOWN (product 10.5). */
  condition_severity: v.optional(Switch, 'on'),
  /** If off, clinicians see no answers that show danger. The patient gets help all the same (product 10.5). */
  crisis_events: v.optional(Switch, 'on'),
  /** If on, reports and lists compare a patient's course with the expected one, for research (product 20). */
  expected_course: v.optional(Switch, 'off'),
  /** A course deviates beyond this probability of being worse than expected. */
  expected_course_probability: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0.5, 'must be from 0.5 to 0.99'),
      v.maxValue(0.99, 'must be from 0.5 to 0.99'),
    ),
    0.8,
  ),
  /** From when on a patient may open the reports that `patient_report` gives (product 10.5). */
  release: v.optional(
    v.picklist(RELEASES, `must be one of ${RELEASES.join(', ')}`),
    'automatic_unless_flagged',
  ),
  /** Has no effect any more (record 273). Published protocols have it. */
  open_therapy_limit: v.optional(wholeNumber(0, 200), 8),
  /** The parts of a survey as the patient sees them. An instrument that no part names is a part of its own. */
  parts: v.optional(v.array(PartSchema), []),
  /** Answers after which some instruments are not asked. */
  skips: v.optional(v.array(SkipSchema), []),
  /** The sections of reports, by instrument. They stand in the place of those that the instruments name. */
  sections: v.optional(v.record(Key, SectionSchema), {}),
  windows: v.pipe(v.array(WindowSchema), v.minLength(1, 'needs at least one window')),
});

/** A checked study protocol. Its windows are in the order of the measurement points. */
export type Protocol = v.InferOutput<typeof protocolFile>;
export type ProtocolWindow = Protocol['windows'][number];
export type ProtocolSkip = Protocol['skips'][number];
export type ProtocolPart = Protocol['parts'][number];

/** A mistake of a protocol file: its place as a dotted path, and a sentence for the operator. */
export type ProtocolMistake = { readonly path: string; readonly message: string };

export type ParsedProtocol =
  | { readonly kind: 'protocol'; readonly protocol: Protocol }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly ProtocolMistake[] };

/** Checks the content of a protocol file (parsed JSON). All mistakes are found, not only the first. */
export function parseProtocol(content: unknown): ParsedProtocol {
  const parsed = v.safeParse(protocolFile, content);
  if (!parsed.success) return { kind: 'mistakes', mistakes: parsed.issues.map(mistakeOf) };
  const mistakes = findProtocolMistakes(parsed.output);
  return mistakes.length > 0 ? { kind: 'mistakes', mistakes } : { kind: 'protocol', protocol: parsed.output };
}

/** The window of a type; undefined if the protocol has none. */
export function protocolWindow(protocol: Protocol, type: WindowType): ProtocolWindow | undefined {
  return protocol.windows.find((window) => window.type === type);
}

/** May a patient open the report of this window type? (product 10.5: follow-up 1 and 2 in the standard protocol) */
export function hasPatientReport(protocol: Protocol, type: WindowType): boolean {
  return protocolWindow(protocol, type)?.patient_report === 'on';
}

/**
 * May the patient open a report now? `isRead`: a clinician opened the clinician's report of the survey. `isFlagged`: an
 * answer of it showed danger, and no clinician acknowledged that.
 */
export function isReleased(
  { release }: Pick<Protocol, 'release'>,
  { isRead, isFlagged }: { readonly isRead: boolean; readonly isFlagged: boolean },
): boolean {
  if (release === 'automatic' || isRead) return true;
  return release === 'automatic_unless_flagged' && !isFlagged;
}

/**
 * The name of a measurement point in overview, mails and reports: `Erstgespräch`, `Verlauf 2`, `Nachsorge 24 Monate`.
 * `ordinal` is the number of a repeated window, from 1.
 */
export function measurementPointLabel(window: ProtocolWindow, ordinal: number): string {
  return window.label.replaceAll('{n}', String(ordinal)).replaceAll('{months}', String(window.offset.months));
}

function mistakeOf(issue: v.BaseIssue<unknown>): ProtocolMistake {
  return { path: v.getDotPath(issue) ?? '', message: issue.message };
}

// The schema checks single fields. These checks compare the windows of a protocol with each other.

function findProtocolMistakes(protocol: Protocol): readonly ProtocolMistake[] {
  return [
    ...protocol.windows.flatMap((window, index) => mistakesOfWindow(window, `windows.${index}`)),
    ...partMistakes(protocol),
    ...sectionMistakes(protocol),
    ...orderMistakes(protocol),
    ...followUpMistakes(protocol),
  ];
}

function mistakesOfWindow(window: ProtocolWindow, path: string): ProtocolMistake[] {
  const mistakes = [
    ...repeatMistakes(window),
    ...labelMistakes(window),
    ...instrumentMistakes(window),
    anchorMistake(window),
  ];
  return mistakes
    .filter((mistake) => mistake !== undefined)
    .map((mistake) => ({ ...mistake, path: `${path}.${mistake.path}` }));
}

function anchorMistake({ type, anchor }: ProtocolWindow): ProtocolMistake | undefined {
  const expected = type === 'PRE' || type === 'INTERMEDIATE' ? 'admission' : 'discharge';
  if (anchor === expected) return undefined;
  return { path: 'anchor', message: `${type} must be counted from ${expected}` };
}

const REPEATS = ['repeat_every_months', 'repeat_every_weeks'] as const;

function repeatMistakes(window: ProtocolWindow): ProtocolMistake[] {
  const given = REPEATS.filter((key) => window[key] !== undefined);
  if (window.type !== 'INTERMEDIATE')
    return given.map((path) => ({ path, message: 'only INTERMEDIATE is repeated' }));
  if (given.length === 0) return [{ path: REPEATS[0], message: `INTERMEDIATE needs it, or ${REPEATS[1]}` }];
  if (given.length > 1) return [{ path: REPEATS[1], message: `${REPEATS[0]} is given too` }];
  const { repeat_every_weeks: weeks, length_days: days } = window;
  if (weeks === undefined || days <= 7 * weeks) return [];
  return [{ path: 'length_days', message: `must not be above ${7 * weeks}, the days from window to window` }];
}

function labelMistakes({ type, label, offset }: ProtocolWindow): ProtocolMistake[] {
  const mistakes: ProtocolMistake[] = [];
  const unknown = label.match(/\{(?!(?:n|months)\})[^}]*\}?/);
  if (unknown)
    mistakes.push({ path: 'label', message: `${unknown[0]} stands for nothing; use {n} or {months}` });
  if (label.includes('{n}') !== (type === 'INTERMEDIATE'))
    mistakes.push({ path: 'label', message: '{n} belongs into the label of INTERMEDIATE and of no other' });
  if (label.includes('{months}') && (type === 'INTERMEDIATE' || offset.months === 0))
    mistakes.push({ path: 'label', message: '{months} needs a window with an offset of months' });
  return mistakes;
}

function instrumentMistakes({ instruments }: ProtocolWindow): ProtocolMistake[] {
  return listedTwice(instruments).map((message) => ({ path: 'instruments', message }));
}

function partMistakes({ parts }: Protocol): ProtocolMistake[] {
  const listed = parts.flatMap(({ instruments }) => instruments);
  return listedTwice(listed).map((message) => ({ path: 'parts', message }));
}

function sectionMistakes(protocol: Protocol): ProtocolMistake[] {
  const asked = askedInstruments(protocol);
  const unknown = Object.keys(protocol.sections).filter((id) => !asked.includes(id));
  return unknown.map((id) => ({ path: `sections.${id}`, message: 'no window asks for this instrument' }));
}

function listedTwice(ids: readonly string[]): string[] {
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  return [...new Set(twice)].map((id) => `${id} is listed twice`);
}

function orderMistakes({ windows }: Protocol): ProtocolMistake[] {
  const places = windows.map((window) => WINDOW_TYPES.indexOf(window.type));
  const wrong = places.findIndex((place, index) => index > 0 && place <= (places[index - 1] ?? -1));
  if (wrong < 0) return [];
  const message = `each type at most once, in the order ${WINDOW_TYPES.join(', ')}`;
  return [{ path: `windows.${wrong}.type`, message }];
}

function followUpMistakes({ windows }: Protocol): ProtocolMistake[] {
  const afterTherapy = windows
    .map((window, index) => ({ offset: window.offset, type: window.type, path: `windows.${index}.offset` }))
    .filter(({ type }) => type !== 'PRE' && type !== 'INTERMEDIATE');
  return afterTherapy.flatMap(({ offset, type, path }, index) => {
    const before = afterTherapy[index - 1];
    if (!before || roughDays(before.offset) < roughDays(offset)) return [];
    return [{ path, message: `${type} must start after ${before.type}` }];
  });
}

function roughDays(offset: ProtocolWindow['offset']): number {
  return offset.months * 30 + offset.days;
}
