import { errorPageText } from '../../text/frame.ts';
import { withdraw } from './announcements.ts';

// Product 9.1: script chunk load time-out.
const TIMEOUT_MS = 120_000;

/** A part of the application that could not be fetched: no connection, or a newer version has been installed. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super(errorPageText.chunkCode, { cause });
    this.name = 'ChunkLoadError';
  }
}

/** Wraps a dynamic import: its failure becomes a `ChunkLoadError`, an error inside the page stays what it is. */
export function loadChunk<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await Promise.race([load(), timeout()]);
    } catch (error) {
      // The page that takes its place asks for the same.
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
