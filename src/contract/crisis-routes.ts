import * as crisis from './crisis.ts';
import { byId, ok } from './fields.ts';

/** The calls about answers that show danger, and about the settings of the clinic for them (product 19). */
export const crisisRoutes = {
  getClinicHelp: {
    summary: 'The help in a crisis that a clinic gives',
    params: byId,
    answer: crisis.help,
    audit: null,
  },
  listCrisisEvents: {
    summary: 'The answers of a patient that showed danger',
    params: byId,
    answer: crisis.crisisEvents,
    audit: 'crisis_events_viewed',
  },
  acknowledgeCrisisEvent: {
    summary: 'Acknowledge an answer that showed danger, with what was done',
    params: byId,
    body: crisis.acknowledgement,
    answer: ok,
    audit: 'crisis_event_acknowledged',
    retryKey: true,
  },
  getDeputy: {
    summary: 'The own deputy, and the colleagues whose deputy one is',
    answer: crisis.deputies,
    audit: null,
  },
  setDeputy: {
    summary: 'Name the own deputy, or none',
    body: crisis.deputyInput,
    answer: ok,
    audit: 'deputy_set',
    retryKey: true,
  },
  getReminderAddress: {
    summary: 'The own address for reminders',
    answer: crisis.reminderAddress,
    audit: null,
  },
  setReminderAddress: {
    summary: 'Leave an own address for reminders, or take it away',
    body: crisis.reminderAddressInput,
    answer: ok,
    audit: 'reminder_address_set',
    retryKey: true,
  },
  getClinicSettings: {
    summary: 'What the admin sets for the clinic',
    answer: crisis.clinicSettings,
    audit: null,
  },
  setClinicSettings: {
    summary: 'Set contact, help, duty address and hours of the clinic',
    body: crisis.clinicSettingsInput,
    answer: ok,
    audit: 'clinic_settings_changed',
    retryKey: true,
  },
  setDeputyOfClinician: {
    summary: 'Name the deputy of a clinician, or none',
    params: byId,
    body: crisis.deputyInput,
    answer: ok,
    audit: 'deputy_set',
    retryKey: true,
  },
  countCrisisEvents: {
    summary: 'How many events of each clinician were not acknowledged within the hours of the clinic',
    answer: crisis.crisisCounts,
    audit: null,
  },
} as const;
