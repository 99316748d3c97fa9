-- Work goes on with what the process knows, and asks the database in the same write whether it is so (record 180). Where it
-- is not, this error undoes the transaction before its COMMIT, which is on its way already.
CREATE FUNCTION expect(is_so boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_so IS NOT TRUE THEN
    RAISE EXCEPTION 'the database holds something else than expected' USING ERRCODE = 'RZ001';
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION expect TO resonanz_app;
