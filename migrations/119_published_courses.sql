-- Expected courses that follow from published figures, until one is learnt here. Null: learnt from this installation's surveys.
ALTER TABLE course_models ADD COLUMN source text;
