-- Deletes the stored answers of repeatable calls whose time is over (R26), in every clinic: a generated password must not
-- wait, even encrypted, for the clinic's next call. Works with the rights of the server, clinic by clinic.
CREATE FUNCTION forget_stored_answers() RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  clinic uuid;
  deleted bigint;
  total bigint := 0;
BEGIN
  FOR clinic IN SELECT id FROM clinics LOOP
    PERFORM set_config('app.clinic_id', clinic::text, true);
    DELETE FROM idempotency_keys WHERE clinic_id = clinic AND expires < now();
    GET DIAGNOSTICS deleted = ROW_COUNT;
    total := total + deleted;
  END LOOP;
  PERFORM set_config('app.clinic_id', '', true);
  RETURN total;
END $$;

REVOKE ALL ON FUNCTION forget_stored_answers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_stored_answers TO resonanz_app;
