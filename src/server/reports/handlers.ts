import { hasPatientReport } from '../../domain/protocol.ts';
import { appendAudit } from '../audit/queries.ts';
import { AppError } from '../app-error.ts';
import { requireSight } from '../crisis/sight.ts';
import type { Handler, UserContext } from '../http/context.ts';
import type { Report } from '../print/blocks.ts';
import { reportHtml } from '../print/print-html.ts';
import { renderPdf } from '../print/print-pdf.ts';
import { moment } from '../surveys/survey-session.ts';
import { clinicianReport } from './clinician-report.ts';
import { patientReport } from './patient-report.ts';
import * as queries from './queries.ts';
import type { ReportSession } from './queries.ts';
import { assertSafeReport } from './report-check.ts';
import { reportInput } from './report-input.ts';
import { reportVersions, sealReport } from './stored-report.ts';

/** The report for clinicians. It marks the report as viewed only for the treating clinician (product 19.4). */
export const getClinicianReport: Handler<'getClinicianReport'> = async ({ params }, context) =>
  (await openClinicianReport(context, params.id)).text;

/** The same as a PDF. It counts as opening the report: it is kept, written into the trail and marked as viewed. */
export const getClinicianReportPdf: Handler<'getClinicianReportPdf'> = async ({ params }, context) => {
  const { report } = await openClinicianReport(context, params.id);
  return () => renderPdf(report);
};

async function openClinicianReport(context: UserContext, sessionId: string) {
  const { db, user, services } = context;
  const session = await findSeen(context, sessionId);
  const shown = await showReport(context, session, 'clinician');
  const key = { clinicId: user.clinicId, sessionId: session.session_id };
  // A report that only the deputy has opened stays unread for the treating clinician.
  if (session.clinician_id === user.userId) await queries.markViewed(db, key, moment(services.now()));
  return shown;
}

/** The report for patients. The clinician sees it exactly as the patient does (R18). */
export const getPatientReport: Handler<'getPatientReport'> = async ({ params }, context) => {
  const session = await findSeen(context, params.id);
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

// Unknown and foreign sessions get the same answer (R10, R17).
async function findSeen(context: UserContext, sessionId: string): Promise<ReportSession> {
  const { db, user } = context;
  const session = await queries.findReportSession(db, { clinicId: user.clinicId, sessionId });
  if (!session) throw new AppError('not_found');
  if (user.role !== 'patient') await requireSight(context, session.patient_id);
  else if (session.patient_id !== user.userId) throw new AppError('not_found');
  return session;
}

const kinds = {
  clinician: { render: clinicianReport, action: 'report_viewed' },
  patient: { render: patientReport, action: 'patient_report_viewed' },
} as const;

/** Makes a report, keeps it as it is shown and writes the view into the trail, in the transaction of the request. */
async function showReport(
  { db, user, services, request }: UserContext,
  session: ReportSession,
  audience: keyof typeof kinds,
): Promise<{ text: string; report: Report }> {
  const { render, action } = kinds[audience];
  const input = await reportInput(db, services, user.clinicId, session);
  const report = render(input);
  const text = reportHtml(report);
  assertSafeReport(text);
  const key = { clinicId: user.clinicId, sessionId: session.session_id };
  const sealed = await sealReport(services.keys, key, audience, text);
  const at = moment(services.now());
  await queries.insertReport(db, key, { ...sealed, audience, versions: reportVersions(input), at });
  const entry = { patientId: session.patient_id, objectId: session.session_id };
  await appendAudit(db, user, request, { action, ...entry });
  return { text, report };
}
