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
