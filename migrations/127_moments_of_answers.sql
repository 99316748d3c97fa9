-- When an answer was touched last, in seconds after its page was shown, as the browser measured it (record 203). Null: not
-- known, because the answer came from an earlier version, from another program or from a draft.
ALTER TABLE answers ADD COLUMN answered_after double precision;
