import * as v from 'valibot';
import { consentStateName } from './consent.ts';
import { help } from './crisis.ts';
import { answer, scalar } from './answers.ts';
import { id, instant } from './fields.ts';
import { surveyTimeWindow, windowType } from './patients.ts';

/** A report, and the signs of its sections (`partSign`). That of `answers` stands for answers and data. */
export const reportParts = v.object({
  id,
  parts: v.pipe(v.string(), v.regex(/^(?:[0-9a-z]{3}){1,21}$/, 'invalid')),
});

/** `value` is JSON text of the list of answers, at most 256 KiB (R6). */
export const surveySubmission = v.object({
  type: v.literal('json'),
  value: v.pipe(v.string(), v.maxLength(262_144)),
});

/** With `next` the answer carries the page that follows, which saves the browser a round trip. */
export const pageSubmission = v.object({ ...surveySubmission.entries, next: v.optional(v.boolean(), false) });

const responseOption = v.object({ id: v.string(), label: v.string(), value: scalar });

/**
 * `declinable`: the answer may have the value `declined`. `not_applicable`: it may have this value. `min`, `max`: the limits of a whole number or a slider. `stored_address`, of an item for an e-mail address: the masked address
 * that is stored for it; `stored_confirmed`: its owner confirmed it.
 */
const item = v.object({
  id: v.string(),
  type: v.string(),
  content: v.string(),
  response_options: v.array(responseOption),
  declinable: v.optional(v.literal(true)),
  not_applicable: v.optional(v.literal(true)),
  min: v.optional(v.number()),
  max: v.optional(v.number()),
  stored_address: v.optional(v.string()),
  stored_confirmed: v.optional(v.boolean()),
});

const pageHelp = v.object({
  ...help.entries,
  after: v.array(v.object({ item: v.string(), at_least: v.number() })),
});
export type PageHelp = v.InferOutput<typeof pageHelp>;

/**
 * The current page of a survey. `layout`: its items are rows with the same answers. `progress` is 0 to 1 and never falls. `draft` holds unsent entries, or else the last answers to questions that show
 * them again; then `draft_is_last` is true. `help` is there on the
 * page of help, and on a page with a crisis rule: `after` names the answers after which the page of help comes, so that
 * the browser can show it without a connection. `part` is the place of the page for the patient. `minutes_left` is estimated
 * (0: nearly done) and may change between two calls.
 */
export const surveyPage = v.object({
  dimension: v.object({
    id: v.string(),
    title: v.string(),
    paragraph: v.string(),
    connector: v.string(),
    footer: v.string(),
  }),
  items: v.array(item),
  layout: v.optional(v.literal('matrix')),
  survey_session_id: id,
  progress: v.number(),
  part: v.nullable(v.object({ number: v.number(), total: v.number(), title: v.string() })),
  minutes_left: v.number(),
  draft: v.nullable(v.array(answer)),
  draft_is_last: v.optional(v.literal(true)),
  help: v.nullable(pageHelp),
});
/** `next` is the answer that `getSurvey` would give now, null where it is 204; left out unless it was asked for. */
export const pageTaken = v.object({ next: v.optional(v.nullable(surveyPage)) });
export type SurveyPage = v.InferOutput<typeof surveyPage>;
export type SurveyItem = v.InferOutput<typeof item>;

/**
 * A window of the signed-in patient with the progress of its survey. `shows_help`: an answer showed danger, so the home shows
 * help until the window ends. `patient_report`: the patient gets a report of this survey. `read_time`: when the
 * clinician first opened the results. `after_therapy`: the therapy is over, or the survey follows it. `left`: what is left of
 * the open survey; null for other windows and for a finished survey.
 */
export const patientWindow = v.object({
  ...surveyTimeWindow.entries,
  survey_session_id: v.nullable(id),
  started_time: v.nullable(instant),
  update_time: v.nullable(instant),
  finished: v.boolean(),
  shows_help: v.boolean(),
  patient_report: v.boolean(),
  read_time: v.nullable(instant),
  after_therapy: v.boolean(),
  left: v.nullable(v.object({ progress: v.number(), minutes_left: v.number() })),
});
/**
 * The patient's login before this one. `at_staff_device`: staff of the clinic had logged in with this browser. `is_new_device`: a browser
 * new to the patient, or one of the staff, has logged in since the browser of this session did.
 */
const lastLogin = v.object({
  at: instant,
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  at_staff_device: v.boolean(),
  is_new_device: v.boolean(),
});
export type LastLogin = v.InferOutput<typeof lastLogin>;

/** `consent` is the state of the patient's study consent. It is left out if the clinic asks for none. */
export const patientWindows = v.object({
  stws: v.array(patientWindow),
  last_login: v.nullable(lastLogin),
  consent: v.optional(consentStateName),
});
export type PatientWindow = v.InferOutput<typeof patientWindow>;

/** The open window, or null if there is none. */
export const currentWindow = v.object({ stw: v.nullable(patientWindow) });

/** One report that the patient may open. */
const reportEntry = v.object({
  survey_session_id: id,
  stw_type: windowType,
  label: v.string(),
  started_time: instant,
  update_time: instant,
});
/** `waiting`: the measurement points whose report a clinician reads first. A server of the version before leaves it out. */
export const reportEntries = v.object({
  report_entries: v.array(reportEntry),
  waiting: v.optional(v.array(v.string())),
});

/** `confirmed`: the owner confirmed the address, so invitations go there. */
export const mailAddresses = v.object({
  addresses: v.array(v.object({ address: v.string(), confirmed: v.boolean() })),
});

/**
 * The whole course of a patient. `html`: all scales as charts and one table; empty without a scored survey. `views`: who
 * opened which report, each reader's last time, the newest first. The name is null once the account is erased.
 */
export const patientCourse = v.object({
  html: v.string(),
  views: v.array(v.object({ survey_session_id: id, username: v.nullable(v.string()), at: instant })),
});
export type PatientCourse = v.InferOutput<typeof patientCourse>;
