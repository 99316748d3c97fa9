import { readFileSync } from 'node:fs';

/** The style sheet of all documents; it lies beside them as documents.css. */
export const documentStyle = readFileSync(new URL('documents.css', import.meta.url), 'utf8');
