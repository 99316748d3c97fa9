-- Mails are planned once a day for each clinic, and again where an address, a confirmation, a consent or a window changed. The
-- tables name clinics only, and the planner looks across them, so they are not under row-level security.
CREATE TABLE mail_plans (
  clinic uuid PRIMARY KEY,
  day date NOT NULL
);
CREATE TABLE mail_plan_requests (
  clinic uuid NOT NULL
);
CREATE INDEX mail_plan_requests_of_clinic ON mail_plan_requests (clinic);
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_plans, mail_plan_requests TO resonanz_app;

-- One row a statement, and no row that two transactions would wait for.
CREATE FUNCTION request_mail_plan() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF coalesce(current_setting('app.clinic_id', true), '') <> '' THEN
    INSERT INTO mail_plan_requests (clinic) VALUES (current_setting('app.clinic_id')::uuid);
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['mail_addresses', 'address_confirmations', 'study_consents', 'survey_windows'] LOOP
    EXECUTE format('CREATE TRIGGER request_mail_plan AFTER INSERT OR UPDATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION request_mail_plan()', t);
  END LOOP;
END $$;

-- The refusals of a clinic are few. With this index and those of migration 095, an erasure reads no other rows of the trail.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX audit_refusals ON audit (clinic_id) WHERE action = 'call_refused';

CREATE OR REPLACE FUNCTION erase_from_audit(p_patient uuid, p_role text, p_request text, p_sessions uuid[] DEFAULT '{}')
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c uuid := current_setting('app.clinic_id')::uuid;
  -- The version before gives the sessions; they are found here.
  named text[] := p_patient::text || ARRAY(SELECT id::text FROM survey_sessions WHERE clinic_id = c AND patient_id = p_patient);
  emptied bigint[];
  tombstone bigint := nextval(pg_get_serial_sequence('audit', 'id'));
  digest bytea;
BEGIN
  IF EXISTS (SELECT FROM accounts WHERE clinic_id = c AND id = p_patient) THEN
    RAISE EXCEPTION 'this is the id of an account' USING ERRCODE = 'raise_exception';
  END IF;
  DELETE FROM patients WHERE clinic_id = c AND id = p_patient;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the clinic has no such patient' USING ERRCODE = 'raise_exception';
  END IF;
  emptied := ARRAY(
    SELECT found.id FROM (
      SELECT a.id FROM audit a WHERE a.clinic_id = c AND a.erased_by IS NULL AND a.patient_id = p_patient
      UNION SELECT a.id FROM audit a
        WHERE a.clinic_id = c AND a.erased_by IS NULL AND a.actor_id = p_patient AND a.role = 'patient'
      UNION SELECT a.id FROM audit a WHERE a.clinic_id = c AND a.erased_by IS NULL AND a.action = 'call_refused'
        AND EXISTS (SELECT FROM unnest(named) AS id WHERE position(id IN a.object_id) > 0)
    ) AS found JOIN audit_seals s ON s.clinic_id = c AND s.audit_id = found.id
    ORDER BY found.id);
  UPDATE audit SET erased_by = tombstone, patient_id = NULL, object_id = NULL, request_id = '', address_prefix = '',
    actor_id = nullif(actor_id, p_patient)
  WHERE clinic_id = c AND id = ANY (emptied);
  SELECT sha256(coalesce(string_agg(sha256(audit_content(a)), ''::bytea ORDER BY a.id), ''::bytea)) INTO digest
  FROM audit a WHERE a.clinic_id = c AND a.id = ANY (emptied);
  INSERT INTO audit (id, clinic_id, role, action, patient_id, object_id, result, request_id, address_prefix)
  OVERRIDING SYSTEM VALUE VALUES (tombstone, c, p_role, 'patient_erased', p_patient,
    cardinality(emptied) || ' ' || encode(digest, 'hex'), 'done', p_request, '');
  INSERT INTO audit_unsealed (clinic, audit_id) VALUES (c, tombstone);
  RETURN cardinality(emptied);
END $$;
