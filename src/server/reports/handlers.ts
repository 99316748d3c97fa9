import { hasPatientReport } from '../../domain/protocol.ts';
import { appendAudit } from '../audit/queries.ts';
import { renderPdf } from '../documents/worker.ts';
import { AppError } from '../app-error.ts';
import type { Handler, User, UserContext } from '../http/context.ts';
import { moment } from '../surveys/survey-session.ts';
import { clinicianReport } from './clinician-report.ts';
import { patientReport } from './patient-report.ts';
import * as queries from './queries.ts';
import type { ReportSession } from './queries.ts';
import { assertSafeReport } from './report-check.ts';
import { pdfReport } from './pdf-report.ts';
import type { ReportInput } from './report-data.ts';
import { reportInput } from './report-input.ts';
import { reportVersions, sealReport } from './stored-report.ts';

/** The report for the clinician of the patient; opening it marks it viewed (product 7). */
export const getClinicianReport: Handler<'getClinicianReport'> = async ({ params }, context) => {
  const { db, user, services } = context;
  const session = await findOwn(context, params.id);
  const { text } = await showReport(context, session, 'clinician');
  const key = { clinicId: user.clinicId, sessionId: session.session_id };
  await queries.markViewed(db, key, moment(services.now()));
  return text;
};

/** The same for paper: what is kept, written down and marked is as with the report itself. */
export const getClinicianReportPdf: Handler<'getClinicianReportPdf'> = async ({ params }, context) => {
  const { db, user, services } = context;
  const session = await findOwn(context, params.id);
  const { input } = await showReport(context, session, 'clinician');
  const key = { clinicId: user.clinicId, sessionId: session.session_id };
  await queries.markViewed(db, key, moment(services.now()));
  return () => renderPdf(pdfReport(input));
};

/** The report for the patient: for the patient, and as the patient sees it for the clinician (R18). */
export const getPatientReport: Handler<'getPatientReport'> = async ({ params }, context) => {
  const session = await findOwn(context, params.id);
  if (!hasPatientReport(context.services.registry.protocol, session.window_type))
    throw new AppError('not_found');
  return (await showReport(context, session, 'patient')).text;
};

/** The reports that the signed-in patient may open, by measurement point. */
export const listPatientReports: Handler<'listPatientReports'> = async (_input, { db, user, services }) => {
  const { protocol } = services.registry;
  const types = protocol.windows.map(({ type }) => type).filter((type) => hasPatientReport(protocol, type));
  return { report_entries: await queries.listFinishedSessions(db, user.clinicId, user.userId, types) };
};

// Unknown and foreign sessions answer alike (R10, R17).
async function findOwn({ db, user }: UserContext, sessionId: string): Promise<ReportSession> {
  const session = await queries.findReportSession(db, { clinicId: user.clinicId, sessionId });
  if (!session || !isOwn(user, session)) throw new AppError('not_found');
  return session;
}

function isOwn(
  { role, userId }: User,
  { patient_id: patient, clinician_id: clinician }: ReportSession,
): boolean {
  return userId === (role === 'patient' ? patient : clinician);
}

const kinds = {
  clinician: { render: clinicianReport, action: 'report_viewed' },
  patient: { render: patientReport, action: 'patient_report_viewed' },
} as const;

/** Renders a report, keeps it as it is shown and writes who saw it, in the transaction of the request. */
async function showReport(
  { db, user, services, request }: UserContext,
  session: ReportSession,
  audience: keyof typeof kinds,
): Promise<{ text: string; input: ReportInput }> {
  const { render, action } = kinds[audience];
  const input = await reportInput(db, services, user.clinicId, session);
  const text = render(input);
  assertSafeReport(text);
  const key = { clinicId: user.clinicId, sessionId: session.session_id };
  const sealed = await sealReport(services.keys, key, audience, text);
  const at = moment(services.now());
  await queries.insertReport(db, key, { ...sealed, audience, versions: reportVersions(input), at });
  const entry = { patientId: session.patient_id, objectId: session.session_id };
  await appendAudit(db, user, request, { action, ...entry });
  return { text, input };
}
