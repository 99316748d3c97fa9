import { partSign } from '../../domain/part-sign.ts';
import { hasPatientReport, isReleased } from '../../domain/protocol.ts';
import { appendAudit } from '../audit/queries.ts';
import { AppError } from '../settings/app-error.ts';
import { checkSight, requireSight } from '../crisis/sight.ts';
import { withTenant } from '../database/transaction.ts';
import type { Handler, UserContext } from '../http/context.ts';
import type { Report } from '../print/blocks.ts';
import { reportHtml } from '../print/print-html.ts';
import { prepareTypesetting, renderPdf } from '../print/print-pdf.ts';
import type { Turn } from '../print/typeset.ts';
import { moment } from '../../domain/today.ts';
import { clinicianReport } from './clinician-report.ts';
import { patientReport } from './patient-report.ts';
import * as queries from './queries.ts';
import type { ReportSession } from './queries.ts';
import { assertSafeReport } from './report-check.ts';
import type { ReportInput } from './report-data.ts';
import { reportInput } from './report-input.ts';
import { reportPart, wholeReport } from './report-part.ts';
import { reportVersions, sealReport } from './stored-report.ts';

/** The report for clinicians. It marks the report as viewed only for the treating clinician (product 19.4). */
export const getClinicianReport: Handler<'getClinicianReport'> = async ({ params }, context) => {
  const session = await findSeen(context, params.id);
  const made = await makeReport(context, session, 'clinician');
  await keepClinicianView(context, session, made);
  // The page that shows the report has a button for its PDF.
  void prepareTypesetting();
  return made.text;
};

/**
 * The same as a PDF. It counts as opening the report: it is kept, written into the trail and marked as viewed. A PDF that
 * cannot be typeset has not been viewed (record 014).
 */
export const getClinicianReportPdf: Handler<'getClinicianReportPdf'> = ({ params }, context) =>
  pdfOf(context, params.id, wholeReport);

/** The first page of the report, and those of its sections that the address names, in the same way. */
export const getClinicianReportPart: Handler<'getClinicianReportPart'> = ({ params }, context) => {
  const signs = new Set<string>(params.parts.match(/.{3}/g));
  return pdfOf(context, params.id, (report) =>
    reportPart(report, { has: (part) => signs.has(partSign(part)) }),
  );
};

async function pdfOf(context: UserContext, sessionId: string, onPaper: (report: Report) => Report) {
  const { services, user } = context;
  const made = await makeReport(context, await findSeen(context, sessionId, checkSight), 'clinician');
  return async (turn?: Turn) => {
    const pdf = await renderPdf(onPaper(made.report), turn);
    await withTenant(services.pool, user.clinicId, async (db) => {
      const later = { ...context, db };
      await keepClinicianView(later, await findSeen(later, sessionId), made);
    });
    return pdf;
  };
}

async function keepClinicianView(context: UserContext, session: ReportSession, made: Made): Promise<void> {
  const { db, user, services } = context;
  await keepView(context, session, 'clinician', made);
  const key = { clinicId: user.clinicId, sessionId: session.session_id };
  // A report that only the deputy has opened stays unread for the treating clinician.
  if (session.clinician_id === user.userId) await queries.markViewed(db, key, moment(services.now()));
}

/** The report for patients. The clinician sees it exactly as the patient does (R18). */
export const getPatientReport: Handler<'getPatientReport'> = async ({ params }, context) => {
  const session = await findSeen(context, params.id);
  const { protocol } = context.services.registry;
  if (!hasPatientReport(protocol, session.window_type)) throw new AppError('not_found');
  const state = { isRead: session.is_read, isFlagged: session.is_flagged };
  // The clinician may see what the patient will read.
  if (context.user.role === 'patient' && !isReleased(protocol, state)) throw new AppError('not_found');
  const made = await makeReport(context, session, 'patient');
  await keepView(context, session, 'patient', made);
  return made.text;
};

/** The reports that the signed-in patient may open, and the names of those that a clinician reads first, by measurement point. */
export const listPatientReports: Handler<'listPatientReports'> = async (_input, { db, user, services }) => {
  const { protocol } = services.registry;
  const types = protocol.windows.map(({ type }) => type).filter((type) => hasPatientReport(protocol, type));
  const all = await queries.listFinishedSessions(db, user.clinicId, user.userId, types);
  const waiting = all.filter((entry) => !isReleased(protocol, entry));
  return {
    report_entries: all.filter((entry) => !waiting.includes(entry)),
    waiting: waiting.map(({ label }) => label),
  };
};

// Unknown and foreign sessions get the same answer (R10, R17).
async function findSeen(
  context: UserContext,
  sessionId: string,
  sight: (context: UserContext, patientId: string) => Promise<unknown> = requireSight,
): Promise<ReportSession> {
  const { db, user } = context;
  const session = await queries.findReportSession(db, { clinicId: user.clinicId, sessionId });
  if (!session) throw new AppError('not_found');
  if (user.role !== 'patient') await sight(context, session.patient_id);
  else if (session.patient_id !== user.userId) throw new AppError('not_found');
  return session;
}

const kinds = {
  clinician: { render: clinicianReport, action: 'report_viewed' },
  patient: { render: patientReport, action: 'patient_report_viewed' },
} as const;

type Made = { input: ReportInput; report: Report; text: string };

async function makeReport(
  { db, user, services }: UserContext,
  session: ReportSession,
  audience: keyof typeof kinds,
): Promise<Made> {
  const input = await reportInput(db, services, user.clinicId, session);
  const report = kinds[audience].render(input);
  const text = reportHtml(report);
  assertSafeReport(text);
  return { input, report, text };
}

/** Keeps a report as it is shown and writes the view into the trail, in one transaction. */
async function keepView(
  { db, user, services, request }: UserContext,
  session: ReportSession,
  audience: keyof typeof kinds,
  { input, text }: Made,
): Promise<void> {
  const key = { clinicId: user.clinicId, sessionId: session.session_id };
  const sealed = await sealReport(services.keys, key, audience, text);
  const at = moment(services.now());
  await queries.insertReport(db, key, { ...sealed, audience, versions: reportVersions(input), at });
  const entry = { patientId: session.patient_id, objectId: session.session_id };
  await appendAudit(db, user, request, { action: kinds[audience].action, ...entry });
}
