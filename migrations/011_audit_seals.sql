-- The audit trail is linked into one hash chain per clinic (R64). A row is written in the transaction of its effect;
-- chaining it there would make a clinic's commits wait for each other, so a sealer links the rows a moment later.
-- hash(seq) = SHA-256(hash(seq - 1) || seq as 8 bytes || content_hash); content_hash = SHA-256 of the row's columns.

CREATE TABLE audit_seals (
  clinic_id uuid NOT NULL REFERENCES clinics,
  seq bigint NOT NULL,
  audit_id bigint NOT NULL,
  content_hash bytea NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (clinic_id, seq),
  UNIQUE (clinic_id, audit_id)
);

-- Rows that wait for their seal, and the end of every chain. Neither holds anything personal, and the sealer looks for
-- work across clinics, so they are not under row-level security.
CREATE TABLE audit_unsealed (
  clinic uuid NOT NULL,
  audit_id bigint NOT NULL,
  PRIMARY KEY (clinic, audit_id)
);
CREATE TABLE audit_heads (
  clinic uuid PRIMARY KEY,
  seq bigint NOT NULL,
  hash bytea NOT NULL
);

ALTER TABLE audit_seals ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_seals FORCE ROW LEVEL SECURITY;
CREATE POLICY clinic ON audit_seals
  USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);

CREATE OR REPLACE FUNCTION append_audit(p_actor uuid, p_role text, p_action text, p_patient uuid, p_object text, p_result text,
                                        p_request text, p_address text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH added AS (
    INSERT INTO audit (clinic_id, actor_id, role, action, patient_id, object_id, result, request_id, address_prefix)
    VALUES (current_setting('app.clinic_id')::uuid, p_actor, p_role, p_action, p_patient, p_object, p_result, p_request, p_address)
    RETURNING clinic_id, id)
  INSERT INTO audit_unsealed (clinic, audit_id) SELECT clinic_id, id FROM added
$$;

-- Every column with its length in bytes before it, so that no two rows give the same text.
CREATE FUNCTION audit_content(a audit) RETURNS bytea LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT convert_to(string_agg(coalesce(octet_length(convert_to(part, 'UTF8')) || ':' || part, '-'), ',' ORDER BY place), 'UTF8')
  FROM unnest(ARRAY[a.clinic_id::text, a.id::text, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    a.actor_id::text, a.role, a.action, a.patient_id::text, a.object_id, a.result, a.request_id, a.address_prefix])
    WITH ORDINALITY AS parts (part, place)
$$;

-- Links the clinic's waiting rows, in the order of their ids, to the end of its chain; gives how many. One sealer a
-- clinic at a time: another one finds the lock taken and leaves.
CREATE FUNCTION seal_audit(p_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c uuid := current_setting('app.clinic_id')::uuid;
  n bigint;
  h bytea;
  content bytea;
  waiting record;
  sealed integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('audit ' || c, 0)) THEN RETURN 0; END IF;
  SELECT seq, hash INTO n, h FROM audit_heads WHERE clinic = c;
  n := coalesce(n, 0);
  h := coalesce(h, decode(repeat('00', 32), 'hex'));
  FOR waiting IN SELECT audit_id FROM audit_unsealed WHERE clinic = c ORDER BY audit_id LIMIT p_most LOOP
    SELECT sha256(audit_content(a)) INTO content FROM audit a WHERE a.clinic_id = c AND a.id = waiting.audit_id;
    -- A row that vanished before it was sealed is sealed as missing: the chain remembers that it was there.
    content := coalesce(content, decode(repeat('00', 32), 'hex'));
    n := n + 1;
    h := sha256(h || int8send(n) || content);
    INSERT INTO audit_seals (clinic_id, seq, audit_id, content_hash, hash) VALUES (c, n, waiting.audit_id, content, h);
    DELETE FROM audit_unsealed WHERE clinic = c AND audit_id = waiting.audit_id;
    sealed := sealed + 1;
  END LOOP;
  IF sealed > 0 THEN
    INSERT INTO audit_heads (clinic, seq, hash) VALUES (c, n, h)
    ON CONFLICT (clinic) DO UPDATE SET seq = excluded.seq, hash = excluded.hash;
  END IF;
  RETURN sealed;
END $$;

CREATE FUNCTION clinics_with_unsealed_audit() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT clinic FROM audit_unsealed
$$;

CREATE FUNCTION unsealed_audit_ids() RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT audit_id FROM audit_unsealed WHERE clinic = current_setting('app.clinic_id')::uuid
$$;

-- Rows written before there was a chain.
DO $$
DECLARE c uuid;
BEGIN
  FOR c IN SELECT id FROM clinics LOOP
    PERFORM set_config('app.clinic_id', c::text, true);
    INSERT INTO audit_unsealed (clinic, audit_id) SELECT clinic_id, id FROM audit WHERE clinic_id = c;
  END LOOP;
  PERFORM set_config('app.clinic_id', '', true);
END $$;

REVOKE ALL ON FUNCTION audit_content, seal_audit, clinics_with_unsealed_audit, unsealed_audit_ids FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seal_audit, clinics_with_unsealed_audit, unsealed_audit_ids TO resonanz_app;
GRANT SELECT ON audit_seals, audit_heads TO resonanz_app, resonanz_audit_reader;
