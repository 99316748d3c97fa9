-- Answers that show danger (product 19). An event is stored in the transaction of its page, once for each session and item.
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
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, session_id, item_id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, session_id) REFERENCES survey_sessions (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, acknowledged_by) REFERENCES accounts (clinic_id, id),
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL)),
  CHECK ((acknowledged_at IS NULL) = (done IS NULL)),
  CHECK (note_encrypted IS NULL OR acknowledged_at IS NOT NULL)
);
CREATE INDEX crisis_events_of_patient ON crisis_events (clinic_id, patient_id);
CREATE INDEX open_crisis_events ON crisis_events (clinic_id, raised_at) WHERE acknowledged_at IS NULL;

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

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['crisis_events', 'deputies', 'reminder_addresses', 'crisis_reminders']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY clinic ON %I
      USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
      WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)$p$, t);
  END LOOP;
END $$;

-- The server never deletes an event; erasing the patient does.
GRANT SELECT, INSERT, UPDATE (answer_encrypted, acknowledged_at, acknowledged_by, done, note_encrypted)
  ON crisis_events TO resonanz_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON deputies, reminder_addresses, crisis_reminders TO resonanz_app;

-- A page of the session showed danger: the patient's home shows help until the window ends.
ALTER TABLE survey_sessions ADD COLUMN shows_help boolean NOT NULL DEFAULT false;

-- What the admin sets. Without `help` the text of the configuration is shown.
ALTER TABLE clinics
  ADD COLUMN help jsonb,
  ADD COLUMN duty_address text NOT NULL DEFAULT '',
  ADD COLUMN urgent_hours integer NOT NULL DEFAULT 4,
  ADD COLUMN notice_hours integer NOT NULL DEFAULT 72;
