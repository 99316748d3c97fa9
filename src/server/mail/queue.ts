import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import type { Envelope } from './message.ts';
import type { QueueTable } from './queue-queries.ts';
import type { Message } from './transport.ts';

/** The services that planning and sending use. */
export type MailServices = Pick<
  Services,
  'pool' | 'keys' | 'config' | 'log' | 'metrics' | 'publicOrigin' | 'now' | 'today'
>;

export type MailClinic = { id: string; name: string; contact: string };

/** Mails of one kind that wait for their time. `sendMails` sends those of every queue in the same way. */
export type MailQueue = {
  readonly table: QueueTable;
  /** The longest wait between two attempts. No planned moment may be further away. */
  readonly longestWaitMs: number;
  /** Whether attempts after the first keep to the day, because a patient may be woken. */
  readonly keepsToTheDay: boolean;
  /** Reads what a mail needs, in the transaction that claims it. Undefined if the mail is no longer wanted. */
  prepare(
    db: Db,
    services: MailServices,
    clinic: MailClinic,
    id: string,
  ): Promise<{ kind: string; compose(): Message } | undefined>;
};

/** A mail of this product to one address. */
export function envelopeOf({ config }: MailServices, clinic: MailClinic, id: string, to: string): Envelope {
  const from = config.clinics.get(clinic.id)?.mailFrom ?? config.mailFrom;
  return { id, to, from, product: config.public.product_name, clinic };
}
