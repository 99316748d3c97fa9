import { errorPageText } from '../../text/frame.ts';
import { withdraw } from './announcements.ts';

// Product 9.1: script chunk load time-out.
const TIMEOUT_MS = 120_000;

/** The failure to fetch a part of the application: no connection, or a new version without this part. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super(errorPageText.chunkCode, { cause });
    this.name = 'ChunkLoadError';
  }
}

/** Wraps a dynamic import. Its failure becomes a `ChunkLoadError`; an error inside the page is not changed. */
export function loadChunk<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await Promise.race([load(), timeout()]);
    } catch (error) {
      // The error page makes the same request.
      withdraw('new-version');
      throw new ChunkLoadError(error);
    }
  };
}

function timeout(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS);
  });
}
