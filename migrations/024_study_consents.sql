-- Electronic study consent (R66). What patients agreed to must stay known: a text that was in force never changes under
-- its version; the hash is compared at every start, as for instruments and protocols.
CREATE TABLE consent_texts (
  version text PRIMARY KEY,
  hash text NOT NULL,
  content jsonb NOT NULL,
  registered timestamptz NOT NULL DEFAULT now()
);

-- One row each time a patient agrees, with the version of the text that was shown. The
-- newest row counts; a patient has withdrawn when it has withdrawn_at. The server adds rows and closes them, and can
-- neither change nor delete what was agreed to; erasing the patient takes them along.
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

ALTER TABLE study_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE study_consents FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON study_consents
  USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
GRANT SELECT, INSERT ON consent_texts TO resonanz_app;
GRANT SELECT, INSERT, UPDATE (withdrawn_at) ON study_consents TO resonanz_app;
