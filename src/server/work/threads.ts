import { parentPort, Worker } from 'node:worker_threads';
import { StartError } from '../settings/start-error.ts';

// Work that takes tens of milliseconds or more runs in a thread of its own, beside the thread that answers requests.

type Answer<Result> =
  | { readonly number: number; readonly kind: 'done'; readonly result: Result }
  | {
      readonly number: number;
      readonly kind: 'failed';
      readonly message: string;
      readonly isExpected: boolean;
    };
type Waiting<Result> = { resolve(result: Result): void; reject(error: Error): void };
type Running<Result> = { worker: Worker; waiting: Map<number, Waiting<Result>>; sent: number };

// A thread may hold much memory, so it ends after a quiet time.
const QUIET_MS = 5 * 60_000;

/** Opens a thread that runs `script`; it starts with the first task. `script` calls `answerTasks`. */
export function openThread<Work extends (task: never) => unknown>(
  script: URL,
): (task: Parameters<Work>[0]) => Promise<Awaited<ReturnType<Work>>> {
  type Result = Awaited<ReturnType<Work>>;
  let running: Running<Result> | undefined;
  let end: NodeJS.Timeout | undefined;

  function start(): Running<Result> {
    const worker = new Worker(script);
    const started: Running<Result> = { worker, waiting: new Map(), sent: 0 };
    worker.on('message', (answer: Answer<Result>) => settle(started, answer));
    worker.on('error', (error) => giveUp(started, error));
    worker.on('exit', () => giveUp(started, new Error('The thread has ended.')));
    return started;
  }

  function settle({ worker, waiting }: Running<Result>, answer: Answer<Result>): void {
    const asked = waiting.get(answer.number);
    waiting.delete(answer.number);
    if (answer.kind === 'done') asked?.resolve(answer.result);
    else asked?.reject(answer.isExpected ? new StartError(answer.message) : new Error(answer.message));
    if (waiting.size > 0) return;
    worker.unref();
    end = setTimeout(() => void worker.terminate(), QUIET_MS).unref();
  }

  // Every task that waits is refused; the next task starts a new thread.
  function giveUp(ended: Running<Result>, error: unknown): void {
    if (running === ended) running = undefined;
    const reason = error instanceof Error ? error : new Error(String(error));
    for (const { reject } of ended.waiting.values()) reject(reason);
    ended.waiting.clear();
  }

  return (task) => {
    running ??= start();
    const { worker, waiting } = running;
    const number = (running.sent += 1);
    clearTimeout(end);
    // A task that is awaited keeps the process alive; an idle thread does not.
    worker.ref();
    return new Promise((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ number, task });
    });
  };
}

/** Answers the tasks of `openThread`; called by the script of the thread. */
export function answerTasks<Task, Result>(work: (task: Task) => Result): void {
  parentPort?.on('message', async ({ number, task }: { number: number; task: Task }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(await answerTo(number, () => work(task)));
  });
}

async function answerTo<Result>(number: number, work: () => Result): Promise<Answer<Awaited<Result>>> {
  try {
    return { number, kind: 'done', result: await work() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { number, kind: 'failed', message, isExpected: error instanceof StartError };
  }
}
