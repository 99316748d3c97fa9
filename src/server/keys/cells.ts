type SessionPlace = { clinicId: string; sessionId: string };

/**
 * The place of every encrypted cell (table|column|row), which is authenticated with it: a cell that was moved elsewhere
 * does not decrypt (R63). In one file, because changing the keys goes over all of them.
 */
export const cells = {
  birthDate: (patientId: string) => `patients|birth_date_encrypted|${patientId}`,
  answer: ({ clinicId, sessionId }: SessionPlace, itemId: string) =>
    `answers|encrypted|${clinicId}.${sessionId}.${itemId}`,
  draft: ({ clinicId, sessionId }: SessionPlace) => `drafts|encrypted|${clinicId}.${sessionId}`,
  mailAddress: ({ clinicId, patientId }: { clinicId: string; patientId: string }, kind: string) =>
    `mail_addresses|address_encrypted|${clinicId}.${patientId}.${kind}`,
  dataKey: ({ clinicId, patientId }: { clinicId: string; patientId: string }) =>
    `patient_data_keys|key_encrypted|${clinicId}.${patientId}`,
  report: ({ clinicId, sessionId }: SessionPlace, audience: string, hash: string) =>
    `reports|html_encrypted|${clinicId}.${sessionId}.${audience}.${hash}`,
  secondFactor: ({ clinicId, accountId }: { clinicId: string; accountId: string }) =>
    `second_factors|encrypted|${clinicId}.${accountId}`,
  storedAnswer: ({ clinicId, userId, key }: { clinicId: string; userId: string; key: string }) =>
    `idempotency_keys|answer_encrypted|${clinicId}.${userId}.${key}`,
} as const;
