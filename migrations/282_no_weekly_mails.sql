-- needs: 280_rights_of_the_server.sql
-- The weekly mail of clinicians is gone (record 297).
DROP FUNCTION clinics_with_weekly_mails(timestamptz, timestamptz);
-- squawk-ignore ban-drop-table
DROP TABLE weekly_mails, weekly_choices;
