-- Expected courses, learnt from the finished surveys of this installation by an operator's command. A version never changes:
-- reports name the one that they used. A model holds seven numbers about a population and nothing about a person.
CREATE TABLE course_models (
  instrument_id text NOT NULL,
  scale text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- The metric that the scores had: versions of the instrument that mean the same, and the norm group.
  instrument_versions text[] NOT NULL,
  norm_set text,
  model jsonb NOT NULL,
  persons integer NOT NULL,
  measurements integer NOT NULL,
  fitted timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instrument_id, scale, version)
);

GRANT SELECT, INSERT ON course_models TO resonanz_app;
