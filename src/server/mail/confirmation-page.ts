import type { FastifyInstance } from 'fastify';
import { confirmationText as text } from '../../text/mail.ts';
import { appendAudit } from '../audit/queries.ts';
import { factsOf } from '../login/admission.ts';
import { withTenant } from '../database/transaction.ts';
import { html } from '../print/html.ts';
import type { Services } from '../services.ts';
import { CONFIRMATION, confirmationPath, askedFrom } from './confirmations.ts';
import * as queries from './confirmation-queries.ts';
import { linkPage, registerLinkPage } from './link-page.ts';

/** The page behind the link that confirms an address. Its button confirms; opening it does not (record 066). */
export function registerConfirmation(app: FastifyInstance, services: Services): void {
  registerLinkPage(app, services, {
    path: confirmationPath,
    place: CONFIRMATION,
    show: async (target) => {
      const asked = await withTenant(services.pool, target.clinicId, (db) =>
        queries.findAsked(db, target, askedFrom(services)),
      );
      return asked && (asked.confirmed ? donePage() : questionPage());
    },
    act: (target, request) =>
      withTenant(services.pool, target.clinicId, async (db) => {
        const asked = await queries.findAsked(db, target, askedFrom(services));
        if (!asked) return undefined;
        if (!asked.confirmed) {
          await queries.markConfirmed(db, target, new Date(services.now()).toISOString());
          const actor = { userId: null, role: 'mail link' };
          const entry = { action: 'mail_address_confirmed', patientId: asked.patient_id } as const;
          await appendAudit(db, actor, factsOf(request, services), entry);
        }
        return donePage();
      }),
  });
}

const questionPage = () =>
  linkPage(
    text.title,
    html`<p>${text.question}</p>
      <form method="post"><button type="submit">${text.button}</button></form>`,
  );

const donePage = () => linkPage(text.doneTitle, html`<p>${text.done}</p>`);
