-- What stays of an erased clinic: that it was erased, and the end of its trail. The rows belong to no clinic that exists. Only
-- the owner of the tables erases a clinic; the server reads the ids, so that no backup brings it back.
CREATE TABLE erased_clinics (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  erased timestamptz NOT NULL DEFAULT now(),
  operator text NOT NULL,
  trail_rows bigint NOT NULL,
  trail_hash bytea
);
GRANT SELECT ON erased_clinics TO resonanz_app;
