-- Which of these clinics have an open window that a mail may be about: a patient with an address, no finished survey, no
-- reminder yet. The planner asks once for many clinics; it looks closer at those only (record 151).
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['mail_addresses', 'survey_windows'] LOOP
    EXECUTE format($p$CREATE POLICY across_clinics ON %I FOR SELECT TO resonanz_owner
      USING (current_setting('app.across_clinics', true) = 'on')$p$, t);
  END LOOP;
END $$;

CREATE FUNCTION clinics_with_open_mail_windows(p_clinics uuid[], p_day date) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.across_clinics', 'on', true);
  RETURN QUERY SELECT c FROM unnest(p_clinics) AS c WHERE EXISTS (
    SELECT FROM mail_addresses a
    JOIN survey_windows w ON w.clinic_id = a.clinic_id AND w.patient_id = a.patient_id
    WHERE a.clinic_id = c AND w.start_date <= p_day AND w.end_date >= p_day
      AND NOT EXISTS (SELECT FROM outbox r WHERE r.clinic_id = w.clinic_id AND r.patient_id = w.patient_id
        AND r.window_type = w.type AND r.window_ordinal = w.ordinal AND r.kind = 'reminder')
      AND NOT EXISTS (SELECT FROM survey_sessions s WHERE s.clinic_id = w.clinic_id AND s.window_id = w.id
        AND s.finished_at IS NOT NULL));
  PERFORM set_config('app.across_clinics', 'off', true);
END $$;
REVOKE ALL ON FUNCTION clinics_with_open_mail_windows FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clinics_with_open_mail_windows TO resonanz_app;
