import { crisisReminders, planReminders } from '../src/server/crisis/reminder.ts';
import { confirmations } from '../src/server/mail/confirmations.ts';
import { invitations } from '../src/server/mail/invitations.ts';
import { planMails } from '../src/server/mail/plan.ts';
import type { MailServices } from '../src/server/mail/queue.ts';
import { sendMails } from '../src/server/mail/send.ts';
import type { Transport } from '../src/server/mail/transport.ts';

const going = new AbortController().signal;

/** Plans and sends the mails of every queue once, like the jobs of one process. */
export async function planAndSend(services: MailServices, transport: Transport): Promise<void> {
  await planMails(services);
  await sendMails(services, transport, invitations, going);
  await sendMails(services, transport, confirmations, going);
  await planReminders(services);
  await sendMails(services, transport, crisisReminders, going);
}
