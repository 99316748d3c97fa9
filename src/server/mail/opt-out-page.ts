import type { FastifyInstance } from 'fastify';
import { optOutText } from '../../text/mail.ts';
import { appendAudit } from '../audit/queries.ts';
import { withTenant } from '../database/transaction.ts';
import { factsOf } from '../login/admission.ts';
import { html } from '../print/html.ts';
import type { Services } from '../services.ts';
import { linkPage, registerLinkPage } from './link-page.ts';
import * as queries from './address-queries.ts';

export const optOutPath = '/abmelden';
export const OPT_OUT = 'mail|opt-out code';

/** The page behind the opt-out link of invitations and reminders (RFC 8058). */
export function registerOptOut(app: FastifyInstance, services: Services): void {
  registerLinkPage(app, services, {
    path: optOutPath,
    place: OPT_OUT,
    show: async ({ clinicId, id: patientId }) => {
      const patient = { clinicId, patientId };
      const isKnown = await withTenant(services.pool, clinicId, (db) => queries.hasAddress(db, patient));
      return isKnown ? questionPage() : donePage();
    },
    act: async ({ clinicId, id: patientId }, request) => {
      const patient = { clinicId, patientId };
      await withTenant(services.pool, clinicId, async (db) => {
        if (!(await queries.deleteAddresses(db, patient))) return;
        const actor = { userId: null, role: 'mail link' };
        await appendAudit(db, actor, factsOf(request, services), { action: 'mail_opted_out', patientId });
      });
      return donePage();
    },
  });
}

const questionPage = () =>
  linkPage(
    optOutText.title,
    html`<p>${optOutText.question}</p>
      <form method="post">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button type="submit">${optOutText.button}</button>
      </form>`,
  );

const donePage = () =>
  linkPage(
    optOutText.doneTitle,
    html`<p>${optOutText.done}</p>
      <p>${optOutText.again}</p>`,
  );
