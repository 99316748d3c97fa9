import type { ConsentInForce } from '../../contract/consent.ts';
import { consentState, type Consent } from '../../domain/consent.ts';
import { appendAudit } from '../audit/queries.ts';
import { AppError } from '../settings/app-error.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { consentInForce } from './in-force.ts';
import * as queries from './queries.ts';

function patientOf({ user }: UserContext): PatientKey {
  return { clinicId: user.clinicId, patientId: user.userId };
}

/** The text in force and the patient's consent to it. Null (204) if the protocol asks for no consent. */
export const getConsent: Handler<'getConsent'> = async (_input, context) => {
  const text = consentInForce(context.services);
  if (text === null) return null;
  const newest = await queries.findNewestConsent(context.db, patientOf(context));
  return { ...text, ...statusOf(newest, text) };
};

function statusOf(newest: Consent | undefined, text: ConsentInForce) {
  return {
    state: consentState(newest, text),
    given_version: newest?.version ?? null,
    given_at: newest?.given_at ?? null,
    withdrawn_at: newest?.withdrawn_at ?? null,
  };
}

/** Stores the consent to the version that was shown. A second consent to the same version changes nothing. */
export const giveConsent: Handler<'giveConsent'> = async ({ body }, context) => {
  const { db, user, request } = context;
  const text = requireText(context);
  const { version } = text;
  if (body.version !== version) throw new AppError('consent_changed');
  const patient = patientOf(context);
  await queries.holdPatient(db, patient);
  const newest = await queries.findNewestConsent(db, patient);
  if (consentState(newest, text) === 'given') return {};
  await queries.insertConsent(db, patient, { version, at: momentOf(context) });
  await appendAudit(db, user, request, {
    action: 'consent_given',
    patientId: user.userId,
    objectId: version,
  });
  return {};
};

/** Withdraws the consent. The patient then gets no survey and no mail, and no export contains the patient (R66). */
export const withdrawConsent: Handler<'withdrawConsent'> = async (_input, context) => {
  const { db, user, request } = context;
  requireText(context);
  const patient = patientOf(context);
  await queries.holdSurveys(db, patient);
  const newest = await queries.findNewestConsent(db, patient);
  if (!newest || newest.withdrawn_at !== null) return {};
  await queries.closeConsents(db, patient, momentOf(context));
  await queries.forgetUnsent(db, patient);
  const entry = { patientId: user.userId, objectId: newest.version };
  await appendAudit(db, user, request, { action: 'consent_withdrawn', ...entry });
  return {};
};

function requireText({ services }: UserContext): ConsentInForce {
  const text = consentInForce(services);
  if (text === null) throw new AppError('not_found');
  return text;
}

function momentOf({ services }: UserContext): string {
  return new Date(services.now()).toISOString();
}
