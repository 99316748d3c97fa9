import type { FastifyInstance } from 'fastify';
import { weeklyMailText as text } from '../../text/weekly-mail.ts';
import { appendAudit } from '../audit/queries.ts';
import { factsOf } from '../auth/admission.ts';
import { withTenant } from '../db/transaction.ts';
import { linkPage, registerLinkPage } from '../mail/link-page.ts';
import { html } from '../print/html.ts';
import type { Services } from '../services.ts';
import * as queries from './queries.ts';
import { askedFrom, WEEKLY, weeklyPath } from './weekly.ts';

/** The page behind the link that confirms the address of the weekly mail. Its button confirms; opening it does not. */
export function registerWeeklyConfirmation(app: FastifyInstance, services: Services): void {
  registerLinkPage(app, services, {
    path: weeklyPath,
    place: WEEKLY,
    show: async (target) => {
      const asked = await withTenant(services.pool, target.clinicId, (db) =>
        queries.lockAsked(db, target, askedFrom(services)),
      );
      return asked && (asked.confirmed ? donePage() : questionPage());
    },
    act: (target, request) =>
      withTenant(services.pool, target.clinicId, async (db) => {
        const asked = await queries.lockAsked(db, target, askedFrom(services));
        if (!asked) return undefined;
        if (!asked.confirmed) {
          await queries.confirmAsked(db, target, new Date(services.now()).toISOString());
          const actor = { userId: null, role: 'mail link' };
          const entry = { action: 'weekly_mail_confirmed', objectId: asked.account_id } as const;
          await appendAudit(db, actor, factsOf(request, services), entry);
        }
        return donePage();
      }),
  });
}

const questionPage = () =>
  linkPage(
    text.confirmTitle,
    html`<p>${text.question}</p>
      <form method="post"><button type="submit">${text.button}</button></form>`,
  );

const donePage = () => linkPage(text.doneTitle, html`<p>${text.done}</p>`);
