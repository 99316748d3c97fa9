import type { AdaptiveDimension } from '../../domain/instrument-schema.ts';
import type { TestQuality } from './test-quality.ts';

/** What the worker can be asked: to set a document (content.ts, as JSON), or to simulate an adaptive test. */
export type Work =
  | { readonly kind: 'pdf'; readonly document: string }
  | { readonly kind: 'quality'; readonly dimension: AdaptiveDimension };
export type WorkRequest = Work & { readonly number: number };

export type WorkResults = { pdf: Uint8Array; quality: TestQuality };
export type WorkAnswer =
  | { readonly number: number; readonly kind: 'done'; readonly result: WorkResults[keyof WorkResults] }
  | { readonly number: number; readonly kind: 'failed'; readonly message: string };
