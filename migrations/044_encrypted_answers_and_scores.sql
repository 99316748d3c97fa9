-- Closed answers and scores are encrypted as well (R63, record 049). `value`, `label` and `result` stay: for rows that are
-- not encrypted yet, and for processes of the version before, which read and write them until they are restarted (R71).

-- What the server writes encrypted. An installation without clinics has no process of the version before. On every other
-- one the operator says that all processes run this version.
CREATE TABLE sealing (subject text PRIMARY KEY CHECK (subject IN ('answers')), since timestamptz NOT NULL DEFAULT now());
GRANT SELECT, INSERT ON sealing TO resonanz_app;
INSERT INTO sealing (subject) SELECT 'answers' WHERE NOT EXISTS (SELECT FROM clinics);

ALTER TABLE scores ADD COLUMN result_encrypted bytea;
-- A process of the version before finds NULL only after the operator said that there is none.
-- squawk-ignore ban-drop-not-null
ALTER TABLE scores ALTER COLUMN result DROP NOT NULL;

-- Finds the rows in clear. It is as large as the table today, and empty once all rows are encrypted.
-- A statement for each index would need a migration outside of a transaction; these take a second for a million rows.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX answers_in_clear ON answers (clinic_id, session_id) WHERE encrypted IS NULL;
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX scores_in_clear ON scores (clinic_id, session_id) WHERE result_encrypted IS NULL;

-- The server may not change an answer. This puts the encrypted cell in the place of what the row holds in clear.
CREATE FUNCTION seal_answer_cells(p_sessions uuid[], p_items text[], p_cells bytea[])
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE sealed bigint;
BEGIN
  UPDATE answers a SET encrypted = c.cell, value = NULL, label = NULL
  FROM unnest(p_sessions, p_items, p_cells) AS c (session, item, cell)
  WHERE a.clinic_id = current_setting('app.clinic_id')::uuid AND a.session_id = c.session AND a.item_id = c.item
    AND a.encrypted IS NULL;
  GET DIAGNOSTICS sealed = ROW_COUNT;
  RETURN sealed;
END $$;
REVOKE ALL ON FUNCTION seal_answer_cells FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seal_answer_cells TO resonanz_app;
