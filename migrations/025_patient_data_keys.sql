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
ALTER TABLE patient_data_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE patient_data_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON patient_data_keys
  USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON patient_data_keys TO resonanz_app;

-- A backup holds the queue of rows that wait for their seal as well. It names clinics and numbers only.
GRANT SELECT ON audit_unsealed TO resonanz_app;

-- How many months after the last measurement point (or the discharge) a patient is erased; null: never.
ALTER TABLE clinics ADD COLUMN retention_months integer CHECK (retention_months BETWEEN 1 AND 1200);
