-- When each job ran, for all processes of the installation: one process claims a job that needs to run once, and an operator
-- sees what is late. `next` is the moment from which a process may claim it again. A backup notes its end here, too.
CREATE TABLE job_runs (
  job text PRIMARY KEY,
  begun timestamptz,
  ended timestamptz,
  failed timestamptz,
  next timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON job_runs TO resonanz_app;

-- The jobs ask once which clinics have work, instead of once for each clinic. Only the functions below see rows across
-- clinics; they tell ids of clinics and numbers. The policy is for their owner, which nobody can log in as.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['outbox', 'crisis_reminders', 'address_confirmations', 'login_sessions', 'patients',
                           'survey_sessions', 'idempotency_keys', 'crisis_events']
  LOOP
    EXECUTE format($p$CREATE POLICY across_clinics ON %I FOR SELECT TO resonanz_owner
      USING (current_setting('app.across_clinics', true) = 'on')$p$, t);
  END LOOP;
END $$;

-- The clinics with work of a kind. A mail is due from its moment on, or where the moment lies after `p_latest`, because
-- then a clock was wrong.
CREATE FUNCTION clinics_with_work(p_work text, p_now timestamptz, p_latest timestamptz) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.across_clinics', 'on', true);
  CASE p_work
    WHEN 'outbox' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM outbox
      WHERE state = 'waiting' AND (due <= p_now OR due > p_latest);
    WHEN 'crisis_reminders' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM crisis_reminders
      WHERE state = 'waiting' AND (due <= p_now OR due > p_latest);
    WHEN 'address_confirmations' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM address_confirmations
      WHERE state = 'waiting' AND (due <= p_now OR due > p_latest);
    WHEN 'quick_hashes' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM patients
      WHERE secret_hash LIKE '$hmac-sha256$%';
    WHEN 'unjudged_sessions' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM survey_sessions
      WHERE finished_at IS NOT NULL AND window_id IS NOT NULL AND symptom_change IS NULL;
    WHEN 'open_events' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM crisis_events
      WHERE acknowledged_at IS NULL;
    WHEN 'stored_answers' THEN RETURN QUERY SELECT DISTINCT clinic_id FROM idempotency_keys WHERE expires < now();
  END CASE;
  PERFORM set_config('app.across_clinics', 'off', true);
END $$;

CREATE OR REPLACE FUNCTION forget_stored_answers() RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  clinic uuid;
  deleted bigint;
  total bigint := 0;
BEGIN
  FOR clinic IN SELECT clinics_with_work('stored_answers', now(), now()) LOOP
    PERFORM set_config('app.clinic_id', clinic::text, true);
    DELETE FROM idempotency_keys WHERE clinic_id = clinic AND expires < now();
    GET DIAGNOSTICS deleted = ROW_COUNT;
    total := total + deleted;
  END LOOP;
  PERFORM set_config('app.clinic_id', '', true);
  RETURN total;
END $$;

-- Numbers over all clinics, for those who watch the installation.
CREATE FUNCTION installation_counts() RETURNS TABLE (name text, value double precision)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.across_clinics', 'on', true);
  RETURN QUERY SELECT 'outbox_waiting'::text, count(*)::float8 FROM outbox WHERE state = 'waiting' AND due <= now()
  UNION ALL SELECT 'crisis_reminders_waiting', count(*) FROM crisis_reminders WHERE state = 'waiting' AND due <= now()
  UNION ALL SELECT 'address_confirmations_waiting', count(*) FROM address_confirmations
    WHERE state = 'waiting' AND due <= now()
  UNION ALL SELECT 'sessions', count(*) FROM login_sessions
    WHERE ended_at IS NULL AND idle_expires > now() AND absolute_expires > now()
  UNION ALL SELECT 'open_events', count(*) FROM crisis_events WHERE acknowledged_at IS NULL
  UNION ALL SELECT 'unsealed_rows', count(*) FROM audit_unsealed
  UNION ALL SELECT 'clinics', count(*) FROM clinics;
  PERFORM set_config('app.across_clinics', 'off', true);
END $$;

REVOKE ALL ON FUNCTION clinics_with_work, installation_counts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clinics_with_work, installation_counts TO resonanz_app;

-- Erasing a patient and asking the trail for a person read the rows of this person only.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX audit_of_patient ON audit (clinic_id, patient_id) WHERE patient_id IS NOT NULL;
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX audit_of_actor ON audit (clinic_id, actor_id) WHERE actor_id IS NOT NULL;
