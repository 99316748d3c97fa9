-- What changing the keys needs (R63). A session's tokens are derived with the key of its own version, so that nobody is
-- logged out by a change; answers and reports are final for the server, which may only encrypt them anew.

ALTER TABLE login_sessions ADD COLUMN key_version integer NOT NULL DEFAULT 1;

CREATE FUNCTION renew_answer_cell(p_session uuid, p_item text, p_old bytea, p_new bytea)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE answers SET encrypted = p_new
  WHERE clinic_id = current_setting('app.clinic_id')::uuid AND session_id = p_session AND item_id = p_item AND encrypted = p_old
$$;

CREATE FUNCTION renew_report_cell(p_session uuid, p_audience text, p_hash text, p_old bytea, p_new bytea)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE reports SET html_encrypted = p_new
  WHERE clinic_id = current_setting('app.clinic_id')::uuid AND session_id = p_session AND audience = p_audience
    AND hash = p_hash AND html_encrypted = p_old
$$;

REVOKE ALL ON FUNCTION renew_answer_cell, renew_report_cell FROM PUBLIC;
GRANT EXECUTE ON FUNCTION renew_answer_cell, renew_report_cell TO resonanz_app;
GRANT DELETE ON key_fingerprints TO resonanz_app;
