-- The imported patients whose secret still waits for argon2id: usually none.
CREATE INDEX patients_with_provisional_secret ON patients (clinic_id, id) WHERE secret_hash LIKE '$hmac-sha256$%';
