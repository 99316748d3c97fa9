import type { Extension } from '../../server/extension.ts';
import { extraFiles } from './server/extra-files.ts';

export const researchExtras: Extension = { tableFiles: extraFiles };
