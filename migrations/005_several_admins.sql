-- A clinic may have several admins: an admin gives others access. The public registration still takes the first one alone. It
-- locks the clinic before it looks for an admin (R28), and so does the version before.
-- The table holds some rows a clinic, and the index is dropped in an instant, so the runner's limit of the wait is enough.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX one_admin_per_clinic;
