// oxlint-disable max-lines -- one table of all tables, without a line of logic
import type { ColumnType, Generated } from 'kysely';
import type { CrisisAct, CrisisLevel } from '../../domain/crisis.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { SymptomChange } from '../../domain/window-types.ts';
import type { Gender } from '../../domain/patient-record.ts';
import type { ConditionSeverity, WindowType } from '../../domain/window-types.ts';

/** A moment, read as ISO text with Z. It is written as ISO text or Date, or left to the database's default. */
type Moment = ColumnType<string, string | undefined, string>;
type OptionalMoment = ColumnType<string | null, string | null | undefined, string | null>;
// jsonb is written as text, because pg would turn an array into a PostgreSQL array.
type Json = ColumnType<unknown, string, string>;
type GeneratedJson = ColumnType<unknown, string | undefined, string>;
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;

/** Column types of every table. A test compares them with the database's catalogue. */
export type Schema = {
  clinics: {
    id: string;
    name: string;
    name_key: string;
    contact: Generated<string>;
    settings: GeneratedJson;
    created: Moment;
    second_factor: Generated<boolean>;
    retention_months: number | null;
    retention_day: IsoDate | null;
    is_demo: Generated<boolean>;
    help: OptionalJson;
    duty_address: Generated<string>;
    urgent_hours: Generated<number>;
    notice_hours: Generated<number>;
    suspended: OptionalMoment;
    edits: GeneratedJson;
    content_state: string | null;
  };
  clinic_instruments: {
    clinic_id: string;
    id: string;
    version: string;
    hash: string;
    content: Json;
    licence: Json;
    signatures: Json;
    published: Moment;
  };
  clinic_protocols: {
    clinic_id: string;
    revision: number;
    hash: string;
    content: Json;
    set_at: Moment;
  };
  diagnoses: { id: string; description: string };
  instrument_versions: { id: string; version: string; hash: string; content: Json; registered: Moment };
  protocol_versions: { id: string; version: string; hash: string; content: Json; registered: Moment };
  course_models: {
    instrument_id: string;
    scale: string;
    version: number;
    instrument_versions: string[];
    norm_set: string | null;
    model: Json;
    persons: number;
    measurements: number;
    fitted: Moment;
    source: string | null;
  };
  key_fingerprints: { version: number; fingerprint: string; registered: Moment };
  installation: { id: string };
  erased_clinics: {
    id: string;
    name: string;
    erased: Moment;
    operator: string;
    trail_rows: number;
    trail_hash: Buffer | null;
  };
  accounts: {
    clinic_id: string;
    id: string;
    role: 'admin' | 'clinician';
    username: string;
    username_key: string;
    password_hash: string;
    password_expires: OptionalMoment;
    must_change_password: Generated<boolean>;
    enabled: Generated<boolean>;
    activated_at: OptionalMoment;
    registration_expires: OptionalMoment;
    created: Moment;
    edits: GeneratedJson;
  };
  patients: {
    clinic_id: string;
    id: string;
    code: string;
    code_key: string;
    clinician_id: string;
    gender: Gender;
    admission: IsoDate;
    /** Null while the end of the therapy is open. */
    discharge: IsoDate | null;
    /** Birth date, diagnoses and labels. */
    birth_date_encrypted: Buffer;
    secret_hash: string;
    created: Moment;
    edits: GeneratedJson;
  };
  patient_data_keys: { clinic_id: string; patient_id: string; key_encrypted: Buffer; created: Moment };
  survey_windows: {
    clinic_id: string;
    id: string;
    patient_id: string;
    type: WindowType;
    ordinal: number;
    start_date: IsoDate;
    end_date: IsoDate;
    label: string;
  };
  survey_sessions: {
    clinic_id: string;
    id: string;
    patient_id: string;
    window_id: string | null;
    window_type: WindowType;
    window_label: string;
    protocol_id: string;
    protocol_version: string;
    instruments: Json;
    seed: string;
    started_at: Moment;
    updated_at: Moment;
    finished_at: OptionalMoment;
    report_viewed_at: OptionalMoment;
    condition_severity: Generated<ConditionSeverity>;
    page_count: Generated<number>;
    shows_help: Generated<boolean>;
    symptom_change: SymptomChange | null;
  };
  survey_pages: {
    clinic_id: string;
    session_id: string;
    number: number;
    answered_at: Moment;
    time_taken: Generated<number>;
  };
  answers: {
    clinic_id: string;
    session_id: string;
    item_id: string;
    page_number: number;
    position: number;
    item_type: string;
    encrypted: Buffer;
    time_taken: Generated<number>;
    answered_after: number | null;
  };
  drafts: { clinic_id: string; session_id: string; page_number: number; encrypted: Buffer; saved_at: Moment };
  scores: {
    clinic_id: string;
    session_id: string;
    instrument_id: string;
    scale: string;
    instrument_version: string;
    algorithm_version: string;
    result_encrypted: Buffer;
  };
  reports: {
    clinic_id: string;
    session_id: string;
    audience: 'clinician' | 'patient';
    hash: string;
    html_encrypted: Buffer;
    versions: Json;
    created: Moment;
  };
  login_sessions: {
    clinic_id: string;
    id: string;
    account_id: string | null;
    patient_id: string | null;
    access_hash: Buffer;
    access_expires: Moment;
    secret: Buffer;
    key_version: Generated<number>;
    generation: Generated<number>;
    rotated_at: Moment;
    created: Moment;
    idle_expires: Moment;
    absolute_expires: Moment;
    ended_at: OptionalMoment;
    browser: string | null;
    system: string | null;
    at_staff_device: Generated<boolean>;
  };
  second_factors: {
    clinic_id: string;
    account_id: string;
    encrypted: Buffer;
    last_step: Generated<number>;
    begun: Moment;
    confirmed: OptionalMoment;
  };
  login_failures: {
    id: Generated<number>;
    at: Moment;
    clinic: string;
    user_type: string;
    account_key: string;
    address_key: string;
    secret_key: string | null;
    device_key: string | null;
  };
  login_successes: {
    clinic_id: string;
    address_key: string;
    account_key: string;
    at: ColumnType<string, string, string>;
  };
  limited_attempts: {
    id: Generated<number>;
    at: Moment;
    kind: 'old_password' | 'registration';
    key: string;
  };
  login_locks: {
    clinic_id: string;
    patient_id: string;
    locked_until: ColumnType<string, string, string>;
    allowed_until: OptionalMoment;
    allowed_tries: Generated<number>;
  };
  known_devices: {
    clinic_id: string;
    id: string;
    account_id: string | null;
    patient_id: string | null;
    created: Moment;
    renewed: Moment;
    renewed_before: OptionalMoment;
  };
  security_notices: {
    clinic_id: string;
    id: Generated<string>;
    kind: 'login_alarm' | 'birth_date_spray';
    subject: Generated<string>;
    at: Moment;
    until: ColumnType<string, string, string>;
    seen_at: OptionalMoment;
  };
  spent_proofs: { challenge: string; expires: ColumnType<string, string, string> };
  idempotency_keys: {
    clinic_id: string;
    user_id: string;
    key: string;
    route: string;
    body_hash: Buffer;
    answer_encrypted: Buffer | null;
    created: Moment;
    expires: Moment;
  };
  audit: {
    clinic_id: string;
    id: Generated<number>;
    at: Moment;
    actor_id: string | null;
    role: string;
    action: string;
    patient_id: string | null;
    object_id: string | null;
    result: string;
    request_id: string;
    address_prefix: string;
    erased_by: number | null;
    count: Generated<number>;
  };
  audit_seals: {
    clinic_id: string;
    seq: number;
    audit_id: number;
    content_hash: Buffer;
    hash: Buffer;
    sealed_at: Moment;
  };
  audit_unsealed: { clinic: string; audit_id: number };
  audit_heads: { clinic: string; seq: number; hash: Buffer };
  mail_plans: { clinic: string; day: IsoDate };
  mail_plan_requests: { clinic: string };
  job_runs: {
    job: string;
    begun: string | null;
    ended: string | null;
    failed: string | null;
    next: Generated<string>;
  };
  consent_texts: { version: string; hash: string; content: Json; registered: Moment };
  study_consents: {
    clinic_id: string;
    patient_id: string;
    version: string;
    given_at: Moment;
    withdrawn_at: OptionalMoment;
  };
  sharing_answers: { clinic_id: string; patient_id: string; allowed: boolean; answered_at: Moment };
  mail_addresses: {
    clinic_id: string;
    patient_id: string;
    kind: 'PRE' | 'INTERMEDIATE' | 'POST' | 'FOLLOW_UP';
    address_encrypted: Buffer;
    created: Moment;
    confirmation_id: string | null;
  };
  address_confirmations: {
    clinic_id: string;
    id: string;
    patient_id: string;
    created: Moment;
    due: Moment;
    attempts: Generated<number>;
    state: Generated<'waiting' | 'sent' | 'refused'>;
    sent_at: OptionalMoment;
    confirmed_at: OptionalMoment;
  };
  crisis_events: {
    clinic_id: string;
    id: string;
    patient_id: string;
    session_id: string;
    instrument_id: string;
    instrument_version: string;
    item_id: string;
    level: CrisisLevel;
    answer_encrypted: Buffer;
    raised_at: Moment;
    acknowledged_at: OptionalMoment;
    acknowledged_by: string | null;
    done: CrisisAct | null;
    note_encrypted: Buffer | null;
    handed_to: string | null;
    handed_by: string | null;
    handed_at: OptionalMoment;
    handed_note_encrypted: Buffer | null;
    again_on: IsoDate | null;
    postponed_by: string | null;
    postponed_at: OptionalMoment;
    postponed_note_encrypted: Buffer | null;
    standing_of: string | null;
  };
  course_signals: {
    clinic_id: string;
    id: Generated<string>;
    patient_id: string;
    session_id: string;
    instrument_id: string;
    scale: string;
    model_version: number;
    unexpected: number;
    worsening: number;
    recovery: number;
    raised_at: Moment;
    acknowledged_at: OptionalMoment;
    acknowledged_by: string | null;
    done: 'discussed' | 'supervision' | 'not_applicable' | null;
    again_on: IsoDate | null;
    postponed_by: string | null;
    postponed_at: OptionalMoment;
    postponed_note_encrypted: Buffer | null;
  };
  instrument_drafts: {
    clinic_id: string;
    id: string;
    revision: Generated<number>;
    content: Json;
    not_kept: Json;
    changed_by: string | null;
    changed_at: Moment;
  };
  instrument_signers: { clinic_id: string; draft_id: string; account_id: string };
  instrument_signatures: {
    clinic_id: string;
    draft_id: string;
    role: 'clinical' | 'psychometric';
    account_id: string | null;
    name: string;
    hash: string;
    signed_at: Moment;
  };
  instrument_examples: { clinic_id: string; id: string; version: string; examples: Json };
  crisis_reminders: {
    clinic_id: string;
    id: string;
    event_id: string;
    step: 'clinician' | 'deputy' | 'duty';
    due: Moment;
    attempts: Generated<number>;
    state: Generated<'waiting' | 'sent' | 'refused'>;
    sent_at: OptionalMoment;
    address_hash: Generated<Buffer>;
  };
  deputies: {
    clinic_id: string;
    clinician_id: string;
    deputy_id: string;
    first_day: IsoDate;
    last_day: IsoDate;
  };
  reminder_addresses: { clinic_id: string; account_id: string; address_encrypted: Buffer };
  outbox: {
    clinic_id: string;
    id: string;
    patient_id: string;
    window_type: WindowType;
    window_ordinal: number;
    kind: 'invitation' | 'reminder';
    due: Moment;
    attempts: Generated<number>;
    sent_at: OptionalMoment;
    state: Generated<'waiting' | 'sent' | 'refused'>;
  };
};
