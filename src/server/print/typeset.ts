import { fork, type ChildProcess } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { AppError } from '../settings/app-error.ts';
import { createQueue } from '../work/queue.ts';
import { plainSigns } from './signs.ts';

// Typst is native code. A thread with a text that it never finishes could not be ended, and a crash would take the server
// along. So it runs in a process of its own, which the server ends (record 048).

/** What the process answers to a document. */
type Typeset =
  | { readonly kind: 'done'; readonly pdf: Uint8Array }
  | { readonly kind: 'failed'; readonly message: string };

// The largest document takes about a second.
const LIMIT_MS = 30_000;

// One user has at most six (api.ts), so these are the documents of more than ten users.
const MOST_WAITING = 60;

/** Whose turn a document takes: clinic and user. `left` tells that nobody waits for it any more. */
export type Turn = { readonly line: readonly [string, string]; readonly left?: AbortSignal };

// Documents that belong to no clinic: the public ones, and those that the program asks for itself.
const ofNoClinic: Turn = { line: ['', ''] };

type Typesetter = (document: string, turn?: Turn) => Promise<Uint8Array>;

class ProcessEnded extends Error {}

/**
 * Opens a process that runs `script` for one document at a time, each for at most `limitMs`. It stays open, because a
 * report is often read for minutes before its PDF is asked for. Clinics take turns, and the users of a clinic as well.
 */
export function openTypesetter(
  script: URL,
  { limitMs = LIMIT_MS, mostWaiting = MOST_WAITING } = {},
): Typesetter {
  let running: ChildProcess | undefined;
  const inTurn = createQueue({ mostRunning: 1, mostWaiting, refusal: 'too_many_at_once' });

  function end(): void {
    running?.kill('SIGKILL');
    running = undefined;
  }

  async function typeset(document: string): Promise<Uint8Array> {
    // A process that ended between two documents is no fault of the next one.
    if (running && hasEnded(running)) end();
    running ??= start(script);
    try {
      const answer = await ask(running, document, limitMs);
      if (answer.kind === 'done') return answer.pdf;
      throw new Error(answer.message);
    } catch (error) {
      if (error instanceof ProcessEnded) end();
      throw error;
    }
  }

  async function typesetSafely(document: string): Promise<Uint8Array> {
    try {
      return await typeset(document);
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      return typeset(plainSigns(document));
    }
  }

  return (document, { line, left } = ofNoClinic) =>
    inTurn(() => {
      // Nobody reads this refusal. It ends the work of the call.
      if (left?.aborted) throw new AppError('invalid_request');
      return typesetSafely(document);
    }, line);
}

// It gets neither secrets nor a way to print a text of a patient into the log.
function start(script: URL): ChildProcess {
  const child = fork(script, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: [],
  });
  child.on('error', () => {});
  // An idle process does not keep the server alive. During a task the time limit does.
  child.unref();
  child.channel?.unref();
  return child;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

function ask(child: ChildProcess, document: string, limitMs: number): Promise<Typeset> {
  const { promise, resolve, reject } = Promise.withResolvers<Typeset>();
  const ended = () => reject(new ProcessEnded('The process that typesets has ended.'));
  const limit = setTimeout(ended, limitMs);
  child.once('message', resolve).once('exit', ended).once('error', ended);
  child.send(document, (error) => {
    if (error) ended();
  });
  return promise.finally(() => {
    clearTimeout(limit);
    child.off('message', resolve).off('exit', ended).off('error', ended);
  });
}

/** Answers the documents that `openTypesetter` sends; called by the script of the process. */
export function answerDocuments(work: (document: string) => Uint8Array): void {
  process.on('message', (document: string) => process.send?.(answerTo(() => work(document))));
  // A signal to the whole group is for the server, which lets running requests end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.once('disconnect', () => process.exit());
  // A document that never ends hears nothing of it, so a thread looks for the server.
  new Worker(endWithServer, { eval: true, workerData: process.ppid }).unref();
}

const endWithServer = `
  const { workerData: server } = require('node:worker_threads');
  setInterval(() => process.ppid === server || process.kill(process.pid, 'SIGKILL'), 1000);
`;

function answerTo(work: () => Uint8Array): Typeset {
  try {
    return { kind: 'done', pdf: work() };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
