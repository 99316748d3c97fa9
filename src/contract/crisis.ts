import * as v from 'valibot';
import { CRISIS_ACTS, CRISIS_LEVELS, MAX_CRISIS_NOTE_LENGTH, MAX_HELP_NUMBERS } from '../domain/crisis.ts';
import { revision, wholeWithoutRevision } from './edits.ts';
import { byId, id, instant, isoDate, ok, text } from './fields.ts';

const level = v.picklist(CRISIS_LEVELS);
const done = v.picklist(CRISIS_ACTS);

/** The event that stands for a patient in the clinician's list: the gravest open one, else the newest (product 19.3). */
export const crisisMark = v.object({
  id,
  level,
  raised_at: instant,
  acknowledged_at: v.nullable(instant),
});

const crisisEvent = v.object({
  id,
  level,
  raised_at: instant,
  measurement_point: v.string(),
  question: v.string(),
  answer: v.string(),
  acknowledged: v.nullable(v.object({ by: v.string(), at: instant, done, note: v.string() })),
  /** Who is responsible now. Null if it still is the treating clinician. */
  handed_over: v.nullable(v.object({ to: v.string(), by: v.string(), at: instant, note: v.string() })),
  /** The event waits again from a day on. */
  postponed: v.nullable(v.object({ again_on: v.string(), by: v.string(), at: instant, note: v.string() })),
  /** The signed-in clinician is responsible, or stands in for the clinician who is. */
  may_acknowledge: v.boolean(),
});

/** The events of one patient, the newest first. */
const crisisEvents = v.object({ events: v.array(crisisEvent) });

/**
 * What was done about an event. `handed_over` needs `to`, a clinician. `other` needs a note and `again_on`. Both leave the event
 * open.
 */
const acknowledgement = v.object({
  done,
  note: v.optional(text(MAX_CRISIS_NOTE_LENGTH), ''),
  to: v.optional(id),
  again_on: v.optional(isoDate),
});

/** What was agreed about the open event that stands for a patient in the list. */
export const crisisStanding = v.object({
  handed_over: v.nullable(v.object({ to: v.string(), at: instant })),
  again_on: v.nullable(v.string()),
});

const line = v.pipe(text(200), v.trim(), v.regex(/^[^\p{Cc}]*$/u, 'invalid_characters'));
const filledLine = v.pipe(line, v.minLength(1, 'required'));
const phone = v.pipe(filledLine, v.regex(/^\+?[0-9][0-9 ()/-]*$/, 'phone_invalid'));

/** Help in a crisis as an answer gives it: a text and whom to call. */
export const help = v.object({
  text: v.string(),
  numbers: v.array(v.object({ name: v.string(), number: v.string(), hours: v.string() })),
});

/** Help in a crisis as an admin or the operator writes it. */
export const helpInput = v.object({
  text: v.pipe(text(2000), v.trim(), v.minLength(1, 'required')),
  numbers: v.pipe(
    v.array(v.object({ name: filledLine, number: phone, hours: line })),
    v.minLength(1, 'required'),
    v.maxLength(MAX_HELP_NUMBERS, 'too_many'),
  ),
});

/** An e-mail address, or nothing. */
const addressOrNone = v.pipe(
  text(254),
  v.trim(),
  v.regex(/^$|^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/, 'address_invalid'),
);

const hoursInput = v.pipe(
  v.number('invalid'),
  v.integer('invalid'),
  v.minValue(1, 'hours_out_of_range'),
  v.maxValue(720, 'hours_out_of_range'),
);

/** What the admin sets for the clinic. `hours` are those after which the duty address is reminded. */
const clinicSettings = v.object({
  revision: v.string(),
  contact: v.string(),
  help,
  duty_address: v.string(),
  hours: v.object({ urgent: v.number(), notice: v.number() }),
});

const clinicSettingsInput = v.pipe(
  v.object({
    revision: v.optional(revision),
    contact: v.optional(line),
    help: v.optional(helpInput),
    duty_address: v.optional(addressOrNone),
    hours: v.optional(v.object({ urgent: hoursInput, notice: hoursInput })),
  }),
  wholeWithoutRevision(['contact', 'help', 'duty_address', 'hours']),
);

/** Names a deputy with the first and the last day, or takes the deputy away. */
const deputyInput = v.pipe(
  v.object({
    revision: v.optional(revision),
    deputy_id: v.optional(v.nullable(id)),
    from: v.optional(isoDate),
    until: v.optional(isoDate),
  }),
  wholeWithoutRevision(['deputy_id']),
);

/** The deputy of a clinician; `from` and `until` belong to it. */
export const deputy = v.object({
  revision: v.string(),
  deputy_id: id,
  username: v.string(),
  from: v.string(),
  until: v.string(),
});

/** The own deputy, and the colleagues whose deputy the signed-in clinician is or will be. */
const deputies = v.object({
  revision: v.string(),
  deputy: v.nullable(deputy),
  deputy_of: v.array(
    v.object({ clinician_id: id, username: v.string(), from: v.string(), until: v.string() }),
  ),
});

/** The own address for reminders; empty if there is none. */
const reminderAddress = v.object({ address: v.string() });
const reminderAddressInput = v.object({ address: addressOrNone });

/** How many events of a clinician's patients were not acknowledged within the hours of the clinic. */
const crisisCounts = v.object({
  /** Off if the protocol in force raises no events for clinicians. */
  events: v.picklist(['on', 'off']),
  counts: v.array(
    v.object({ clinician_id: id, username: v.string(), urgent: v.number(), notice: v.number() }),
  ),
});

/** The calls about answers that show danger, and about the settings of the clinic for them (product 19). */
export const crisisRoutes = {
  getClinicHelp: {
    summary: 'The help in a crisis that a clinic gives',
    params: byId,
    answer: help,
    audit: null,
  },
  listCrisisEvents: {
    summary: 'The answers of a patient that showed danger',
    params: byId,
    answer: crisisEvents,
    audit: 'crisis_events_viewed',
  },
  acknowledgeCrisisEvent: {
    summary: 'Acknowledge an answer that showed danger, with what was done',
    params: byId,
    body: acknowledgement,
    answer: ok,
    audit: 'crisis_event_acknowledged',
    retryKey: true,
  },
  getDeputy: {
    summary: 'The own deputy, and the colleagues whose deputy one is',
    answer: deputies,
    audit: null,
  },
  setDeputy: {
    summary: 'Name the own deputy, or none',
    body: deputyInput,
    answer: ok,
    audit: 'deputy_set',
    retryKey: true,
  },
  getReminderAddress: {
    summary: 'The own address for reminders',
    answer: reminderAddress,
    audit: null,
  },
  setReminderAddress: {
    summary: 'Leave an own address for reminders, or take it away',
    body: reminderAddressInput,
    answer: ok,
    audit: 'reminder_address_set',
    retryKey: true,
  },
  getClinicSettings: {
    summary: 'What the admin sets for the clinic',
    answer: clinicSettings,
    audit: null,
  },
  setClinicSettings: {
    summary: 'Set contact, help, duty address and hours of the clinic',
    body: clinicSettingsInput,
    answer: ok,
    audit: 'clinic_settings_changed',
    retryKey: true,
  },
  setDeputyOfClinician: {
    summary: 'Name the deputy of a clinician, or none',
    params: byId,
    body: deputyInput,
    answer: ok,
    audit: 'deputy_set',
    retryKey: true,
  },
  countCrisisEvents: {
    summary: 'How many events of each clinician were not acknowledged within the hours of the clinic',
    answer: crisisCounts,
    audit: null,
  },
} as const;
