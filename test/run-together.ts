import { after, describe } from 'node:test';
import { endFile } from './file-end.ts';

/** Runs a test file as a suite of its own. It has ended when the promise is fulfilled, whatever became of it. */
export function runAsSuite(file: string, load: () => Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  describe(file, async () => {
    after(endFile);
    try {
      await load();
    } finally {
      after(() => resolve());
    }
  });
  return promise;
}
