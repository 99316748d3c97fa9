import { appendAudit } from '../audit/queries.ts';
import { findClinic } from '../login/queries.ts';
import { AppError } from '../settings/app-error.ts';
import { clinicHelp } from '../clinics/help.ts';
import type { Handler } from '../http/context.ts';
import { renderPdf } from '../print/print-pdf.ts';
import { accessSheets } from './access-sheets.ts';
import { ownScope } from './checks.ts';
import { listPatients } from './list-queries.ts';

/** A sheet for each of these patients, who must all be patients of the caller (R17). */
export const makeAccessSheets: Handler<'makeAccessSheets'> = async ({ body }, context) => {
  const { db, user, request, services } = context;
  const { clinicId } = user;
  const asked = new Set(body.patient_ids);
  const own = await listPatients(db, { clinicId, ...ownPatientsOnly(ownScope(user)) });
  const patients = own.filter(({ id }) => asked.has(id));
  const clinic = await findClinic(db, clinicId);
  if (patients.length < asked.size || !clinic) throw new AppError('not_found');
  for (const { id } of patients)
    await appendAudit(db, user, request, { action: 'access_sheet_made', patientId: id });
  const { config, publicOrigin: origin } = services;
  const help = await clinicHelp(db, config, clinicId);
  const place = { origin, product: config.public.product_name, clinic, help };
  const codes = patients.map(({ code }) => code);
  return (turn) => renderPdf(accessSheets(place, codes), turn);
};

const ownPatientsOnly = (clinicianId: string | undefined) => clinicianId !== undefined && { clinicianId };
