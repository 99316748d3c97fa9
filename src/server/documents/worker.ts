import { Worker } from 'node:worker_threads';
import type { AdaptiveDimension } from '../../domain/instrument-schema.ts';
import type { Document } from './content.ts';
import { printPictures } from './print-pictures.ts';
import type { TestQuality } from './test-quality.ts';
import type { Work, WorkAnswer, WorkResults } from './worker-messages.ts';

type Waiting = { resolve(result: WorkResults[keyof WorkResults]): void; reject(error: Error): void };
type Running = { worker: Worker; waiting: Map<number, Waiting>; sent: number };

// One worker a process, started with the first document and ended after a quiet time: Typst takes some 100 MB.
const QUIET_MS = 5 * 60_000;
const qualities = new WeakMap<AdaptiveDimension, Promise<TestQuality>>();
let running: Running | undefined;
let end: NodeJS.Timeout | undefined;

/** The document as a tagged PDF (PDF/UA-1). */
export async function renderPdf(document: Document): Promise<Buffer> {
  const printed = { ...document, blocks: printPictures(document.blocks) };
  // The worker answers each kind of work with its own kind of result.
  const bytes = (await ask({ kind: 'pdf', document: JSON.stringify(printed) })) as WorkResults['pdf'];
  return Buffer.from(bytes);
}

/** How good an adaptive test is on simulated persons; always the same for the same dimension. */
export function simulateQuality(dimension: AdaptiveDimension): Promise<TestQuality> {
  const known = qualities.get(dimension);
  if (known) return known;
  // As above.
  const quality = ask({ kind: 'quality', dimension }) as Promise<WorkResults['quality']>;
  qualities.set(dimension, quality);
  quality.catch(() => qualities.delete(dimension));
  return quality;
}

function ask(work: Work): Promise<WorkResults[keyof WorkResults]> {
  running ??= startWorker();
  const { worker, waiting } = running;
  const number = (running.sent += 1);
  clearTimeout(end);
  // Work that somebody waits for keeps the process alive; a worker without work does not.
  worker.ref();
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ ...work, number });
  });
}

function startWorker(): Running {
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url));
  const started: Running = { worker, waiting: new Map(), sent: 0 };
  worker.on('message', (answer: WorkAnswer) => settle(started, answer));
  worker.on('error', (error) => giveUp(started, error));
  worker.on('exit', () => giveUp(started, new Error('The document worker has ended.')));
  return started;
}

function settle({ worker, waiting }: Running, answer: WorkAnswer): void {
  const asked = waiting.get(answer.number);
  waiting.delete(answer.number);
  if (answer.kind === 'done') asked?.resolve(answer.result);
  else asked?.reject(new Error(answer.message));
  if (waiting.size > 0) return;
  worker.unref();
  end = setTimeout(() => void worker.terminate(), QUIET_MS).unref();
}

// Whoever waits is told; the next document starts a new worker.
function giveUp(ended: Running, error: unknown): void {
  if (running === ended) running = undefined;
  const reason = error instanceof Error ? error : new Error(String(error));
  for (const { reject } of ended.waiting.values()) reject(reason);
  ended.waiting.clear();
}
