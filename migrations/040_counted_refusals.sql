-- Refusals of one account or user, from one network, in one minute become two rows: the first one, and one row with the
-- number of the further ones (R64). A row with a count of 1 has the content hash that it had before there were counts.
ALTER TABLE audit ADD COLUMN count integer NOT NULL DEFAULT 1;

CREATE OR REPLACE FUNCTION audit_content(a audit) RETURNS bytea LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT convert_to(string_agg(coalesce(octet_length(convert_to(part, 'UTF8')) || ':' || part, '-'), ',' ORDER BY place), 'UTF8')
  FROM unnest(ARRAY[a.clinic_id::text, a.id::text, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    a.actor_id::text, a.role, a.action, a.patient_id::text, a.object_id, a.result, a.request_id, a.address_prefix]
    || CASE WHEN a.count <> 1 THEN ARRAY[a.count::text] ELSE ARRAY[]::text[] END)
    WITH ORDINALITY AS parts (part, place)
$$;

-- The version before calls it without a count.
DROP FUNCTION append_audit(uuid, text, text, uuid, text, text, text, text);
CREATE FUNCTION append_audit(p_actor uuid, p_role text, p_action text, p_patient uuid, p_object text, p_result text,
                             p_request text, p_address text, p_count integer DEFAULT 1)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH added AS (
    INSERT INTO audit (clinic_id, actor_id, role, action, patient_id, object_id, result, request_id, address_prefix, count)
    VALUES (current_setting('app.clinic_id')::uuid, p_actor, p_role, p_action, p_patient, p_object, p_result, p_request,
      p_address, p_count)
    RETURNING clinic_id, id)
  INSERT INTO audit_unsealed (clinic, audit_id) SELECT clinic_id, id FROM added
$$;
REVOKE ALL ON FUNCTION append_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append_audit TO resonanz_app;
