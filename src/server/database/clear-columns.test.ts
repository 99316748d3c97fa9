import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Schema } from './schema.ts';

// What a stolen database shows of a patient without the key file. A new column in clear does not compile until it stands
// here, and what is said of a person must be named in docs/security.md.

/**
 * `id`: a random number, a reference or a digest. `flow`: place, version and moment of what the program did. `person`: says
 * something of the patient.
 */
type Clear = 'id' | 'flow' | 'person';

type OfPatients = {
  [Table in keyof Schema]: 'patient_id' | 'session_id' extends infer Key
    ? Key & keyof Schema[Table] extends never
      ? never
      : Table
    : never;
}[keyof Schema];

/** The columns of a table that hold no bytes. Encrypted cells and digests are bytes. */
type ClearColumns<Columns> = {
  [Column in keyof Columns as Exclude<Columns[Column], null> extends Buffer ? never : Column]: Clear;
};

const inClear: { [Table in OfPatients | 'patients']: ClearColumns<Schema[Table]> } = {
  patients: {
    clinic_id: 'id',
    id: 'id',
    code: 'person',
    code_key: 'person',
    clinician_id: 'id',
    gender: 'person',
    admission: 'person',
    discharge: 'person',
    secret_hash: 'id',
    created: 'flow',
    edits: 'flow',
  },
  patient_data_keys: { clinic_id: 'id', patient_id: 'id', created: 'flow' },
  survey_windows: {
    clinic_id: 'id',
    id: 'id',
    patient_id: 'id',
    type: 'flow',
    ordinal: 'flow',
    start_date: 'flow',
    end_date: 'flow',
    label: 'flow',
  },
  survey_sessions: {
    clinic_id: 'id',
    id: 'id',
    patient_id: 'id',
    window_id: 'id',
    window_type: 'flow',
    window_label: 'flow',
    protocol_id: 'flow',
    protocol_version: 'flow',
    instruments: 'flow',
    seed: 'id',
    started_at: 'flow',
    updated_at: 'flow',
    finished_at: 'flow',
    report_viewed_at: 'flow',
    condition_severity: 'person',
    page_count: 'flow',
    shows_help: 'person',
    symptom_change: 'person',
  },
  survey_pages: {
    clinic_id: 'id',
    session_id: 'id',
    number: 'flow',
    answered_at: 'flow',
    time_taken: 'person',
  },
  answers: {
    clinic_id: 'id',
    session_id: 'id',
    // An adaptive test asks further items of a person whose answers leave more open.
    item_id: 'person',
    page_number: 'flow',
    position: 'flow',
    item_type: 'flow',
    time_taken: 'person',
    answered_after: 'person',
  },
  course_signals: {
    clinic_id: 'id',
    id: 'id',
    patient_id: 'id',
    session_id: 'id',
    instrument_id: 'flow',
    scale: 'flow',
    model_version: 'flow',
    unexpected: 'person',
    worsening: 'person',
    recovery: 'person',
    raised_at: 'flow',
    acknowledged_at: 'flow',
    acknowledged_by: 'id',
    done: 'person',
    again_on: 'person',
    postponed_by: 'id',
    postponed_at: 'flow',
  },
  drafts: { clinic_id: 'id', session_id: 'id', page_number: 'flow', saved_at: 'flow' },
  scores: {
    clinic_id: 'id',
    session_id: 'id',
    instrument_id: 'flow',
    scale: 'flow',
    instrument_version: 'flow',
    algorithm_version: 'flow',
  },
  reports: {
    clinic_id: 'id',
    session_id: 'id',
    audience: 'flow',
    hash: 'id',
    versions: 'flow',
    created: 'flow',
  },
  login_sessions: {
    clinic_id: 'id',
    id: 'id',
    account_id: 'id',
    patient_id: 'id',
    access_expires: 'flow',
    key_version: 'flow',
    generation: 'flow',
    rotated_at: 'flow',
    created: 'flow',
    idle_expires: 'flow',
    absolute_expires: 'flow',
    ended_at: 'flow',
    browser: 'person',
    system: 'person',
    at_staff_device: 'flow',
  },
  login_locks: {
    clinic_id: 'id',
    patient_id: 'id',
    locked_until: 'flow',
    allowed_until: 'flow',
    allowed_tries: 'flow',
  },
  known_devices: {
    clinic_id: 'id',
    id: 'id',
    account_id: 'id',
    patient_id: 'id',
    created: 'flow',
    renewed: 'flow',
    renewed_before: 'flow',
  },
  audit: {
    clinic_id: 'id',
    id: 'id',
    at: 'flow',
    actor_id: 'id',
    role: 'flow',
    action: 'flow',
    patient_id: 'id',
    object_id: 'id',
    result: 'flow',
    request_id: 'id',
    address_prefix: 'person',
    erased_by: 'id',
    count: 'flow',
  },
  study_consents: {
    clinic_id: 'id',
    patient_id: 'id',
    version: 'flow',
    given_at: 'person',
    withdrawn_at: 'person',
  },
  sharing_answers: {
    clinic_id: 'id',
    patient_id: 'id',
    allowed: 'person',
    answered_at: 'person',
  },
  mail_addresses: {
    clinic_id: 'id',
    patient_id: 'id',
    kind: 'flow',
    created: 'flow',
    confirmation_id: 'id',
  },
  address_confirmations: {
    clinic_id: 'id',
    id: 'id',
    patient_id: 'id',
    created: 'flow',
    due: 'flow',
    attempts: 'flow',
    state: 'flow',
    sent_at: 'flow',
    confirmed_at: 'flow',
  },
  crisis_events: {
    clinic_id: 'id',
    id: 'id',
    patient_id: 'id',
    session_id: 'id',
    instrument_id: 'flow',
    instrument_version: 'flow',
    item_id: 'person',
    level: 'person',
    raised_at: 'person',
    acknowledged_at: 'person',
    acknowledged_by: 'id',
    done: 'person',
    handed_to: 'id',
    handed_by: 'id',
    handed_at: 'person',
    again_on: 'person',
    postponed_by: 'id',
    postponed_at: 'person',
    standing_of: 'id',
  },
  outbox: {
    clinic_id: 'id',
    id: 'id',
    patient_id: 'id',
    window_type: 'flow',
    window_ordinal: 'flow',
    kind: 'flow',
    due: 'flow',
    attempts: 'flow',
    sent_at: 'flow',
    state: 'flow',
  },
};

test('the documents name every column in clear that says something of a patient', async () => {
  const text = await readFile(new URL('../../../docs/security.md', import.meta.url), 'utf8');
  const sayings = Object.entries(inClear).flatMap(([table, columns]) =>
    Object.entries<Clear>(columns).flatMap(([column, kind]) =>
      kind === 'person' ? [`${table}.${column}`] : [],
    ),
  );
  assert.deepEqual(
    sayings.filter((column) => !text.includes(`\`${column}\``)),
    [],
  );
});
