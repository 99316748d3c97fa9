import { html, htmlText, type Html } from '../print/html.ts';

/** Sender and recipient of a mail. `id` stays the same over all attempts. */
export type Envelope = {
  id: string;
  to: string;
  from: string;
  product: string;
  clinic: { name: string; contact: string };
};

/** A line of a mail: words, or a link. Plain text shows its address, HTML its label. */
type Line = string | { url: string; label?: string };
type Paragraph = readonly Line[];

/** What a mail says. `foot` says why it comes. */
export type Content = {
  subject: string;
  body: readonly Paragraph[];
  foot: readonly Paragraph[];
  headers?: Readonly<Record<string, string>>;
};

const address = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

/**
 * The mail for nodemailer: text and simple HTML. The Message-ID comes from the row of the queue. If a mail is sent twice
 * because the first result was lost, mail systems recognise the copy.
 */
export function composeMail({ id, to, from, product, clinic }: Envelope, content: Content) {
  return {
    messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
    from: { name: product, address: from },
    to: { name: '', address: to },
    // Replies go to the clinic, where people can help.
    ...(address.test(clinic.contact) && { replyTo: { name: clinic.name, address: clinic.contact } }),
    subject: content.subject,
    text: plainText(content),
    html: htmlVersion(content),
    headers: {
      ...content.headers,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function plainText({ body, foot }: Content): string {
  return [...body, ...foot]
    .map((lines) => lines.map((line) => (typeof line === 'string' ? line : line.url)).join('\n'))
    .join('\n\n');
}

function htmlVersion({ subject, body, foot }: Content): string {
  const page = html`<html lang="de">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${subject}</title>
    </head>
    <body
      style="font-family: sans-serif; line-height: 1.5; max-width: 36em; margin: 1em auto; padding: 0 1em"
    >
      ${body.map(paragraphHtml)}
      <hr />
      ${foot.map(paragraphHtml)}
    </body>
  </html>`;
  return `<!doctype html>${htmlText(page)}`;
}

function paragraphHtml(lines: Paragraph): Html {
  return html`<p>${lines.map((line, index) => html`${index > 0 && html`<br />`}${lineHtml(line)}`)}</p>`;
}

function lineHtml(line: Line): Html {
  return typeof line === 'string' ? html`${line}` : html`<a href="${line.url}">${line.label ?? line.url}</a>`;
}
