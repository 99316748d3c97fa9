import type { Extension } from '../extension.ts';
import { extraFiles } from './server/extra-files.ts';

export const researchExtras: Extension = { tableFiles: extraFiles };
