-- The whole model. Every table of a clinic is keyed by (clinic_id, id), refers to others by (clinic_id, …) so that a
-- reference across clinics is impossible, and is under forced row-level security by the setting app.clinic_id.
-- Tables belong to the role resonanz_owner, which cannot log in; the server works as resonanz_app, which owns nothing.

CREATE TABLE clinics (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  name_key text NOT NULL UNIQUE,
  contact text NOT NULL DEFAULT '',
  settings jsonb NOT NULL DEFAULT '{}',
  created timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE diagnoses (
  id text PRIMARY KEY,
  description text NOT NULL
);

-- Published instrument and protocol versions never change: the hash of a stored version is compared at every start.
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

-- Fingerprints of the secrets outside the database, so that a server with the wrong key file refuses to start.
CREATE TABLE key_fingerprints (
  version integer PRIMARY KEY,
  fingerprint text NOT NULL,
  registered timestamptz NOT NULL DEFAULT now()
);

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
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, role, username_key)
);
CREATE UNIQUE INDEX one_admin_per_clinic ON accounts (clinic_id) WHERE role = 'admin';

CREATE TABLE patients (
  clinic_id uuid NOT NULL REFERENCES clinics,
  id uuid NOT NULL,
  code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 255),
  code_key text NOT NULL,
  clinician_id uuid NOT NULL,
  gender text NOT NULL CHECK (gender IN ('FEMALE', 'MALE', 'DIVERSE')),
  admission date NOT NULL,
  discharge date NOT NULL,
  birth_date_encrypted bytea NOT NULL,
  secret_hash text NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, code_key),
  FOREIGN KEY (clinic_id, clinician_id) REFERENCES accounts (clinic_id, id),
  CHECK (discharge > admission)
);
CREATE INDEX patients_of_clinician ON patients (clinic_id, clinician_id);

CREATE TABLE patient_labels (
  clinic_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  position integer NOT NULL,
  key text NOT NULL CHECK (key IN ('THERAPY_END_REASON', 'THERAPY_END_SESSION_COUNT', 'CLUSTER')),
  value text NOT NULL CHECK (char_length(value) BETWEEN 1 AND 255),
  PRIMARY KEY (clinic_id, patient_id, position),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);

CREATE TABLE patient_diagnoses (
  clinic_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  position integer NOT NULL,
  diagnosis_id text NOT NULL REFERENCES diagnoses,
  PRIMARY KEY (clinic_id, patient_id, position),
  UNIQUE (clinic_id, patient_id, diagnosis_id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);

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
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, window_id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, window_id) REFERENCES survey_windows (clinic_id, id) ON DELETE SET NULL (window_id)
);
CREATE INDEX sessions_of_patient ON survey_sessions (clinic_id, patient_id);

CREATE TABLE survey_pages (
  clinic_id uuid NOT NULL,
  session_id uuid NOT NULL,
  number integer NOT NULL,
  answered_at timestamptz NOT NULL DEFAULT now(),
  time_taken double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (clinic_id, session_id, number),
  FOREIGN KEY (clinic_id, session_id) REFERENCES survey_sessions (clinic_id, id) ON DELETE CASCADE
);

-- value and label are null where the answer is free text or an address: then they are in `encrypted` (R63).
CREATE TABLE answers (
  clinic_id uuid NOT NULL,
  session_id uuid NOT NULL,
  item_id text NOT NULL,
  page_number integer NOT NULL,
  position integer NOT NULL,
  item_type text NOT NULL,
  value jsonb,
  label jsonb,
  encrypted bytea,
  time_taken double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (clinic_id, session_id, item_id),
  FOREIGN KEY (clinic_id, session_id, page_number) REFERENCES survey_pages (clinic_id, session_id, number) ON DELETE CASCADE
);

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

CREATE TABLE scores (
  clinic_id uuid NOT NULL,
  session_id uuid NOT NULL,
  instrument_id text NOT NULL,
  scale text NOT NULL,
  instrument_version text NOT NULL,
  algorithm_version text NOT NULL,
  result jsonb NOT NULL,
  PRIMARY KEY (clinic_id, session_id, instrument_id, scale),
  FOREIGN KEY (clinic_id, session_id) REFERENCES survey_sessions (clinic_id, id) ON DELETE CASCADE
);

-- The report as it was shown, with the versions it was made by.
CREATE TABLE reports (
  clinic_id uuid NOT NULL,
  session_id uuid NOT NULL,
  audience text NOT NULL CHECK (audience IN ('clinician', 'patient')),
  hash text NOT NULL,
  html text NOT NULL,
  versions jsonb NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (clinic_id, session_id, audience, hash),
  FOREIGN KEY (clinic_id, session_id) REFERENCES survey_sessions (clinic_id, id) ON DELETE CASCADE
);

-- Sessions of signed-in users. The access token is stored as SHA-256; refresh tokens are derived (R38) from secret.
CREATE TABLE login_sessions (
  clinic_id uuid NOT NULL REFERENCES clinics,
  id uuid NOT NULL,
  account_id uuid,
  patient_id uuid,
  access_hash bytea NOT NULL,
  access_expires timestamptz NOT NULL,
  secret bytea NOT NULL,
  generation integer NOT NULL DEFAULT 0,
  rotated_at timestamptz NOT NULL DEFAULT now(),
  created timestamptz NOT NULL DEFAULT now(),
  idle_expires timestamptz NOT NULL,
  absolute_expires timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, access_hash),
  FOREIGN KEY (clinic_id, account_id) REFERENCES accounts (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  CHECK ((account_id IS NULL) <> (patient_id IS NULL))
);
CREATE INDEX sessions_of_account ON login_sessions (clinic_id, account_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_of_patient_login ON login_sessions (clinic_id, patient_id) WHERE ended_at IS NULL;

-- One row a failed login. Not under row-level security by clinic alone: limits per address look across clinics.
CREATE TABLE login_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  clinic uuid NOT NULL,
  user_type text NOT NULL,
  account_key text NOT NULL,
  address_key text NOT NULL,
  secret_key text,
  known_device boolean NOT NULL DEFAULT false
);
CREATE INDEX login_failures_by_account ON login_failures (clinic, user_type, account_key, at);
CREATE INDEX login_failures_by_address ON login_failures (address_key, at);
CREATE INDEX login_failures_by_clinic ON login_failures (clinic, at);

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
  PRIMARY KEY (clinic_id, id)
);

CREATE TABLE mail_addresses (
  clinic_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PRE', 'INTERMEDIATE', 'POST', 'FOLLOW_UP')),
  address_encrypted bytea NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (clinic_id, patient_id, kind),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);

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
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, patient_id, window_type, window_ordinal, kind),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);
CREATE INDEX outbox_due ON outbox (clinic_id, due) WHERE sent_at IS NULL;

-- Row-level security, forced for the owner too (R13).
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
END $$;

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

-- The one way into the audit trail: the server may neither change nor delete a row (R64).
CREATE FUNCTION append_audit(p_actor uuid, p_role text, p_action text, p_patient uuid, p_object text, p_result text,
                             p_request text, p_address text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO audit (clinic_id, actor_id, role, action, patient_id, object_id, result, request_id, address_prefix)
  VALUES (current_setting('app.clinic_id')::uuid, p_actor, p_role, p_action, p_patient, p_object, p_result, p_request, p_address)
$$;

REVOKE ALL ON FUNCTION append_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append_audit, find_login_session TO resonanz_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO resonanz_app;
REVOKE ALL ON audit FROM resonanz_app;
GRANT SELECT ON audit TO resonanz_app, resonanz_audit_reader;
GRANT SELECT ON clinics TO resonanz_audit_reader;
REVOKE INSERT, UPDATE, DELETE ON diagnoses FROM resonanz_app;
REVOKE UPDATE, DELETE ON instrument_versions, protocol_versions, survey_pages, answers, reports FROM resonanz_app;
