-- An open event can be handed over to a colleague, who then is responsible for it, or be put off until a day (product 19.3).
-- Both hold only while the patient stays with the clinician `standing_of`: a transferred patient takes the event along.
ALTER TABLE crisis_events
  ADD COLUMN handed_to uuid,
  ADD COLUMN handed_by uuid,
  ADD COLUMN handed_at timestamptz,
  ADD COLUMN handed_note_encrypted bytea,
  ADD COLUMN again_on date,
  ADD COLUMN postponed_by uuid,
  ADD COLUMN postponed_at timestamptz,
  ADD COLUMN postponed_note_encrypted bytea,
  ADD COLUMN standing_of uuid,
  ADD CONSTRAINT handed_to_is_an_account FOREIGN KEY (clinic_id, handed_to)
    REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (handed_to) NOT VALID,
  ADD CONSTRAINT handed_by_is_an_account FOREIGN KEY (clinic_id, handed_by)
    REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (handed_by) NOT VALID,
  ADD CONSTRAINT postponed_by_is_an_account FOREIGN KEY (clinic_id, postponed_by)
    REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (postponed_by) NOT VALID,
  ADD CONSTRAINT standing_of_is_an_account FOREIGN KEY (clinic_id, standing_of)
    REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (standing_of) NOT VALID;
GRANT UPDATE (handed_to, handed_by, handed_at, handed_note_encrypted, again_on, postponed_by, postponed_at,
  postponed_note_encrypted, standing_of) ON crisis_events TO resonanz_app;

-- A signal taken to supervision stays open and comes back on a day (product 20.3).
ALTER TABLE course_signals
  ADD COLUMN again_on date,
  ADD COLUMN postponed_by uuid,
  ADD COLUMN postponed_at timestamptz,
  ADD COLUMN postponed_note_encrypted bytea,
  ADD CONSTRAINT signal_postponed_by_is_an_account FOREIGN KEY (clinic_id, postponed_by)
    REFERENCES accounts (clinic_id, id) ON DELETE SET NULL (postponed_by) NOT VALID;
