import type { LoginTask } from '../../domain/proof-of-work.ts';
import type { TaskNews, TaskShare } from './task-worker.ts';
// Vite makes this export, because a worker's address must pass the policy.
// oxlint-disable-next-line import/default
import workerUrl from './task-worker.ts?worker&url';
import { trusted } from './trusted.ts';

// Each worker begins so far behind the one before that they never try the same number.
const SHARE = 2 ** 40;
const MOST_WORKERS = 4;

/** How a device solves a task: the chance in percent to be through by now, and a way to give up. */
export type TaskWork = { percent: number; cancel: () => void };

/**
 * Solves the task of a login in workers, so that the page stays usable. `onWork` gets the progress, and null at the end.
 * Returns null if the user gives up.
 */
export async function solveTask(
  task: LoginTask,
  onWork: (work: TaskWork | null) => void,
): Promise<string | null> {
  const workers = Array.from({ length: workersHere() }, startWorker);
  let tried = 0;
  try {
    return await new Promise<string | null>((resolve, reject) => {
      const cancel = () => resolve(null);
      onWork({ percent: 0, cancel });
      for (const [index, worker] of workers.entries()) {
        worker.addEventListener('error', reject);
        worker.addEventListener('message', ({ data }: MessageEvent<TaskNews>) => {
          tried += data.tried;
          onWork({ percent: percentOf(task, tried), cancel });
          if (data.nonce !== undefined) resolve(data.nonce);
        });
        const share: TaskShare = { task, from: index * SHARE };
        worker.postMessage(share, []);
      }
    });
  } finally {
    for (const worker of workers) worker.terminate();
    onWork(null);
  }
}

function workersHere(): number {
  return Math.min(MOST_WORKERS, Math.max(1, navigator.hardwareConcurrency - 1));
}

const startWorker = () => new Worker(trusted.createScriptURL(workerUrl), { type: 'module' });

// A number solves the task by chance, so no number of tries is enough for sure.
function percentOf({ difficulty }: LoginTask, tried: number): number {
  return Math.round(100 * (1 - Math.exp(-tried / 2 ** difficulty)));
}
