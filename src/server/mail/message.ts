import type { MailKind } from '../../domain/mails.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { pages } from '../../contract/pages.ts';
import { mailLead, mailSubject, mailText } from '../../text/mail.ts';
import { html, htmlText } from '../print/html.ts';

/** The data of a mail. `id` stays the same over all attempts. */
export type Mail = {
  id: string;
  kind: MailKind;
  to: string;
  from: string;
  product: string;
  origin: string;
  clinic: { name: string; contact: string };
  end: IsoDate;
  optOutUrl: string;
};

const address = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

/**
 * The mail for nodemailer: text and simple HTML, with opt-out by link and by RFC 8058. The Message-ID comes from the
 * outbox row. If a mail is sent twice because the first result was lost, mail systems recognise the copy.
 */
export function composeMail(mail: Mail) {
  const { kind, clinic, from, product } = mail;
  return {
    messageId: `<${mail.id}@${from.slice(from.indexOf('@') + 1)}>`,
    from: { name: product, address: from },
    to: { name: '', address: mail.to },
    // Replies go to the clinic, where people can help.
    ...(address.test(clinic.contact) && { replyTo: { name: clinic.name, address: clinic.contact } }),
    subject: mailSubject[kind],
    text: plainText(mail),
    html: htmlVersion(mail),
    headers: {
      'List-Unsubscribe': `<${mail.optOutUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const loginUrl = ({ origin }: Mail) => `${origin}${pages.loginPatient}`;

function plainText(mail: Mail): string {
  const { kind, end, product, clinic, optOutUrl } = mail;
  return [
    mailText.greeting,
    mailLead[kind](end),
    `${mailText.login}\n${loginUrl(mail)}\n${mailText.loginHint(product)}`,
    mailText.questions(clinic.name, clinic.contact),
    `${mailText.reason}\n\n${mailText.optOut}\n${optOutUrl}`,
  ].join('\n\n');
}

function htmlVersion(mail: Mail): string {
  const { kind, end, product, clinic, optOutUrl } = mail;
  const page = html`<html lang="de">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${mailSubject[kind]}</title>
    </head>
    <body
      style="font-family: sans-serif; line-height: 1.5; max-width: 36em; margin: 1em auto; padding: 0 1em"
    >
      <p>${mailText.greeting}</p>
      <p>${mailLead[kind](end)}</p>
      <p>
        ${mailText.login} <a href="${loginUrl(mail)}">${loginUrl(mail)}</a
        ><br />${mailText.loginHint(product)}
      </p>
      <p>${mailText.questions(clinic.name, clinic.contact)}</p>
      <hr />
      <p>${mailText.reason}</p>
      <p>${mailText.optOut} <a href="${optOutUrl}">${mailText.optOutLink}</a></p>
    </body>
  </html>`;
  return `<!doctype html>${htmlText(page)}`;
}
