import { findNonce, type LoginTask } from '../../domain/proof-of-work.ts';

/** What the page gives a worker: the task and the first number to try. */
export type TaskShare = { task: LoginTask; from: number };

/** What a worker says: how many numbers it has tried since it last spoke, or the solution. */
export type TaskNews = { tried: number; nonce: string | undefined };

// A phone needs about a tenth of a second for so many.
const SLICE = 4000;

addEventListener('message', ({ data }: MessageEvent<TaskShare>) => {
  const { task } = data;
  for (let from = data.from; ; from += SLICE) {
    const news: TaskNews = { tried: SLICE, nonce: findNonce(task, from, SLICE) };
    postMessage(news);
    if (news.nonce !== undefined) return;
  }
});
