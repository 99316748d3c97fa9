import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';
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

type Module<Props> = { default: ComponentType<Props> };

/** A component in a file of its own, which is fetched by `preload` or when it is shown. */
export type Part<Props> = ComponentType<Props> & { preload: () => Promise<void> };

/**
 * Makes a component of a dynamic import. A part that has arrived is shown at once: with `lazy` alone React shows the
 * fallback first, and keeps it for 300 ms. A failure becomes a `ChunkLoadError`; an error inside the page is not changed.
 */
export function lazyPart<Props extends object>(load: () => Promise<Module<Props>>): Part<Props> {
  let Arrived: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    const module = await loadChunk(load);
    Arrived = module.default;
    return module;
  };
  const Lazy = lazy(fetchPart) as unknown as ComponentType<Props>;
  function LazyPart(props: Props) {
    // Kept, because another component would lose what the person has entered.
    const [Shown] = useState(() => Arrived ?? Lazy);
    return createElement(Shown, props);
  }
  return Object.assign(LazyPart, { preload: async () => void (await fetchPart()) });
}

/** Fetches parts once the page is shown, so that they open without a wait. A failure is told when a part is opened. */
export function usePreload(parts: readonly Pick<Part<never>, 'preload'>[]): void {
  useEffect(() => {
    void Promise.allSettled(parts.map((part) => part.preload()));
  }, [parts]);
}

async function loadChunk<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await Promise.race([load(), timeout()]);
  } catch (error) {
    // The error page makes the same request.
    withdraw('new-version');
    throw new ChunkLoadError(error);
  }
}

function timeout(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS);
  });
}
