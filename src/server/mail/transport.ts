import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isThisMachine } from '../settings/environment.ts';
import { StartError } from '../settings/start-error.ts';
import type { composeMail } from './message.ts';
import { createPace, type Pace } from './pace.ts';

export type Message = ReturnType<typeof composeMail>;

/**
 * The result of an attempt. `refused`: the address is final. `failed`: a later attempt may succeed. Where the whole mail server
 * is down, or busy because it had too many mails from us, other mails wait, too. `reason` holds codes only, because texts repeat the address.
 */
export type Delivery =
  | { kind: 'accepted' }
  | { kind: 'refused'; reason: Reason }
  | { kind: 'failed'; server: 'down' | 'busy' | 'up'; reason: Reason };
/** The codes of an answer. */
type Reason = { code: string; command?: string; response?: number; status?: string };

export type Transport = {
  via: 'smtp' | 'file';
  /** Whether a mail may be sent now: the server is not busy, and fewer than the most of a minute were sent. */
  isFree(): boolean;
  send(id: string, message: Message): Promise<Delivery>;
};

export const SEND_LIMIT_MS = 60_000;
export const OUTBOX_FOLDER = 'outbox';

/** Sends by the server of SMTP_URL, or writes `.eml` files into the data folder. Throws a StartError for a wrong URL. */
export function openTransport(smtpUrl: string | undefined, dataDir: string, perMinute = Infinity): Transport {
  return smtpUrl === undefined
    ? fileTransport(join(dataDir, OUTBOX_FOLDER))
    : smtpTransport(smtpUrl, createPace(perMinute));
}

// Loaded with the first mail, because most starts send none.
const mailer = async () => (await import('nodemailer')).createTransport;

/** How the server of SMTP_URL is reached. Throws a StartError for a wrong URL. */
export function wayTo(smtpUrl: string) {
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new StartError('SMTP_URL must be an address like smtp://user:password@host:587 or smtps://….');
  return {
    url: smtpUrl,
    // A mail names a clinic and an address, so it needs encryption unless the URL says requireTLS=false.
    requireTLS: url.protocol === 'smtp:' && !isThisMachine(url.hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  };
}

async function deliver(way: ReturnType<typeof wayTo>, message: Message) {
  const createTransport = await mailer();
  return createTransport(way).sendMail({ ...message, signal: AbortSignal.timeout(SEND_LIMIT_MS) });
}

/** For the operator: sends a mail and gives the answer of the mail server, or throws an error with it. */
export async function sendTrial(smtpUrl: string, message: Message): Promise<string> {
  return (await deliver(wayTo(smtpUrl), message)).response;
}

/** For the operator: greets the mail server and logs in. Throws an error with its answer. */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const way = wayTo(smtpUrl);
  const createTransport = await mailer();
  await createTransport(way).verify();
}

function smtpTransport(smtpUrl: string, pace: Pace): Transport {
  const way = wayTo(smtpUrl);
  return {
    via: 'smtp',
    isFree: pace.isFree,
    // Each mail has its own connection, because a pool may resend a mail by itself after a broken connection.
    send: async (_id, message) => {
      try {
        await deliver(way, message);
        return pace.note({ kind: 'accepted' });
      } catch (error) {
        return pace.note(failureOf(error));
      }
    },
  };
}

// Only these say that the address is wrong or its mailbox takes nothing (RFC 3463, 3.2 and 3.3).
const ABOUT_ADDRESS = /^5\.[12]\./;
// "Transaction failed": large providers refuse the sender with it, at the address or after the message.
const TRANSACTION_FAILED = 554;

/**
 * Is a refusal with 5xx about the address? Without a status only the answer to the address says so. A refusal of the sender or
 * the message may end: a clinic that forgot SPF must not lose its invitations.
 */
function isAboutAddress(command: string | undefined, code: number, status: string | undefined): boolean {
  if (code < 500) return false;
  return status === undefined
    ? command === 'RCPT TO' && code !== TRANSACTION_FAILED
    : ABOUT_ADDRESS.test(status);
}

/** The meaning of an error of nodemailer. */
export function failureOf(error: unknown): Exclude<Delivery, { kind: 'accepted' }> {
  const { code = 'unknown', command, responseCode, response = '' } = error as Partial<SmtpError>;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const reason: Reason = {
    code,
    ...(command !== undefined && { command }),
    ...(responseCode !== undefined && { response: responseCode }),
    ...(status !== undefined && { status }),
  };
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA';
  // nodemailer finds the address impossible, or the server cannot accept it (SMTPUTF8).
  const isImpossible = code === 'EENVELOPE' && responseCode === undefined && command === 'API';
  const isFinal = isAboutAddress(command, responseCode ?? 0, status);
  if (isImpossible || (isAboutThisMail && isFinal)) return { kind: 'refused', reason };
  if (isRateLimit(responseCode, status)) return { kind: 'failed', server: 'busy', reason };
  return { kind: 'failed', server: isAboutThisMail && responseCode !== undefined ? 'up' : 'down', reason };
}

// 421: the server closes for now. 4.7.x: its policy asks for fewer mails, as 4.7.28 and 4.7.500 do. Only 4.7.1 is about one
// address: greylisting.
function isRateLimit(responseCode: number | undefined, status: string | undefined): boolean {
  return responseCode === 421 || (status?.startsWith('4.7.') === true && status !== '4.7.1');
}

type SmtpError = { code: string; command: string; responseCode: number; response: string };

function fileTransport(folder: string): Transport {
  return {
    via: 'file',
    isFree: () => true,
    send: async (id, message) => {
      try {
        const createTransport = await mailer();
        const build = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
        const { message: content } = await build.sendMail(message);
        await writeWhole(folder, `${id}.eml`, content);
        return { kind: 'accepted' };
      } catch (error) {
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        return { kind: 'failed', server: 'down', reason: { code } };
      }
    },
  };
}

// The file holds an address, so only its owner may read it. The mail's id is its name, so a repeat overwrites it.
async function writeWhole(folder: string, name: string, content: unknown): Promise<void> {
  // The stream transport returns the bytes if `buffer` is set.
  const bytes = content as Buffer;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, `${name}.part`), bytes, { mode: 0o600 });
  await rename(join(folder, `${name}.part`), join(folder, name));
}
