-- The function that empties the trail erases the patient itself, so that nothing but an erasure can empty it. Rows by actor
-- are emptied only where the actor is the patient: the trail of a member of staff stays, whatever id is given.
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
  emptied := ARRAY(SELECT a.id FROM audit a JOIN audit_seals s ON s.clinic_id = a.clinic_id AND s.audit_id = a.id
    WHERE a.clinic_id = c AND a.erased_by IS NULL AND (a.patient_id = p_patient OR (a.actor_id = p_patient AND a.role = 'patient')
      OR (a.action = 'call_refused' AND EXISTS (SELECT FROM unnest(named) AS id WHERE position(id IN a.object_id) > 0)))
    ORDER BY a.id);
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
