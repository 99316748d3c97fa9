-- The database of 0.2.0, the first release whose data later versions must read: roles' rights, tables, policies and functions.
--
-- Every table of a clinic is keyed by (clinic_id, …), refers to others by (clinic_id, …), so that a reference across clinics
-- is impossible, and is under forced row-level security by the setting app.clinic_id. Tables and functions belong to the role
-- resonanz_owner, which cannot log in; the server works as resonanz_app, which owns nothing and may do to each table what
-- stands below it. The runner of the migrations makes the roles.

-- The installation ---------------------------------------------------------------------------------------------------------

-- The id of this installation, which stays the same through every restore of its backups. A folder of backups names it, so no
-- other installation writes into it.
CREATE TABLE installation (id uuid PRIMARY KEY);
INSERT INTO installation VALUES (gen_random_uuid());
GRANT SELECT ON installation TO resonanz_app;

-- Fingerprints of the secrets outside the database, so that a server with the wrong key file refuses to start.
CREATE TABLE key_fingerprints (
  version integer PRIMARY KEY,
  fingerprint text NOT NULL,
  registered timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON key_fingerprints TO resonanz_app;

-- When each job ran, for all processes of the installation: one process claims a job that needs to run once, and an operator
-- sees what is late. `next` is the moment from which a process may claim it again. A backup notes its end here, too.
CREATE TABLE job_runs (
  job text PRIMARY KEY,
  begun timestamptz,
  ended timestamptz,
  failed timestamptz,
  next timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON job_runs TO resonanz_app;

-- Published versions never change: the hash of a stored version is compared at every start.
CREATE TABLE instrument_versions (
  id text NOT NULL,
  version text NOT NULL,
  hash text NOT NULL,
  content jsonb NOT NULL,
  registered timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, version)
);

CREATE TABLE protocol_versions (
  id text NOT NULL,
  version text NOT NULL,
  hash text NOT NULL,
  content jsonb NOT NULL,
  registered timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, version)
);

-- What patients agreed to must stay known (R66).
CREATE TABLE consent_texts (
  version text PRIMARY KEY,
  hash text NOT NULL,
  content jsonb NOT NULL,
  registered timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON instrument_versions, protocol_versions, consent_texts TO resonanz_app;

-- The catalogue; the next migration fills it.
CREATE TABLE diagnoses (
  id text PRIMARY KEY,
  description text NOT NULL
);
GRANT SELECT ON diagnoses TO resonanz_app;

-- Clinics and their staff --------------------------------------------------------------------------------------------------

CREATE TABLE clinics (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  name_key text NOT NULL UNIQUE,
  contact text NOT NULL DEFAULT '',
  settings jsonb NOT NULL DEFAULT '{}',
  created timestamptz NOT NULL DEFAULT now(),
  -- Whether the clinic's staff may set up a second factor (R76).
  second_factor boolean NOT NULL DEFAULT false,
  -- How many months after the last measurement point (or the discharge) a patient is erased; null: never.
  retention_months integer CHECK (retention_months BETWEEN 1 AND 1200),
  -- The newest day on which the job that erases patients trusted the clocks. Without one it begins to trust from the trail.
  retention_day date,
  -- A clinic of the demo data, whose passwords are public.
  is_demo boolean NOT NULL DEFAULT false,
  -- What the admin sets. Without `help` the text of the configuration is shown.
  help jsonb,
  duty_address text NOT NULL DEFAULT '',
  urgent_hours integer NOT NULL DEFAULT 4,
  notice_hours integer NOT NULL DEFAULT 72,
  -- The contract rests or has ended: the clinic's people cannot log in, and it sends no mail. Its rows stay as they are.
  suspended timestamptz,
  -- Who changed a field last, and when: {"name": {"revision": 3, "by": "<account>", "at": "2026-11-27T13:51:00.000Z"}}.
  -- A form says which revision it was made from, and a write over a newer one is refused (record 270).
  edits jsonb NOT NULL DEFAULT '{}'
);
GRANT SELECT, INSERT, UPDATE ON clinics TO resonanz_app;
GRANT SELECT ON clinics TO resonanz_audit_reader;

-- Everybody reads and locks the clinics, and a new one belongs to nobody yet. A transaction changes the clinic that it has
-- entered and no other. The owner of the tables erases and restores clinics.
ALTER TABLE clinics ENABLE ROW LEVEL SECURITY;
ALTER TABLE clinics FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON clinics TO resonanz_owner USING (true) WITH CHECK (true);
CREATE POLICY read ON clinics FOR SELECT USING (true);
CREATE POLICY add ON clinics FOR INSERT WITH CHECK (true);
CREATE POLICY clinic ON clinics FOR UPDATE USING (true)
  WITH CHECK (id = nullif(current_setting('app.clinic_id', true), '')::uuid);

-- What stays of an erased clinic: that it was erased, and the end of its trail. The rows belong to no clinic that exists. Only
-- the owner of the tables erases a clinic; the server reads the ids, so that no backup brings it back.
CREATE TABLE erased_clinics (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  erased timestamptz NOT NULL DEFAULT now(),
  operator text NOT NULL,
  trail_rows bigint NOT NULL,
  trail_hash bytea
);
GRANT SELECT ON erased_clinics TO resonanz_app;

-- Clinic admins and clinicians. username_key is NFC and case-folded (R16).
CREATE TABLE accounts (
  clinic_id uuid NOT NULL REFERENCES clinics,
  id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'clinician')),
  username text NOT NULL CHECK (char_length(username) BETWEEN 1 AND 255),
  username_key text NOT NULL,
  password_hash text NOT NULL,
  password_expires timestamptz,
  must_change_password boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  activated_at timestamptz,
  registration_expires timestamptz,
  created timestamptz NOT NULL DEFAULT now(),
  edits jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, role, username_key)
);
CREATE UNIQUE INDEX one_admin_per_clinic ON accounts (clinic_id) WHERE role = 'admin';

-- One-time codes (RFC 6238) and recovery codes of staff (R76). `encrypted` holds the shared secret and the hashes of the
-- recovery codes that are left; last_step is the newest time step whose code was used, so that none works twice. A row without
-- `confirmed` is a set-up that was begun.
CREATE TABLE second_factors (
  clinic_id uuid NOT NULL REFERENCES clinics,
  account_id uuid NOT NULL,
  encrypted bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  begun timestamptz NOT NULL DEFAULT now(),
  confirmed timestamptz,
  PRIMARY KEY (clinic_id, account_id),
  FOREIGN KEY (clinic_id, account_id) REFERENCES accounts (clinic_id, id) ON DELETE CASCADE
);

-- Who stands in for a clinician, from the first to the last day, both included. One row a clinician.
CREATE TABLE deputies (
  clinic_id uuid NOT NULL,
  clinician_id uuid NOT NULL,
  deputy_id uuid NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  PRIMARY KEY (clinic_id, clinician_id),
  FOREIGN KEY (clinic_id, clinician_id) REFERENCES accounts (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, deputy_id) REFERENCES accounts (clinic_id, id) ON DELETE CASCADE,
  CHECK (clinician_id <> deputy_id),
  CHECK (first_day <= last_day)
);
CREATE INDEX deputies_by_deputy ON deputies (clinic_id, deputy_id);

-- The address that a clinician leaves for reminders.
CREATE TABLE reminder_addresses (
  clinic_id uuid NOT NULL,
  account_id uuid NOT NULL,
  address_encrypted bytea NOT NULL,
  PRIMARY KEY (clinic_id, account_id),
  FOREIGN KEY (clinic_id, account_id) REFERENCES accounts (clinic_id, id) ON DELETE CASCADE
);

GRANT SELECT, INSERT, UPDATE, DELETE ON accounts, second_factors, deputies, reminder_addresses TO resonanz_app;

-- Patients -----------------------------------------------------------------------------------------------------------------

-- The cell holds the birth date, the diagnoses and the labels. The server deletes patients through erase_from_audit alone,
-- which leaves a row in the trail. That a patient's clinic exists follows from the clinician's account; a second look-up
-- would cost an import dearly.
CREATE TABLE patients (
  clinic_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 255),
  code_key text NOT NULL,
  clinician_id uuid NOT NULL,
  gender text NOT NULL CHECK (gender IN ('FEMALE', 'MALE', 'DIVERSE')),
  admission date NOT NULL,
  -- Null while the end of the therapy is open (product 5.4).
  discharge date,
  birth_date_encrypted bytea NOT NULL,
  secret_hash text NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  edits jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, code_key),
  FOREIGN KEY (clinic_id, clinician_id) REFERENCES accounts (clinic_id, id),
  CHECK (discharge > admission)
);
CREATE INDEX patients_of_clinician ON patients (clinic_id, clinician_id);
-- The imported patients whose secret still waits for argon2id: usually none.
CREATE INDEX patients_with_provisional_secret ON patients (clinic_id, id) WHERE secret_hash LIKE '$hmac-sha256$%';

-- One random key per patient, under which backups hold the patient's rows (R66): erasing the patient deletes it, and with
-- the next list of keys every older backup has lost the patient as well. Made by the backup; wrapped with the field key.
CREATE TABLE patient_data_keys (
  clinic_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  key_encrypted bytea NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (clinic_id, patient_id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, UPDATE ON patients, patient_data_keys TO resonanz_app;

-- Derived from protocol, admission and discharge; recomputed when one of them changes. Both ends included.
CREATE TABLE survey_windows (
  clinic_id uuid NOT NULL,
  id uuid NOT NULL,
  patient_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('PRE', 'INTERMEDIATE', 'POST', 'FOLLOW_UP_1', 'FOLLOW_UP_2', 'FOLLOW_UP_3')),
  ordinal integer NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  label text NOT NULL,
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, patient_id, type, ordinal),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  CHECK (start_date <= end_date)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON survey_windows TO resonanz_app;

-- One row each time a patient agrees to the study, with the version of the text that was shown. The newest row counts; a
-- patient has withdrawn when it has withdrawn_at. The server adds rows and closes them, and can neither change nor delete what
-- was agreed to; erasing the patient takes them along.
CREATE TABLE study_consents (
  clinic_id uuid NOT NULL REFERENCES clinics,
  patient_id uuid NOT NULL,
  version text NOT NULL CHECK (char_length(version) BETWEEN 1 AND 64),
  given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  withdrawn_at timestamptz,
  PRIMARY KEY (clinic_id, patient_id, given_at),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  CHECK (withdrawn_at >= given_at)
);
GRANT SELECT, INSERT, UPDATE (withdrawn_at) ON study_consents TO resonanz_app;

-- Whether a patient agrees that results are shown beside those of relatives (record 140). No row: not answered yet.
CREATE TABLE sharing_answers (
  clinic_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  allowed boolean NOT NULL,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (clinic_id, patient_id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, UPDATE (allowed, answered_at) ON sharing_answers TO resonanz_app;

-- Surveys ------------------------------------------------------------------------------------------------------------------

-- One session per patient and window. window_id is null when the session no longer lies in a window of its type
-- (decisions 2): it stays stored and exported, but is no longer shown as a result.
CREATE TABLE survey_sessions (
  clinic_id uuid NOT NULL,
  id uuid NOT NULL,
  patient_id uuid NOT NULL,
  window_id uuid,
  window_type text NOT NULL,
  window_label text NOT NULL,
  protocol_id text NOT NULL,
  protocol_version text NOT NULL,
  instruments jsonb NOT NULL,
  seed text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  report_viewed_at timestamptz,
  condition_severity text NOT NULL DEFAULT 'UNKNOWN' CHECK (condition_severity IN ('LOW', 'MEDIUM', 'HIGH', 'UNKNOWN')),
  page_count integer NOT NULL DEFAULT 0,
  -- A page of the session showed danger: the patient's home shows help until the window ends.
  shows_help boolean NOT NULL DEFAULT false,
  -- Whether a symptom scale changed reliably since the measurement before, for the patient lists. The server judges finished
  -- sessions after they are stored and judges them again once their windows have moved. Null: not judged yet.
  symptom_change text CHECK (symptom_change IN ('worse', 'better', 'none')),
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, window_id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, window_id) REFERENCES survey_windows (clinic_id, id) ON DELETE SET NULL (window_id)
);
CREATE INDEX sessions_of_patient ON survey_sessions (clinic_id, patient_id);
CREATE INDEX sessions_not_judged ON survey_sessions (clinic_id)
  WHERE finished_at IS NOT NULL AND window_id IS NOT NULL AND symptom_change IS NULL;
GRANT SELECT, INSERT, UPDATE ON survey_sessions TO resonanz_app;

CREATE TABLE survey_pages (
  clinic_id uuid NOT NULL,
  session_id uuid NOT NULL,
  number integer NOT NULL,
  answered_at timestamptz NOT NULL DEFAULT now(),
  time_taken double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (clinic_id, session_id, number),
  FOREIGN KEY (clinic_id, session_id) REFERENCES survey_sessions (clinic_id, id) ON DELETE CASCADE
);

-- Value and label stand in the encrypted cell (R63).
CREATE TABLE answers (
  clinic_id uuid NOT NULL,
  session_id uuid NOT NULL,
  item_id text NOT NULL,
  page_number integer NOT NULL,
  position integer NOT NULL,
  item_type text NOT NULL,
  encrypted bytea NOT NULL,
  time_taken double precision NOT NULL DEFAULT 0,
  -- When the answer was touched last, in seconds after its page was shown, as the browser measured it. Null: not
  -- known, because the answer came from another program or from a draft.
  answered_after double precision,
  PRIMARY KEY (clinic_id, session_id, item_id),
  FOREIGN KEY (clinic_id, session_id, page_number) REFERENCES survey_pages (clinic_id, session_id, number) ON DELETE CASCADE
);
-- Pages and answers are final.
GRANT SELECT, INSERT ON survey_pages, answers TO resonanz_app;

-- What was ticked on the current page but not sent. One row a session.
CREATE TABLE drafts (
  clinic_id uuid NOT NULL,
  session_id uuid NOT NULL,
  page_number integer NOT NULL,
  encrypted bytea NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (clinic_id, session_id),
  FOREIGN KEY (clinic_id, session_id) REFERENCES survey_sessions (clinic_id, id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, UPDATE, DELETE ON drafts TO resonanz_app;

CREATE TABLE scores (
  clinic_id uuid NOT NULL,
  session_id uuid NOT NULL,
  instrument_id text NOT NULL,
  scale text NOT NULL,
  instrument_version text NOT NULL,
  algorithm_version text NOT NULL,
  result_encrypted bytea NOT NULL,
  PRIMARY KEY (clinic_id, session_id, instrument_id, scale),
  FOREIGN KEY (clinic_id, session_id) REFERENCES survey_sessions (clinic_id, id) ON DELETE CASCADE
);
GRANT SELECT, INSERT, UPDATE ON scores TO resonanz_app;

-- The report as it was shown, with the versions it was made by. It names the birth date and free texts, so it is kept
-- compressed and encrypted (R63). Its hash is keyed, so that it does not help to guess what it was made of.
CREATE TABLE reports (
  clinic_id uuid NOT NULL,
  session_id uuid NOT NULL,
  audience text NOT NULL CHECK (audience IN ('clinician', 'patient')),
  hash text NOT NULL,
  html_encrypted bytea NOT NULL,
  versions jsonb NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (clinic_id, session_id, audience, hash),
  FOREIGN KEY (clinic_id, session_id) REFERENCES survey_sessions (clinic_id, id) ON DELETE CASCADE
);
GRANT SELECT, INSERT ON reports TO resonanz_app;

-- An answer or report is final. Only a cell of an older key version gives way, to one of the same length with a newer version
-- that the installation knows (record 280). Outside a change of the keys there is no older version, so nothing can be
-- overwritten.
CREATE FUNCTION is_renewal(p_old bytea, p_new bytea) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT length(p_new) = length(p_old) AND length(p_new) > 0 AND get_byte(p_old, 0) < get_byte(p_new, 0)
    AND EXISTS (SELECT FROM key_fingerprints WHERE version = get_byte(p_new, 0))
$$;

CREATE FUNCTION renew_answer_cell(p_session uuid, p_item text, p_old bytea, p_new bytea)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF is_renewal(p_old, p_new) IS NOT TRUE THEN
    RAISE EXCEPTION 'an answer is final' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE answers SET encrypted = p_new
  WHERE clinic_id = current_setting('app.clinic_id')::uuid AND session_id = p_session AND item_id = p_item AND encrypted = p_old;
END $$;

CREATE FUNCTION renew_report_cell(p_session uuid, p_audience text, p_hash text, p_old bytea, p_new bytea)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF is_renewal(p_old, p_new) IS NOT TRUE THEN
    RAISE EXCEPTION 'a report is final' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE reports SET html_encrypted = p_new
  WHERE clinic_id = current_setting('app.clinic_id')::uuid AND session_id = p_session AND audience = p_audience
    AND hash = p_hash AND html_encrypted = p_old;
END $$;

REVOKE ALL ON FUNCTION renew_answer_cell, renew_report_cell FROM PUBLIC;
GRANT EXECUTE ON FUNCTION renew_answer_cell, renew_report_cell TO resonanz_app;

-- Answers that show danger -------------------------------------------------------------------------------------------------

-- An event is stored in the transaction of its page, once for each session and item (product 19). The server never deletes an
-- event; erasing the patient does. An account can be erased although it acknowledged events: the act and its moment stay.
CREATE TABLE crisis_events (
  clinic_id uuid NOT NULL,
  id uuid NOT NULL,
  patient_id uuid NOT NULL,
  session_id uuid NOT NULL,
  instrument_id text NOT NULL,
  instrument_version text NOT NULL,
  item_id text NOT NULL,
  level text NOT NULL CHECK (level IN ('notice', 'urgent')),
  answer_encrypted bytea NOT NULL,
  raised_at timestamptz NOT NULL,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  done text CHECK (done IN ('talked', 'assessed', 'handed_over', 'mistake', 'other')),
  note_encrypted bytea,
  -- An open event can be handed over to a colleague, who then is responsible for it, or be put off until a day (product 19.3).
  -- Both hold only while the patient stays with the clinician `standing_of`: a transferred patient takes the event along.
  handed_to uuid,
  handed_by uuid,
  handed_at timestamptz,
  handed_note_encrypted bytea,
  again_on date,
  postponed_by uuid,
  postponed_at timestamptz,
  postponed_note_encrypted bytea,
  standing_of uuid,
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, session_id, item_id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, session_id) REFERENCES survey_sessions (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, acknowledged_by) REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (acknowledged_by),
  FOREIGN KEY (clinic_id, handed_to) REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (handed_to),
  FOREIGN KEY (clinic_id, handed_by) REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (handed_by),
  FOREIGN KEY (clinic_id, postponed_by) REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (postponed_by),
  FOREIGN KEY (clinic_id, standing_of) REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (standing_of),
  CHECK (acknowledged_by IS NULL OR acknowledged_at IS NOT NULL),
  CHECK ((acknowledged_at IS NULL) = (done IS NULL)),
  CHECK (note_encrypted IS NULL OR acknowledged_at IS NOT NULL)
);
CREATE INDEX crisis_events_of_patient ON crisis_events (clinic_id, patient_id);
CREATE INDEX open_crisis_events ON crisis_events (clinic_id, raised_at) WHERE acknowledged_at IS NULL;
GRANT SELECT, INSERT, UPDATE (answer_encrypted, acknowledged_at, acknowledged_by, done, note_encrypted, handed_to, handed_by,
  handed_at, handed_note_encrypted, again_on, postponed_by, postponed_at, postponed_note_encrypted, standing_of)
  ON crisis_events TO resonanz_app;

-- One mail for each event and step. The states are those of the outbox. The hash of the address shows whether the address
-- that the mail server refused for good has been replaced.
CREATE TABLE crisis_reminders (
  clinic_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  step text NOT NULL CHECK (step IN ('clinician', 'deputy', 'duty')),
  due timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused')),
  sent_at timestamptz,
  address_hash bytea NOT NULL DEFAULT '',
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, event_id, step),
  FOREIGN KEY (clinic_id, event_id) REFERENCES crisis_events (clinic_id, id) ON DELETE CASCADE
);
CREATE INDEX crisis_reminders_due ON crisis_reminders (clinic_id, due) WHERE state = 'waiting';
GRANT SELECT, INSERT, UPDATE, DELETE ON crisis_reminders TO resonanz_app;

-- Logins -------------------------------------------------------------------------------------------------------------------

-- Sessions of signed-in users. The access token is stored as SHA-256; refresh tokens are derived (R38) from `secret` with the
-- key of the session's own version, so that nobody is logged out by a change of the keys.
CREATE TABLE login_sessions (
  clinic_id uuid NOT NULL REFERENCES clinics,
  id uuid NOT NULL,
  account_id uuid,
  patient_id uuid,
  access_hash bytea NOT NULL,
  access_expires timestamptz NOT NULL,
  secret bytea NOT NULL,
  key_version integer NOT NULL DEFAULT 1,
  generation integer NOT NULL DEFAULT 0,
  rotated_at timestamptz NOT NULL DEFAULT now(),
  created timestamptz NOT NULL DEFAULT now(),
  idle_expires timestamptz NOT NULL,
  absolute_expires timestamptz NOT NULL,
  ended_at timestamptz,
  -- What the list of signed-in devices calls a browser (R74): two names from a short list of ours, never the header itself.
  browser text CHECK (length(browser) <= 20),
  system text CHECK (length(system) <= 20),
  -- True if an account of the clinic had logged in with the same browser before (R75).
  at_staff_device boolean NOT NULL DEFAULT false,
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, access_hash),
  FOREIGN KEY (clinic_id, account_id) REFERENCES accounts (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  CHECK ((account_id IS NULL) <> (patient_id IS NULL))
);
CREATE INDEX sessions_of_account ON login_sessions (clinic_id, account_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_of_patient_login ON login_sessions (clinic_id, patient_id) WHERE ended_at IS NULL;
CREATE INDEX logins_of_patient ON login_sessions (clinic_id, patient_id, created) WHERE patient_id IS NOT NULL;

-- The session of an access token, with the state of its account, in one round trip. The clinic comes from the cookie;
-- a wrong one finds nothing, because the hash is looked up inside it.
CREATE FUNCTION find_login_session(p_clinic uuid, p_access_hash bytea)
RETURNS TABLE (session_id uuid, role text, user_id uuid, username text, usable boolean, must_change boolean)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.clinic_id', p_clinic::text, true);
  RETURN QUERY
    SELECT s.id, coalesce(a.role, 'patient'), coalesce(s.account_id, s.patient_id), coalesce(a.username, p.code),
           s.ended_at IS NULL AND s.access_expires > now() AND s.idle_expires > now() AND s.absolute_expires > now()
             AND (a.id IS NULL OR (a.enabled AND a.activated_at IS NOT NULL)),
           coalesce(a.must_change_password, false)
    FROM login_sessions s
    LEFT JOIN accounts a ON a.clinic_id = s.clinic_id AND a.id = s.account_id
    LEFT JOIN patients p ON p.clinic_id = s.clinic_id AND p.id = s.patient_id
    WHERE s.clinic_id = p_clinic AND s.access_hash = p_access_hash;
END $$;
GRANT EXECUTE ON FUNCTION find_login_session TO resonanz_app;

-- Browsers in which an account has logged in (R47). The id is a keyed hash of the account and the browser's cookie.
CREATE TABLE known_devices (
  clinic_id uuid NOT NULL REFERENCES clinics,
  id text NOT NULL,
  account_id uuid,
  patient_id uuid,
  created timestamptz NOT NULL DEFAULT now(),
  renewed timestamptz NOT NULL DEFAULT now(),
  -- The login of this browser before its last one. What another browser did since then is news for the person (record 266).
  renewed_before timestamptz,
  PRIMARY KEY (clinic_id, id),
  FOREIGN KEY (clinic_id, account_id) REFERENCES accounts (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  CHECK ((account_id IS NULL) <> (patient_id IS NULL))
);
CREATE INDEX devices_of_account ON known_devices (clinic_id, account_id);
CREATE INDEX devices_of_patient ON known_devices (clinic_id, patient_id);

-- What the login limits count and remember (R45-R54). login_failures and limited_attempts hold keyed hashes of names,
-- addresses and dates, never the values; they look across clinics, so they are not under row-level security. One row a
-- failed login.
CREATE TABLE login_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  clinic uuid NOT NULL,
  user_type text NOT NULL,
  account_key text NOT NULL,
  address_key text NOT NULL,
  secret_key text,
  device_key text
);
CREATE INDEX login_failures_by_account ON login_failures (clinic, user_type, account_key, at);
CREATE INDEX login_failures_by_address ON login_failures (address_key, at);
CREATE INDEX login_failures_by_clinic ON login_failures (clinic, at);
CREATE INDEX login_failures_by_secret ON login_failures (clinic, secret_key, at) WHERE secret_key IS NOT NULL;
CREATE INDEX login_failures_by_device ON login_failures (device_key, at) WHERE device_key IS NOT NULL;
CREATE INDEX login_failures_by_age ON login_failures (at);

-- Who has logged in from an address, as keyed hashes. Each such person allows the address more failures (R48), so that the
-- typing errors of a hospital behind one address shut nobody out.
CREATE TABLE login_successes (
  clinic_id uuid NOT NULL REFERENCES clinics,
  address_key text NOT NULL,
  account_key text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (clinic_id, address_key, account_key)
);

-- A patient whose code cannot be used in unknown devices just now (R46), and the permission of the staff for one more device.
-- The limits decide by login_failures; this table only shows their result in the lists of staff.
CREATE TABLE login_locks (
  clinic_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  locked_until timestamptz NOT NULL,
  allowed_until timestamptz,
  allowed_tries integer NOT NULL DEFAULT 0 CHECK (allowed_tries >= 0),
  PRIMARY KEY (clinic_id, patient_id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);

-- Old passwords typed wrongly and registrations: calls that are limited by their number (R53, R54).
CREATE TABLE limited_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL CHECK (kind IN ('old_password', 'registration')),
  key text NOT NULL
);
CREATE INDEX limited_attempts_by_key ON limited_attempts (kind, key, at);
CREATE INDEX limited_attempts_by_age ON limited_attempts (kind, at);

-- What the clinic's admin is told: an alarm over failed logins (while `until` lies ahead, devices that are not known
-- solve a task first, R50), or one birth date tried on many codes (R49). `subject` is a keyed hash.
CREATE TABLE security_notices (
  clinic_id uuid NOT NULL REFERENCES clinics,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('login_alarm', 'birth_date_spray')),
  subject text NOT NULL DEFAULT '',
  at timestamptz NOT NULL DEFAULT now(),
  until timestamptz NOT NULL,
  seen_at timestamptz,
  PRIMARY KEY (clinic_id, id)
);
CREATE INDEX notices_by_kind ON security_notices (clinic_id, kind, subject, until);

-- Tasks that were solved and used: each opens one attempt.
CREATE TABLE spent_proofs (
  challenge text PRIMARY KEY,
  expires timestamptz NOT NULL
);
CREATE INDEX spent_proofs_expiry ON spent_proofs (expires);

GRANT SELECT, INSERT, UPDATE, DELETE ON login_sessions, known_devices, login_failures, login_successes, login_locks,
  limited_attempts, security_notices, spent_proofs TO resonanz_app;

-- The answers of calls that a browser may repeat under one key (R26).
CREATE TABLE idempotency_keys (
  clinic_id uuid NOT NULL REFERENCES clinics,
  user_id text NOT NULL,
  key uuid NOT NULL,
  route text NOT NULL,
  body_hash bytea NOT NULL,
  answer_encrypted bytea,
  created timestamptz NOT NULL DEFAULT now(),
  expires timestamptz NOT NULL,
  PRIMARY KEY (clinic_id, user_id, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (clinic_id, expires);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO resonanz_app;

-- Mail ---------------------------------------------------------------------------------------------------------------------

-- `confirmation_id` is the mail that asked whether the address is right. Null: it counts as confirmed.
CREATE TABLE mail_addresses (
  clinic_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PRE', 'INTERMEDIATE', 'POST', 'FOLLOW_UP')),
  address_encrypted bytea NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  confirmation_id uuid,
  PRIMARY KEY (clinic_id, patient_id, kind),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);

-- The mail that asks whether an address is right (record 066). Its states are those of the outbox.
CREATE TABLE address_confirmations (
  clinic_id uuid NOT NULL,
  id uuid NOT NULL,
  patient_id uuid NOT NULL,
  created timestamptz NOT NULL,
  due timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused')),
  sent_at timestamptz,
  confirmed_at timestamptz,
  PRIMARY KEY (clinic_id, id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);
CREATE INDEX address_confirmations_due ON address_confirmations (clinic_id, due) WHERE state = 'waiting';
CREATE INDEX address_confirmations_of_patient ON address_confirmations (clinic_id, patient_id);

-- A mail waits (`due` is the moment of the next attempt), was sent, or was refused for good by the mail server. A mail that
-- nobody wants any more is deleted: nothing was sent, and whether another is due is planned anew.
CREATE TABLE outbox (
  clinic_id uuid NOT NULL,
  id uuid NOT NULL,
  patient_id uuid NOT NULL,
  window_type text NOT NULL,
  window_ordinal integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invitation', 'reminder')),
  due timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused')),
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, patient_id, window_type, window_ordinal, kind),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
CREATE INDEX outbox_due ON outbox (clinic_id, due) WHERE state = 'waiting';
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_addresses, address_confirmations, outbox TO resonanz_app;

-- Mails are planned once a day for each clinic, and again where an address, a confirmation, a consent or a window changed. The
-- tables name clinics only, and the planner looks across them, so they are not under row-level security.
CREATE TABLE mail_plans (
  clinic uuid PRIMARY KEY,
  day date NOT NULL
);
CREATE TABLE mail_plan_requests (
  clinic uuid NOT NULL
);
CREATE INDEX mail_plan_requests_of_clinic ON mail_plan_requests (clinic);
GRANT SELECT, INSERT, UPDATE ON mail_plans TO resonanz_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_plan_requests TO resonanz_app;

-- One row a statement, and no row that two transactions would wait for.
CREATE FUNCTION request_mail_plan() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF coalesce(current_setting('app.clinic_id', true), '') <> '' THEN
    INSERT INTO mail_plan_requests (clinic) VALUES (current_setting('app.clinic_id')::uuid);
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['mail_addresses', 'address_confirmations', 'study_consents', 'survey_windows'] LOOP
    EXECUTE format('CREATE TRIGGER request_mail_plan AFTER INSERT OR UPDATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION request_mail_plan()', t);
  END LOOP;
END $$;

-- The audit trail ----------------------------------------------------------------------------------------------------------

-- `count`: refusals of one account or user, from one network, in one minute become two rows, the first one, and one row with
-- the number of the further ones (R64). `erased_by`: the row that tells of the erasure which emptied this one.
CREATE TABLE audit (
  clinic_id uuid NOT NULL REFERENCES clinics,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid,
  role text NOT NULL,
  action text NOT NULL,
  patient_id uuid,
  object_id text,
  result text NOT NULL,
  request_id text NOT NULL,
  address_prefix text NOT NULL,
  count integer NOT NULL DEFAULT 1,
  erased_by bigint,
  PRIMARY KEY (clinic_id, id)
);
CREATE INDEX audit_erased ON audit (clinic_id, erased_by, id) WHERE erased_by IS NOT NULL;
-- Erasing a patient, and asking the trail for a person or for the readers of a report, read the rows of this person only.
CREATE INDEX audit_of_patient ON audit (clinic_id, patient_id) WHERE patient_id IS NOT NULL;
CREATE INDEX audit_of_actor ON audit (clinic_id, actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_refusals ON audit (clinic_id) WHERE action = 'call_refused';
CREATE INDEX audit_report_views ON audit (clinic_id, patient_id) WHERE action = 'report_viewed';

-- The trail is linked into one hash chain per clinic (R64). A row is written in the transaction of its effect; chaining it
-- there would make a clinic's commits wait for each other, so a sealer links the rows a moment later.
-- hash(seq) = SHA-256(hash(seq - 1) || seq as 8 bytes || content_hash); content_hash = SHA-256 of the row's columns.
CREATE TABLE audit_seals (
  clinic_id uuid NOT NULL REFERENCES clinics,
  seq bigint NOT NULL,
  audit_id bigint NOT NULL,
  content_hash bytea NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (clinic_id, seq),
  UNIQUE (clinic_id, audit_id)
);

-- Rows that wait for their seal, and the end of every chain. Neither holds anything personal, and the sealer looks for
-- work across clinics, so they are not under row-level security. The server reads the queue by unsealed_audit_ids().
CREATE TABLE audit_unsealed (
  clinic uuid NOT NULL,
  audit_id bigint NOT NULL,
  PRIMARY KEY (clinic, audit_id)
);
CREATE TABLE audit_heads (
  clinic uuid PRIMARY KEY,
  seq bigint NOT NULL,
  hash bytea NOT NULL
);
GRANT SELECT ON audit, audit_seals, audit_heads TO resonanz_app, resonanz_audit_reader;

-- The one way into the trail: the server may neither change nor delete a row.
CREATE FUNCTION append_audit(p_actor uuid, p_role text, p_action text, p_patient uuid, p_object text, p_result text,
                             p_request text, p_address text, p_count integer DEFAULT 1)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH added AS (
    INSERT INTO audit (clinic_id, actor_id, role, action, patient_id, object_id, result, request_id, address_prefix, count)
    VALUES (current_setting('app.clinic_id')::uuid, p_actor, p_role, p_action, p_patient, p_object, p_result, p_request,
      p_address, p_count)
    RETURNING clinic_id, id)
  INSERT INTO audit_unsealed (clinic, audit_id) SELECT clinic_id, id FROM added
$$;

-- Every column with its length in bytes before it, so that no two rows give the same text.
CREATE FUNCTION audit_content(a audit) RETURNS bytea LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT convert_to(string_agg(coalesce(octet_length(convert_to(part, 'UTF8')) || ':' || part, '-'), ',' ORDER BY place), 'UTF8')
  FROM unnest(ARRAY[a.clinic_id::text, a.id::text, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    a.actor_id::text, a.role, a.action, a.patient_id::text, a.object_id, a.result, a.request_id, a.address_prefix,
    a.count::text]) WITH ORDINALITY AS parts (part, place)
$$;

-- Links the clinic's waiting rows, in the order of their ids, to the end of its chain; gives how many. One sealer a
-- clinic at a time: another one finds the lock taken and leaves.
CREATE FUNCTION seal_audit(p_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c uuid := current_setting('app.clinic_id')::uuid;
  n bigint;
  h bytea;
  content bytea;
  waiting record;
  sealed integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('audit ' || c, 0)) THEN RETURN 0; END IF;
  SELECT seq, hash INTO n, h FROM audit_heads WHERE clinic = c;
  n := coalesce(n, 0);
  h := coalesce(h, decode(repeat('00', 32), 'hex'));
  FOR waiting IN SELECT audit_id FROM audit_unsealed WHERE clinic = c ORDER BY audit_id LIMIT p_most LOOP
    SELECT sha256(audit_content(a)) INTO content FROM audit a WHERE a.clinic_id = c AND a.id = waiting.audit_id;
    -- A row that vanished before it was sealed is sealed as missing: the chain remembers that it was there.
    content := coalesce(content, decode(repeat('00', 32), 'hex'));
    n := n + 1;
    h := sha256(h || int8send(n) || content);
    INSERT INTO audit_seals (clinic_id, seq, audit_id, content_hash, hash) VALUES (c, n, waiting.audit_id, content, h);
    DELETE FROM audit_unsealed WHERE clinic = c AND audit_id = waiting.audit_id;
    sealed := sealed + 1;
  END LOOP;
  IF sealed > 0 THEN
    INSERT INTO audit_heads (clinic, seq, hash) VALUES (c, n, h)
    ON CONFLICT (clinic) DO UPDATE SET seq = excluded.seq, hash = excluded.hash;
  END IF;
  RETURN sealed;
END $$;

CREATE FUNCTION clinics_with_unsealed_audit() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT clinic FROM audit_unsealed
$$;

CREATE FUNCTION unsealed_audit_ids() RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT audit_id FROM audit_unsealed WHERE clinic = current_setting('app.clinic_id')::uuid
$$;

-- Erases a patient and empties the rows of the trail that name the patient or one of the sessions (R66); rows by actor only
-- where the actor is the patient, so that the trail of a member of staff stays, whatever id is given. What was sealed of such
-- a row stays in the chain (audit_seals.content_hash); the row names the one that tells of the erasure, whose object_id holds
-- the number of emptied rows and the SHA-256 of what is left of them, in the order of their ids. So emptying a row otherwise,
-- or editing what is left of one, is found out. Only rows that are sealed; nothing but an erasure can empty the trail.
CREATE FUNCTION erase_from_audit(p_patient uuid, p_role text, p_request text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c uuid := current_setting('app.clinic_id')::uuid;
  named text[] := p_patient::text || ARRAY(SELECT id::text FROM survey_sessions WHERE clinic_id = c AND patient_id = p_patient);
  emptied bigint[];
  tombstone bigint := nextval(pg_get_serial_sequence('audit', 'id'));
  digest bytea;
BEGIN
  IF EXISTS (SELECT FROM accounts WHERE clinic_id = c AND id = p_patient) THEN
    RAISE EXCEPTION 'this is the id of an account' USING ERRCODE = 'raise_exception';
  END IF;
  DELETE FROM patients WHERE clinic_id = c AND id = p_patient;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the clinic has no such patient' USING ERRCODE = 'raise_exception';
  END IF;
  emptied := ARRAY(
    SELECT found.id FROM (
      SELECT a.id FROM audit a WHERE a.clinic_id = c AND a.erased_by IS NULL AND a.patient_id = p_patient
      UNION SELECT a.id FROM audit a
        WHERE a.clinic_id = c AND a.erased_by IS NULL AND a.actor_id = p_patient AND a.role = 'patient'
      UNION SELECT a.id FROM audit a WHERE a.clinic_id = c AND a.erased_by IS NULL AND a.action = 'call_refused'
        AND EXISTS (SELECT FROM unnest(named) AS id WHERE position(id IN a.object_id) > 0)
    ) AS found JOIN audit_seals s ON s.clinic_id = c AND s.audit_id = found.id
    ORDER BY found.id);
  UPDATE audit SET erased_by = tombstone, patient_id = NULL, object_id = NULL, request_id = '', address_prefix = '',
    actor_id = nullif(actor_id, p_patient)
  WHERE clinic_id = c AND id = ANY (emptied);
  SELECT sha256(coalesce(string_agg(sha256(audit_content(a)), ''::bytea ORDER BY a.id), ''::bytea)) INTO digest
  FROM audit a WHERE a.clinic_id = c AND a.id = ANY (emptied);
  INSERT INTO audit (id, clinic_id, role, action, patient_id, object_id, result, request_id, address_prefix)
  OVERRIDING SYSTEM VALUE VALUES (tombstone, c, p_role, 'patient_erased', p_patient,
    cardinality(emptied) || ' ' || encode(digest, 'hex'), 'done', p_request, '');
  INSERT INTO audit_unsealed (clinic, audit_id) VALUES (c, tombstone);
  RETURN cardinality(emptied);
END $$;

REVOKE ALL ON FUNCTION append_audit, audit_content, seal_audit, clinics_with_unsealed_audit, unsealed_audit_ids,
  erase_from_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append_audit, seal_audit, clinics_with_unsealed_audit, unsealed_audit_ids, erase_from_audit
  TO resonanz_app;

-- Row-level security, forced for the owner too (R13) -----------------------------------------------------------------------

DO $$
DECLARE t text;
BEGIN
  FOR t IN SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
           WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname = 'clinic_id'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY clinic ON %I
      USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
      WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)$p$, t);
  END LOOP;
  -- An import writes many rows of these: the clinic of the transaction is read once for a statement instead of once for every
  -- row. The rule for rows that are read stays: there the planner looks at the value.
  FOREACH t IN ARRAY ARRAY['patients', 'survey_windows'] LOOP
    EXECUTE format($p$ALTER POLICY clinic ON %I
      WITH CHECK (clinic_id = (SELECT nullif(current_setting('app.clinic_id', true), '')::uuid))$p$, t);
  END LOOP;
END $$;

-- Work across clinics ------------------------------------------------------------------------------------------------------

-- The jobs ask once which clinics have work, instead of once for each clinic. Only the functions below see rows across
-- clinics; they tell ids of clinics and numbers. The policy is for their owner, which nobody can log in as.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['outbox', 'crisis_reminders', 'address_confirmations', 'login_sessions', 'patients',
    'survey_sessions', 'idempotency_keys', 'crisis_events', 'mail_addresses', 'survey_windows']
  LOOP
    EXECUTE format($p$CREATE POLICY across_clinics ON %I FOR SELECT TO resonanz_owner
      USING (current_setting('app.across_clinics', true) = 'on')$p$, t);
  END LOOP;
END $$;

-- The clinics with work of a kind. A mail is due from its moment on, or where the moment lies after `p_latest`, because
-- then a clock was wrong.
CREATE FUNCTION clinics_with_work(p_work text, p_now timestamptz, p_latest timestamptz) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.across_clinics', 'on', true);
  CASE p_work
    WHEN 'outbox' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM outbox
      WHERE state = 'waiting' AND (due <= p_now OR due > p_latest);
    WHEN 'crisis_reminders' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM crisis_reminders
      WHERE state = 'waiting' AND (due <= p_now OR due > p_latest);
    WHEN 'address_confirmations' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM address_confirmations
      WHERE state = 'waiting' AND (due <= p_now OR due > p_latest);
    WHEN 'quick_hashes' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM patients
      WHERE secret_hash LIKE '$hmac-sha256$%';
    WHEN 'unjudged_sessions' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM survey_sessions
      WHERE finished_at IS NOT NULL AND window_id IS NOT NULL AND symptom_change IS NULL;
    WHEN 'open_events' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM crisis_events
      WHERE acknowledged_at IS NULL;
    WHEN 'stored_answers' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM idempotency_keys WHERE expires < now();
  END CASE;
  PERFORM set_config('app.across_clinics', 'off', true);
END $$;

-- Which of these clinics have an open window that a mail may be about: a patient with an address, no finished survey, no
-- reminder yet. The planner asks once for many clinics; it looks closer at those only.
CREATE FUNCTION clinics_with_open_mail_windows(p_clinics uuid[], p_day date) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.across_clinics', 'on', true);
  RETURN QUERY SELECT c FROM unnest(p_clinics) AS c WHERE EXISTS (
    SELECT FROM mail_addresses a
    JOIN survey_windows w ON w.clinic_id = a.clinic_id AND w.patient_id = a.patient_id
    WHERE a.clinic_id = c AND w.start_date <= p_day AND w.end_date >= p_day
      AND NOT EXISTS (SELECT FROM outbox r WHERE r.clinic_id = w.clinic_id AND r.patient_id = w.patient_id
        AND r.window_type = w.type AND r.window_ordinal = w.ordinal AND r.kind = 'reminder')
      AND NOT EXISTS (SELECT FROM survey_sessions s WHERE s.clinic_id = w.clinic_id AND s.window_id = w.id
        AND s.finished_at IS NOT NULL));
  PERFORM set_config('app.across_clinics', 'off', true);
END $$;

-- Deletes the stored answers of repeatable calls whose time is over (R26), in every clinic: a generated password must not
-- wait, even encrypted, for the clinic's next call. Works with the rights of the server, clinic by clinic.
CREATE FUNCTION forget_stored_answers() RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  clinic uuid;
  deleted bigint;
  total bigint := 0;
BEGIN
  FOR clinic IN SELECT clinics_with_work('stored_answers', now(), now()) LOOP
    PERFORM set_config('app.clinic_id', clinic::text, true);
    DELETE FROM idempotency_keys WHERE clinic_id = clinic AND expires < now();
    GET DIAGNOSTICS deleted = ROW_COUNT;
    total := total + deleted;
  END LOOP;
  PERFORM set_config('app.clinic_id', '', true);
  RETURN total;
END $$;

-- Numbers over all clinics, for those who watch the installation.
CREATE FUNCTION installation_counts() RETURNS TABLE (name text, value double precision)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.across_clinics', 'on', true);
  RETURN QUERY SELECT 'outbox_waiting'::text, count(*)::float8 FROM outbox WHERE state = 'waiting' AND due <= now()
  UNION ALL SELECT 'crisis_reminders_waiting', count(*) FROM crisis_reminders WHERE state = 'waiting' AND due <= now()
  UNION ALL SELECT 'address_confirmations_waiting', count(*) FROM address_confirmations
    WHERE state = 'waiting' AND due <= now()
  UNION ALL SELECT 'sessions', count(*) FROM login_sessions
    WHERE ended_at IS NULL AND idle_expires > now() AND absolute_expires > now()
  UNION ALL SELECT 'open_events', count(*) FROM crisis_events WHERE acknowledged_at IS NULL
  UNION ALL SELECT 'unsealed_rows', count(*) FROM audit_unsealed
  UNION ALL SELECT 'clinics', count(*) FROM clinics;
  PERFORM set_config('app.across_clinics', 'off', true);
END $$;

REVOKE ALL ON FUNCTION clinics_with_work, clinics_with_open_mail_windows, forget_stored_answers,
  installation_counts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clinics_with_work, clinics_with_open_mail_windows, forget_stored_answers,
  installation_counts TO resonanz_app;

-- From PostgreSQL 17 on the server may vacuum without owning a table, so that erased rows also leave the files.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE 'GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO resonanz_app';
    EXECUTE 'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT MAINTAIN ON TABLES TO resonanz_app';
  END IF;
END $$;

-- What an installation learnt of courses, and the signals of its patients.

-- Learnt from the finished surveys of this installation by an operator's command. A version never changes: reports name the
-- one that they used. A model holds seven numbers about a population and nothing about a person.
CREATE TABLE course_models (
  instrument_id text NOT NULL,
  scale text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- The metric that the scores had: versions of the instrument that mean the same, and the norm group.
  instrument_versions text[] NOT NULL,
  norm_set text,
  model jsonb NOT NULL,
  persons integer NOT NULL,
  measurements integer NOT NULL,
  fitted timestamptz NOT NULL DEFAULT now(),
  -- The published figures that the model follows from. Null: learnt from this installation's surveys.
  source text,
  PRIMARY KEY (instrument_id, scale, version)
);
GRANT SELECT, INSERT ON course_models TO resonanz_app;

-- Courses that deviate from the expected one (product 20.3). Raised with the judgement of a finished survey, at most once for
-- each survey and scale. A signal is acknowledged by a person. One taken to supervision stays open and comes back on a day.
CREATE TABLE course_signals (
  clinic_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  patient_id uuid NOT NULL,
  session_id uuid NOT NULL,
  instrument_id text NOT NULL,
  scale text NOT NULL,
  model_version integer NOT NULL,
  -- The probabilities that raised it: worse than expected now, reliably worse and reliably better at the end.
  unexpected double precision NOT NULL,
  worsening double precision NOT NULL,
  recovery double precision NOT NULL,
  raised_at timestamptz NOT NULL,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  done text CHECK (done IN ('discussed', 'supervision', 'not_applicable')),
  again_on date,
  postponed_by uuid,
  postponed_at timestamptz,
  postponed_note_encrypted bytea,
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, session_id, instrument_id, scale),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, session_id) REFERENCES survey_sessions (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, acknowledged_by) REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (acknowledged_by),
  FOREIGN KEY (clinic_id, postponed_by) REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (postponed_by),
  CHECK (acknowledged_by IS NULL OR acknowledged_at IS NOT NULL),
  CHECK ((acknowledged_at IS NULL) = (done IS NULL))
);
CREATE INDEX course_signals_of_patient ON course_signals (clinic_id, patient_id);
GRANT SELECT, INSERT, UPDATE ON course_signals TO resonanz_app;

ALTER TABLE course_signals ENABLE ROW LEVEL SECURITY;
ALTER TABLE course_signals FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON course_signals USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
