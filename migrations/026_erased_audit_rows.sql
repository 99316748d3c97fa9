-- Erasing a patient empties the rows of the trail that name them (R66). What was sealed of such a row stays in the chain
-- (audit_seals.content_hash); the row names the one that tells of the erasure, whose object_id holds the number of
-- emptied rows and the SHA-256 of what is left of them, in the order of their ids. So emptying a row otherwise, or editing
-- what is left of one, is found out.
ALTER TABLE audit ADD COLUMN erased_by bigint;
CREATE INDEX audit_erased ON audit (clinic_id, erased_by, id) WHERE erased_by IS NOT NULL;

-- Only for a patient who is not there any more, and only rows that are sealed.
CREATE FUNCTION erase_from_audit(p_patient uuid, p_role text, p_request text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c uuid := current_setting('app.clinic_id')::uuid;
  emptied bigint[];
  tombstone bigint := nextval(pg_get_serial_sequence('audit', 'id'));
  digest bytea;
BEGIN
  IF EXISTS (SELECT FROM patients WHERE clinic_id = c AND id = p_patient) THEN
    RAISE EXCEPTION 'the patient is still there' USING ERRCODE = 'raise_exception';
  END IF;
  emptied := ARRAY(SELECT a.id FROM audit a JOIN audit_seals s ON s.clinic_id = a.clinic_id AND s.audit_id = a.id
    WHERE a.clinic_id = c AND (a.patient_id = p_patient OR a.actor_id = p_patient) AND a.erased_by IS NULL ORDER BY a.id);
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

-- The backup reads the queue by unsealed_audit_ids(), as everybody else.
REVOKE SELECT ON audit_unsealed FROM resonanz_app;
REVOKE ALL ON FUNCTION erase_from_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_audit TO resonanz_app;
