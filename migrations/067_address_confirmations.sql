-- The mail that asks whether an address is right (record 066). Its states are those of the outbox.
CREATE TABLE address_confirmations (
  clinic_id uuid NOT NULL,
  id uuid NOT NULL,
  patient_id uuid NOT NULL,
  created timestamptz NOT NULL,
  due timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused')),
  sent_at timestamptz,
  confirmed_at timestamptz,
  PRIMARY KEY (clinic_id, id),
  FOREIGN KEY (clinic_id, patient_id) REFERENCES patients (clinic_id, id) ON DELETE CASCADE
);
CREATE INDEX address_confirmations_due ON address_confirmations (clinic_id, due) WHERE state = 'waiting';
CREATE INDEX address_confirmations_of_patient ON address_confirmations (clinic_id, patient_id);
ALTER TABLE address_confirmations ENABLE ROW LEVEL SECURITY;
ALTER TABLE address_confirmations FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON address_confirmations
  USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON address_confirmations TO resonanz_app;

-- NULL: left before there were confirmations, or stored by a process of the version before; it counts as confirmed.
ALTER TABLE mail_addresses ADD COLUMN confirmation_id uuid;
