import type { Extension } from '../extension.ts';
import { forms } from './server/forms.ts';

export const questionnaireFormats: Extension = { forms };
