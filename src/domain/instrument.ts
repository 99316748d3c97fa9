export type { Instrument } from './instrument-schema.ts';
