-- What the login limits count and remember (R45-R54). login_failures and limited_attempts hold keyed hashes of names,
-- addresses and dates, never the values; they look across clinics, so they are not under row-level security.

ALTER TABLE login_failures DROP COLUMN known_device;
ALTER TABLE login_failures ADD COLUMN device_key text;
CREATE INDEX login_failures_by_secret ON login_failures (clinic, secret_key, at) WHERE secret_key IS NOT NULL;
CREATE INDEX login_failures_by_device ON login_failures (device_key, at) WHERE device_key IS NOT NULL;
CREATE INDEX login_failures_by_age ON login_failures (at);

-- Old passwords typed wrongly and registrations: calls that are limited by their number (R53, R54).
CREATE TABLE limited_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL CHECK (kind IN ('old_password', 'registration')),
  key text NOT NULL
);
CREATE INDEX limited_attempts_by_key ON limited_attempts (kind, key, at);
CREATE INDEX limited_attempts_by_age ON limited_attempts (kind, at);

-- Browsers in which an account has logged in (R47). The id is a keyed hash of the account and the browser's cookie.
CREATE TABLE known_devices (
  clinic_id uuid NOT NULL REFERENCES clinics,
  id text NOT NULL,
  account_id uuid,
  patient_id uuid,
  created timestamptz NOT NULL DEFAULT now(),
  renewed timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (clinic_id, id),
  FOREIGN KEY (clinic_id, account_id) REFERENCES accounts (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  CHECK ((account_id IS NULL) <> (patient_id IS NULL))
);
CREATE INDEX devices_of_account ON known_devices (clinic_id, account_id);
CREATE INDEX devices_of_patient ON known_devices (clinic_id, patient_id);

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

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['known_devices', 'security_notices'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY clinic ON %I
      USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
      WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)$p$, t);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON limited_attempts, known_devices, security_notices, spent_proofs TO resonanz_app;
