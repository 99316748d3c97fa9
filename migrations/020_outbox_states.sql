-- A mail of the outbox waits (`due` is the moment of the next attempt), was sent, or was refused for good by the mail
-- server. A mail that nobody wants any more is deleted: nothing was sent, and whether another is due is planned anew.
ALTER TABLE outbox
  ADD COLUMN state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused')),
  ADD CHECK ((state = 'sent') = (sent_at IS NOT NULL));
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (clinic_id, due) WHERE state = 'waiting';
