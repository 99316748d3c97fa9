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
ALTER TABLE login_locks ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_locks FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON login_locks
  USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON login_locks TO resonanz_app;

-- True if an account of the clinic had logged in with the same browser before (R75).
ALTER TABLE login_sessions ADD COLUMN at_staff_device boolean NOT NULL DEFAULT false;
-- A day's logins wait for a moment while it is made.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX logins_of_patient ON login_sessions (clinic_id, patient_id, created) WHERE patient_id IS NOT NULL;

-- An account can be erased although it acknowledged events: the act and its moment stay. The rows that are there passed
-- stricter rules, so they need not be read again.
ALTER TABLE crisis_events
  DROP CONSTRAINT crisis_events_check,
  DROP CONSTRAINT crisis_events_clinic_id_acknowledged_by_fkey,
  ADD CONSTRAINT acknowledged_by_needs_a_moment CHECK (acknowledged_by IS NULL OR acknowledged_at IS NOT NULL) NOT VALID,
  ADD CONSTRAINT acknowledged_by_is_an_account FOREIGN KEY (clinic_id, acknowledged_by)
    REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (acknowledged_by) NOT VALID;
