-- The weekly mail of a clinician, to the address for reminders (record 141). `confirmation_id` is the mail that asked whether
-- the address is right; `confirmed_at` belongs to it and to this address.
CREATE TABLE weekly_choices (
  clinic_id uuid NOT NULL,
  account_id uuid NOT NULL,
  wanted boolean NOT NULL,
  confirmation_id uuid,
  asked_at timestamptz,
  confirmed_at timestamptz,
  PRIMARY KEY (clinic_id, account_id),
  FOREIGN KEY (clinic_id, account_id) REFERENCES accounts (clinic_id, id) ON DELETE CASCADE
);

-- One mail for an account and a week, and one for each question whether the address is right (week is null). The states are
-- those of the outbox; `empty`: nothing waited, so no mail goes out.
CREATE TABLE weekly_mails (
  clinic_id uuid NOT NULL,
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  week date,
  due timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused', 'empty')),
  sent_at timestamptz,
  PRIMARY KEY (clinic_id, id),
  UNIQUE (clinic_id, account_id, week),
  FOREIGN KEY (clinic_id, account_id) REFERENCES accounts (clinic_id, id) ON DELETE CASCADE
);
CREATE INDEX weekly_mails_due ON weekly_mails (clinic_id, due) WHERE state = 'waiting';

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['weekly_choices', 'weekly_mails']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY clinic ON %I
      USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
      WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)$p$, t);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON weekly_choices, weekly_mails TO resonanz_app;

-- The clinics with a weekly mail that is due, as clinics_with_work tells it of the other mails (migration 095).
CREATE POLICY across_clinics ON weekly_mails FOR SELECT TO resonanz_owner
  USING (current_setting('app.across_clinics', true) = 'on');
CREATE FUNCTION clinics_with_weekly_mails(p_now timestamptz, p_latest timestamptz) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.across_clinics', 'on', true);
  RETURN QUERY SELECT DISTINCT clinic_id FROM weekly_mails
    WHERE state = 'waiting' AND (due <= p_now OR due > p_latest);
  PERFORM set_config('app.across_clinics', 'off', true);
END $$;
REVOKE ALL ON FUNCTION clinics_with_weekly_mails FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clinics_with_weekly_mails TO resonanz_app;
