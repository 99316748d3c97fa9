-- Who has logged in from an address, as keyed hashes. Each such person allows the address more failures (R48), so that the
-- typing errors of a hospital behind one address shut nobody out.
CREATE TABLE login_successes (
  clinic_id uuid NOT NULL REFERENCES clinics,
  address_key text NOT NULL,
  account_key text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (clinic_id, address_key, account_key)
);
ALTER TABLE login_successes ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_successes FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON login_successes
  USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON login_successes TO resonanz_app;
