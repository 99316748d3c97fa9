-- Labels and diagnoses are short lists that are read, replaced and erased with their patient, and never searched. As rows
-- of their own they cost an import of 10,000 patients a quarter of its time, for their keys and indexes alone.
-- All rows of patients are written anew: seconds for 10,000 patients, in which the program waits.
ALTER TABLE patients
  ADD COLUMN labels jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN diagnosis_ids text[] NOT NULL DEFAULT '{}';

-- Row-level security binds the owner as well, but not in the one statement that moves the rows of all clinics.
ALTER TABLE patients NO FORCE ROW LEVEL SECURITY;
ALTER TABLE patient_labels NO FORCE ROW LEVEL SECURITY;
ALTER TABLE patient_diagnoses NO FORCE ROW LEVEL SECURITY;
UPDATE patients p SET
  labels = coalesce((SELECT jsonb_agg(jsonb_build_object('key', l.key, 'value', l.value) ORDER BY l.position)
    FROM patient_labels l WHERE l.clinic_id = p.clinic_id AND l.patient_id = p.id), '[]'),
  diagnosis_ids = ARRAY(SELECT d.diagnosis_id FROM patient_diagnoses d
    WHERE d.clinic_id = p.clinic_id AND d.patient_id = p.id ORDER BY d.position);
ALTER TABLE patients FORCE ROW LEVEL SECURITY;
-- Views take their place below.
-- squawk-ignore ban-drop-table
DROP TABLE patient_labels, patient_diagnoses;

-- What keys, checks and indexes said of the rows, once for all rows of a statement: a label is of a known kind and has a
-- value, the catalogue has every diagnosis, and a patient has it once.
CREATE FUNCTION check_belongings() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM written w, jsonb_array_elements(w.labels) AS label
    WHERE (label ->> 'key' IN ('THERAPY_END_REASON', 'THERAPY_END_SESSION_COUNT', 'CLUSTER')
      AND char_length(label ->> 'value') BETWEEN 1 AND 255) IS NOT TRUE
  ) THEN
    RAISE check_violation USING TABLE = 'patients', CONSTRAINT = 'patients_labels_check',
      MESSAGE = 'a patient has a label of an unknown kind, without a value or with one that is too long';
  END IF;
  IF EXISTS (
    SELECT FROM written w, unnest(w.diagnosis_ids) AS listed (id) LEFT JOIN diagnoses d ON d.id = listed.id
    GROUP BY w.clinic_id, w.id, listed.id HAVING count(d.id) <> 1
  ) THEN
    RAISE foreign_key_violation USING TABLE = 'patients', CONSTRAINT = 'patients_diagnosis_ids_check',
      MESSAGE = 'a patient has a diagnosis twice, or one that the catalogue does not have';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER check_new_belongings AFTER INSERT ON patients
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_belongings();
CREATE TRIGGER check_changed_belongings AFTER UPDATE ON patients
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_belongings();

-- For processes of the version before, which go on until they are restarted (R71): the tables as they know them. Only an
-- import that such a process begins is refused, as a whole: it writes labels and patients in one statement. The next version
-- drops both views and their functions.
CREATE VIEW patient_labels WITH (security_invoker = true) AS
  SELECT p.clinic_id, p.id AS patient_id, place::integer - 1 AS position, label ->> 'key' AS key, label ->> 'value' AS value
  FROM patients p, jsonb_array_elements(p.labels) WITH ORDINALITY AS listed (label, place);
CREATE VIEW patient_diagnoses WITH (security_invoker = true) AS
  SELECT p.clinic_id, p.id AS patient_id, place::integer - 1 AS position, diagnosis_id
  FROM patients p, unnest(p.diagnosis_ids) WITH ORDINALITY AS listed (diagnosis_id, place);

CREATE FUNCTION write_belonging() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'patient_labels' THEN
    UPDATE patients SET labels = labels || jsonb_build_object('key', NEW.key, 'value', NEW.value)
    WHERE clinic_id = NEW.clinic_id AND id = NEW.patient_id;
  ELSE
    UPDATE patients SET diagnosis_ids = diagnosis_ids || NEW.diagnosis_id
    WHERE clinic_id = NEW.clinic_id AND id = NEW.patient_id;
  END IF;
  IF NOT FOUND THEN RAISE foreign_key_violation; END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION clear_belongings() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'patient_labels' THEN
    UPDATE patients SET labels = '[]' WHERE clinic_id = OLD.clinic_id AND id = OLD.patient_id;
  ELSE
    UPDATE patients SET diagnosis_ids = '{}' WHERE clinic_id = OLD.clinic_id AND id = OLD.patient_id;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER write_belonging INSTEAD OF INSERT ON patient_labels FOR EACH ROW EXECUTE FUNCTION write_belonging();
CREATE TRIGGER write_belonging INSTEAD OF INSERT ON patient_diagnoses FOR EACH ROW EXECUTE FUNCTION write_belonging();
CREATE TRIGGER clear_belongings INSTEAD OF DELETE ON patient_labels FOR EACH ROW EXECUTE FUNCTION clear_belongings();
CREATE TRIGGER clear_belongings INSTEAD OF DELETE ON patient_diagnoses FOR EACH ROW EXECUTE FUNCTION clear_belongings();
GRANT SELECT, INSERT, DELETE ON patient_labels, patient_diagnoses TO resonanz_app;
