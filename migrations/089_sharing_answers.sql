-- Whether a patient agrees that results are shown beside those of relatives (record 140). No row: not answered yet.
CREATE TABLE sharing_answers (
  clinic_id uuid NOT NULL,
  patient_id uuid NOT NULL,
  allowed boolean NOT NULL,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (clinic_id, patient_id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);
ALTER TABLE sharing_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE sharing_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON sharing_answers
  USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE (allowed, answered_at) ON sharing_answers TO resonanz_app;
