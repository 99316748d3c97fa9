-- Questionnaires that a clinic is making: its drafts, who is asked to sign them, and who did.

-- `content` is what a person edits. A save from an older revision is refused.
CREATE TABLE instrument_drafts (
  clinic_id uuid NOT NULL REFERENCES clinics,
  id uuid NOT NULL,
  revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  content jsonb NOT NULL,
  -- What the form held and the draft does not: [{"where": …, "what": …}].
  not_kept jsonb NOT NULL,
  changed_by uuid,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (clinic_id, id),
  FOREIGN KEY (clinic_id, changed_by) REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (changed_by)
);

-- The clinicians whom an admin asked for a signature. They see the draft.
CREATE TABLE instrument_signers (
  clinic_id uuid NOT NULL,
  draft_id uuid NOT NULL,
  account_id uuid NOT NULL,
  PRIMARY KEY (clinic_id, draft_id, account_id),
  FOREIGN KEY (clinic_id, draft_id) REFERENCES instrument_drafts (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, account_id) REFERENCES accounts (clinic_id, id) ON DELETE CASCADE
);

-- A signature is for one content, by its hash, and ends with the next save. Its name outlives the account. Without an account an
-- operator signed.
CREATE TABLE instrument_signatures (
  clinic_id uuid NOT NULL,
  draft_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('clinical', 'psychometric')),
  account_id uuid,
  name text NOT NULL,
  hash text NOT NULL,
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (clinic_id, draft_id, role),
  UNIQUE (clinic_id, draft_id, name),
  FOREIGN KEY (clinic_id, draft_id) REFERENCES instrument_drafts (clinic_id, id) ON DELETE CASCADE,
  FOREIGN KEY (clinic_id, account_id) REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (account_id)
);

-- The worked examples that came out equal when a version was published.
CREATE TABLE instrument_examples (
  clinic_id uuid NOT NULL REFERENCES clinics,
  id text NOT NULL,
  version text NOT NULL,
  examples jsonb NOT NULL,
  PRIMARY KEY (clinic_id, id, version)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON instrument_drafts, instrument_signers, instrument_signatures TO resonanz_app;
GRANT SELECT, INSERT ON instrument_examples TO resonanz_app;

ALTER TABLE instrument_drafts ENABLE ROW LEVEL SECURITY;
ALTER TABLE instrument_drafts FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON instrument_drafts USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
ALTER TABLE instrument_signers ENABLE ROW LEVEL SECURITY;
ALTER TABLE instrument_signers FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON instrument_signers USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
ALTER TABLE instrument_signatures ENABLE ROW LEVEL SECURITY;
ALTER TABLE instrument_signatures FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON instrument_signatures USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
ALTER TABLE instrument_examples ENABLE ROW LEVEL SECURITY;
ALTER TABLE instrument_examples FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON instrument_examples USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
