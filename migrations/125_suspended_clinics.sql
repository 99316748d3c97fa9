-- A clinic whose contract rests or has ended: its people cannot log in, and it sends no mail. Its rows stay as they are.
ALTER TABLE clinics ADD COLUMN suspended timestamptz;
