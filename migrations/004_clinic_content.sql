-- The questionnaires and the protocols that a clinic made itself, beside those of the operator's files.

-- A published version never changes. `content` is a whole instrument file.
CREATE TABLE clinic_instruments (
  clinic_id uuid NOT NULL REFERENCES clinics,
  id text NOT NULL,
  version text NOT NULL,
  hash text NOT NULL,
  content jsonb NOT NULL,
  licence jsonb NOT NULL,
  -- Who signed for it: [{"by": name, "role": …, "at": …}].
  signatures jsonb NOT NULL,
  published timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (clinic_id, id, version)
);

-- The newest one is in force in place of the operator's file. Surveys are pinned to earlier ones.
CREATE TABLE clinic_protocols (
  clinic_id uuid NOT NULL REFERENCES clinics,
  revision integer NOT NULL CHECK (revision > 0),
  hash text NOT NULL,
  content jsonb NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (clinic_id, revision)
);
GRANT SELECT, INSERT ON clinic_instruments, clinic_protocols TO resonanz_app;

ALTER TABLE clinic_instruments ENABLE ROW LEVEL SECURITY;
ALTER TABLE clinic_instruments FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON clinic_instruments USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
ALTER TABLE clinic_protocols ENABLE ROW LEVEL SECURITY;
ALTER TABLE clinic_protocols FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON clinic_protocols USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);

-- Another value with each publication, so that every process notices that it must read anew. Null: the clinic has nothing of its own.
ALTER TABLE clinics ADD COLUMN content_state uuid;
