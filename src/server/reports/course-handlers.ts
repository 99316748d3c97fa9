import { AppError } from '../app-error.ts';
import { appendAudit } from '../audit/queries.ts';
import { requireSight } from '../crisis/sight.ts';
import { overlap } from '../bulk/overlap.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { fragmentHtml } from '../print/print-html.ts';
import { courseBlocks, type CourseInput } from './patient-course.ts';
import * as queries from './queries.ts';
import { assertSafeFragment } from './report-check.ts';
import { listMeasurements } from './measurements.ts';
import { detachedSurveys } from './report-input.ts';

// PostgreSQL's date after all others: the course has no last survey.
const ALWAYS = 'infinity';

/** The whole course of a patient. No report counts as opened by it. */
export const getPatientCourse: Handler<'getPatientCourse'> = async ({ params }, context) => {
  const { db, user, request } = context;
  await requireSight(context, params.id);
  const patient = { clinicId: user.clinicId, patientId: params.id };
  await appendAudit(db, user, request, { action: 'course_viewed', patientId: params.id });
  const [input, views] = await overlap(courseInput(context, params.id), queries.listReportViews(db, patient));
  const blocks = courseBlocks(input);
  const html = blocks.length === 0 ? '' : fragmentHtml(blocks);
  assertSafeFragment(html);
  return { html, views };
};

/** What the course of a patient is made of. */
export async function courseInput(
  { db, services, user }: UserContext,
  patientId: string,
): Promise<CourseInput> {
  const { clinicId } = user;
  const today = services.today();
  const { time_zone: timeZone } = services.config.public;
  const whole = { patient_id: patientId, window_start: ALWAYS, updated_at: ALWAYS, today, timeZone };
  const asked = queries.listAskedInstruments(db, { clinicId, patientId });
  const { skips } = services.registry.protocol;
  const [instruments, { points }, missed, detached, therapy] = await overlap(
    asked.then((versions) => services.registry.pinnedInstruments(db, versions)),
    listMeasurements(db, services, clinicId, { ...whole, skips }),
    queries.listMissedWindows(db, clinicId, whole),
    queries.listDetachedSurveys(db, clinicId, whole).then((rows) => detachedSurveys(services, rows)),
    queries.findTherapy(db, { clinicId, patientId }),
  );
  return { instruments, points, missed, detached, therapy, today };
}

/** A deputy's opening marks nothing as read, so there is nothing for a deputy to undo (product 19.4). */
export const markReportUnread: Handler<'markReportUnread'> = async ({ params }, context) => {
  const { db, user, request } = context;
  const key = { clinicId: user.clinicId, sessionId: params.id };
  const session = await queries.findReportSession(db, key);
  if (session?.clinician_id !== user.userId) throw new AppError('not_found');
  await queries.markUnread(db, key);
  const entry = { patientId: session.patient_id, objectId: params.id };
  await appendAudit(db, user, request, { action: 'report_marked_unread', ...entry });
  return {};
};
