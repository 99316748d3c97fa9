import { AppError } from '../settings/app-error.ts';
import { appendAudit } from '../audit/queries.ts';
import { requireSight } from '../crisis/sight.ts';
import { overlap } from '../work/overlap.ts';
import type { Handler } from '../http/context.ts';
import { fragmentHtml } from '../print/print-html.ts';
import { courseInput } from './course-input.ts';
import { courseBlocks } from './patient-course.ts';
import * as queries from './queries.ts';
import { assertSafeFragment } from './report-check.ts';

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
