-- retention_day is the newest day on which the job that erases patients trusted the clocks. Without one it begins to trust
-- from the trail. is_demo names the clinics of the demo data, whose passwords are public.
ALTER TABLE clinics ADD COLUMN retention_day date;
ALTER TABLE clinics ADD COLUMN is_demo boolean NOT NULL DEFAULT false;
UPDATE clinics SET is_demo = true WHERE name IN ('Ambulanz Musterstadt', 'Ambulanz Beispielhausen');

-- From PostgreSQL 17 on the server may vacuum without owning a table, so that erased rows also leave the files.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE 'GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO resonanz_app';
    EXECUTE 'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT MAINTAIN ON TABLES TO resonanz_app';
  END IF;
END $$;
