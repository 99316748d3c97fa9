import * as v from 'valibot';
import { deputy } from './crisis.ts';
import { revision, wholeWithoutRevision } from './edits.ts';
import { userTypes } from './endpoints.ts';
import { id, instant, isoDate, secretText, text, username } from './fields.ts';

export type UserType = (typeof userTypes)[number];

export const clinic = v.object({ id, name: v.string(), contact: v.string() });

/**
 * The body of a login. `userType`, `clinicContact` and `clinicName` may be sent and are ignored (R41). `totp` takes a
 * code of the app or a recovery code, `proof` the solved task of a refusal with `proof_required` (R50).
 */
export const login = v.object({
  clinic_id: id,
  username: text(255),
  password: text(1024),
  totp: v.optional(text(64)),
  proof: v.optional(v.object({ challenge: text(200), nonce: text(20) })),
});

/** The answer of a login (product 3.2). `session_expires` is in epoch milliseconds. */
export const loginAnswer = v.object({
  session_expires: v.number(),
  clinic_id: id,
  clinic_name: v.string(),
  username: v.string(),
  user_type: v.picklist(userTypes),
  clinic_contact: v.string(),
  must_change: v.boolean(),
  /** The number of failed logins of this name since its last login, within 24 hours (R75). */
  failed_attempts: v.number(),
});
export type LoginAnswer = v.InferOutput<typeof loginAnswer>;

/**
 * A notice of an attack on logins. The admin of the clinic sees it during the attack and for 24 hours after it (R50).
 * `failed_logins` counts the clinic's failed logins of the last 24 hours.
 */
export const securityNotice = v.object({
  kind: v.picklist(['login_alarm', 'birth_date_spray']),
  since: instant,
  until: instant,
  is_running: v.boolean(),
  failed_logins: v.number(),
});
export type SecurityNotice = v.InferOutput<typeof securityNotice>;

/**
 * A browser with a session of the signed-in user (R74). The names of browser and system are null if they are unknown.
 */
export const loginSession = v.object({
  started: instant,
  last_used: instant,
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  is_this: v.boolean(),
});
export type LoginSession = v.InferOutput<typeof loginSession>;

export const sessionAnswer = v.object({ session_expires: v.number() });

export const passwordChange = v.object({
  old_password: text(1024),
  new_password: text(1024),
  confirmed_new_password: text(1024),
});

/** The second factor of the signed-in user. `recovery_codes` is the number of unused codes. */
export const secondFactor = v.object({
  state: v.picklist(['unavailable', 'off', 'on']),
  recovery_codes: v.number(),
});
export type SecondFactor = v.InferOutput<typeof secondFactor>;

const password = text(1024);
const code = text(64);
export const ownPassword = v.object({ password });
export const ownCode = v.object({ code });
export const ownPasswordAndCode = v.object({ password, code });

/** A secret for an authenticator app, in base32 and as the address in a QR code. */
export const secondFactorSecret = v.object({ secret: secretText, uri: secretText });

/** Recovery codes, shown once. */
export const recoveryCodes = v.object({ recovery_codes: v.array(secretText) });

export const clinician = v.object({ id, username: v.string(), enabled: v.boolean() });
/** A clinician for the admin. `deputy` is the one named last, also when the days are over. */
export const clinicianWithCount = v.object({
  ...clinician.entries,
  revision: v.string(),
  second_factor: v.boolean(),
  patient_count: v.number(),
  deputy: v.nullable(deputy),
});
/** An admin for the admins of the clinic. `is_self` marks the one who asks, who cannot disable the own account. */
export const admin = v.object({
  id,
  username: v.string(),
  enabled: v.boolean(),
  second_factor: v.boolean(),
  is_self: v.boolean(),
});
export const staffRegistration = v.object({ username });
export const clinicianProfile = v.pipe(
  v.object({
    id,
    revision: v.optional(revision),
    username: v.optional(username),
    enabled: v.optional(v.boolean()),
  }),
  wholeWithoutRevision(['username', 'enabled']),
);
export const adminRegistration = v.object({ clinic_id: id, username });

/** A generated password, shown once. */
export const shownOnce = v.object({ data: secretText });

const patientCodes = v.array(v.object({ id, code: v.string() }));
export const clinicianPatientCodes = v.object({ data: patientCodes });

/** The patients whom an admin transferred on one day to one clinician: those who are still there, and the number of others. */
export const clinicianTransfers = v.object({
  transfers: v.array(
    v.object({
      clinician_id: id,
      clinician_username: v.string(),
      day: isoDate,
      patients: patientCodes,
      moved_on: v.number(),
    }),
  ),
});
