import type { Part } from './api/chunk.ts';
import type { Path } from './paths.ts';

/** The pages that extensions bring, by their addresses in `src/contract/pages.ts`. An address without a page is not found. */
export type FurtherPages = Readonly<Partial<Record<Path, Part<object>>>>;
