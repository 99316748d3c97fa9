-- needs: 126_erased_clinics.sql
-- What the server's role need not do, it may not do (record 280). It deletes patients through erase_from_audit alone, which
-- leaves a row in the trail.
REVOKE DELETE ON clinics, course_signals, mail_plans, patients, scores, survey_sessions, weekly_choices
  FROM resonanz_app;
REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM resonanz_app;

-- Everybody reads and locks the clinics, and a new one belongs to nobody yet. A transaction changes the clinic that it has entered
-- and no other. The owner of the tables erases and restores clinics.
ALTER TABLE clinics ENABLE ROW LEVEL SECURITY;
ALTER TABLE clinics FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON clinics TO resonanz_owner USING (true) WITH CHECK (true);
CREATE POLICY read ON clinics FOR SELECT USING (true);
CREATE POLICY add ON clinics FOR INSERT WITH CHECK (true);
CREATE POLICY clinic ON clinics FOR UPDATE USING (true)
  WITH CHECK (id = nullif(current_setting('app.clinic_id', true), '')::uuid);

-- An answer or report is final. Only a cell of an older key version gives way, to one of the same length with a newer version
-- that the installation knows. Outside a change of the keys there is no older version, so nothing can be overwritten.
CREATE FUNCTION is_renewal(p_old bytea, p_new bytea) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT length(p_new) = length(p_old) AND length(p_new) > 0 AND get_byte(p_old, 0) < get_byte(p_new, 0)
    AND EXISTS (SELECT FROM key_fingerprints WHERE version = get_byte(p_new, 0))
$$;

CREATE OR REPLACE FUNCTION renew_answer_cell(p_session uuid, p_item text, p_old bytea, p_new bytea)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF is_renewal(p_old, p_new) IS NOT TRUE THEN
    RAISE EXCEPTION 'an answer is final' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE answers SET encrypted = p_new
  WHERE clinic_id = current_setting('app.clinic_id')::uuid AND session_id = p_session AND item_id = p_item AND encrypted = p_old;
END $$;

CREATE OR REPLACE FUNCTION renew_report_cell(p_session uuid, p_audience text, p_hash text, p_old bytea, p_new bytea)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF is_renewal(p_old, p_new) IS NOT TRUE THEN
    RAISE EXCEPTION 'a report is final' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE reports SET html_encrypted = p_new
  WHERE clinic_id = current_setting('app.clinic_id')::uuid AND session_id = p_session AND audience = p_audience
    AND hash = p_hash AND html_encrypted = p_old;
END $$;
