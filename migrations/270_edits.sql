-- Who changed a field last, and when: {"discharge": {"revision": 3, "by": "<account>", "at": "2026-11-27T13:51:00.000Z"}}.
-- A form says which revision it was made from, and a write over a newer one is refused (record 270).
ALTER TABLE patients ADD COLUMN edits jsonb NOT NULL DEFAULT '{}';
ALTER TABLE accounts ADD COLUMN edits jsonb NOT NULL DEFAULT '{}';
ALTER TABLE clinics ADD COLUMN edits jsonb NOT NULL DEFAULT '{}';
