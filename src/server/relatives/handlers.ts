import type { PatientKey } from '../database/row-keys.ts';
import { AppError } from '../settings/app-error.ts';
import { appendAudit, namedLately } from '../audit/queries.ts';
import { mapInSlices } from '../work/slices.ts';
import { holdAgreed } from './choice-queries.ts';
import { systemIdsIn } from './ids.ts';
import { readContents } from './queries.ts';
import { withTenant } from '../database/transaction.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { systemViewText as text } from '../../text/relatives.ts';
import type { Handler, UserContext } from '../http/context.ts';
import type { Report } from '../print/blocks.ts';
import { fragmentHtml } from '../print/print-html.ts';
import { renderPdf } from '../print/print-pdf.ts';
import { courseInput } from '../reports/course-input.ts';
import { assertSafeFragment } from '../reports/report-check.ts';
import { systemBlocks, type System } from './view.ts';

// Each call checks again that the patients are the clinician's own, share the System-ID, and agreed. Nothing of it is kept
// (record 140).

export const getSystemView: Handler<'getSystemView'> = async ({ params }, context) => {
  const found = await findSystems(context, params.id);
  const blocks = found.systems.flatMap((system, index) => systemBlocks(system, `system-${index}`));
  const html = blocks.length > 0 ? fragmentHtml(blocks) : '';
  assertSafeFragment(html);
  const { db, user } = context;
  // The page asks again each time the clinician comes back to it. One opening is one row.
  const ids = found.shown.map(({ patientId }) => patientId);
  const known = await namedLately(db, user, 'system_view_viewed', ids);
  await writeTrail(
    context,
    ids.filter((id) => !known.has(id)),
  );
  return { html, has_view: found.shown.length > 0 };
};

/** A patient who withdraws while the PDF is typeset is in no PDF. */
export const getSystemViewPdf: Handler<'getSystemViewPdf'> = async ({ params }, context) => {
  const { user, services } = context;
  const { clinicId } = user;
  const found = await findSystems(context, params.id);
  if (found.shown.length === 0) throw new AppError('not_found');
  const report = reportOf(context, found);
  return async (turn) => {
    const pdf = await renderPdf(report, turn);
    await withTenant(services.pool, clinicId, async (db) => {
      const ids = found.shown.map(({ patientId }) => patientId);
      const agreed = await holdAgreed(db, clinicId, ids);
      if (agreed.size < ids.length) throw new AppError('not_found');
      await writeTrail({ ...context, db }, ids);
    });
    return pdf;
  };
};

type Own = { id: string; code: string; systemIds: readonly string[] };
type Found = { code: string; systems: readonly System[]; shown: readonly PatientKey[] };

async function findSystems(context: UserContext, patientId: string): Promise<Found> {
  const { db, user } = context;
  const own = await ownPatients(context);
  const patient = own.find(({ id }) => id === patientId);
  if (!patient) throw new AppError('not_found');
  const groups = patient.systemIds
    .map((name) => ({ name, members: own.filter(({ systemIds }) => systemIds.includes(name)) }))
    .filter(({ members }) => members.length > 1);
  const all = [...new Set(groups.flatMap(({ members }) => members.map(({ id }) => id)))];
  const agreed = await holdAgreed(db, user.clinicId, all);
  const systems: System[] = [];
  const shown = new Set<string>();
  for (const { name, members } of groups) {
    // A patient who did not agree is not shown beside others, even as the one whose view was opened.
    const willing = agreed.has(patientId) ? members.filter(({ id }) => agreed.has(id)) : [];
    const isView = willing.length > 1;
    const people: System['people'][number][] = [];
    for (const { id, code } of isView ? willing : []) {
      people.push({ code, course: await courseInput(context, id) });
      shown.add(id);
    }
    const others = members.filter(({ id }) => !agreed.has(id)).map(({ code }) => code);
    systems.push({ name, people, withoutConsent: others });
  }
  const keys = [...shown].map((id) => ({ clinicId: user.clinicId, patientId: id }));
  return { code: patient.code, systems, shown: keys };
}

/** The own patients alone: a deputy sees no system, and no clinician sees a patient of another one. */
async function ownPatients({ db, user, services }: UserContext): Promise<readonly Own[]> {
  const rows = await readContents(db, user.clinicId, { clinicianId: user.userId });
  return mapInSlices(rows, (row) => ({
    id: row.id,
    code: row.code,
    systemIds: systemIdsIn(services.keys, row),
  }));
}

async function writeTrail({ db, user, request }: UserContext, patientIds: readonly string[]): Promise<void> {
  for (const patientId of patientIds)
    await appendAudit(db, user, request, { action: 'system_view_viewed', patientId });
}

function reportOf({ services }: UserContext, { code, systems }: Found): Report {
  const { product_name: product } = services.config.public;
  const today = formatIsoDate(services.today());
  return {
    title: text.title,
    layout: 'page',
    product,
    facts: [[text.retrieved, today]],
    footer: text.footer(product, code, today),
    blocks: systems.flatMap((system, index) => systemBlocks(system, `system-${index}`, 2)),
  };
}
