-- Courses that deviate from the expected one (product 20.3). Raised with the judgement of a finished survey, at most once for
-- each survey and scale. A signal is acknowledged by a person.
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
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, session_id, instrument_id, scale),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, session_id) REFERENCES survey_sessions (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, acknowledged_by) REFERENCES accounts (clinic_id, id),
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL)),
  CHECK ((acknowledged_at IS NULL) = (done IS NULL))
);
CREATE INDEX course_signals_of_patient ON course_signals (clinic_id, patient_id);

ALTER TABLE course_signals ENABLE ROW LEVEL SECURITY;
ALTER TABLE course_signals FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON course_signals
  USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON course_signals TO resonanz_app;
