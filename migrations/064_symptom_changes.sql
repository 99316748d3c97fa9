-- Whether a symptom scale changed reliably since the measurement before, for the patient lists. The server judges finished
-- sessions after they are stored and judges them again once their windows have moved. NULL: not judged yet.
-- A new column without a default holds NULL, so the check finds nothing to refuse.
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE survey_sessions ADD COLUMN symptom_change text CHECK (symptom_change IN ('worse', 'better', 'none'));

-- Finds the sessions that wait. It is as large as the table today and empty once all are judged.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX sessions_not_judged ON survey_sessions (clinic_id)
  WHERE finished_at IS NOT NULL AND window_id IS NOT NULL AND symptom_change IS NULL;
