-- Second factor of staff (R76): one-time codes (RFC 6238) and recovery codes. `encrypted` holds the shared secret and the
-- hashes of the recovery codes that are left; last_step is the newest time step whose code was used, so that none works
-- twice. A row without `confirmed` is a set-up that was begun. Whether a clinic offers it is the operator's choice.
ALTER TABLE clinics ADD COLUMN second_factor boolean NOT NULL DEFAULT false;

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

ALTER TABLE second_factors ENABLE ROW LEVEL SECURITY;
ALTER TABLE second_factors FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON second_factors
  USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors TO resonanz_app;
