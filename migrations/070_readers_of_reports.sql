-- Who opened the reports of a patient, for the result of this patient: read from the trail by patient. Few rows of the trail
-- are openings of reports, so the index is small beside the trail.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX audit_report_views ON audit (clinic_id, patient_id) WHERE action = 'report_viewed';
