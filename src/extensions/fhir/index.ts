import type { Extension } from '../extension.ts';
import { importCommand } from './server/import-command.ts';
import { nextQuestionSettings, registerNextQuestion } from './server/next-question.ts';
import { fhirFormat } from './server/research-format.ts';

export const fhir: Extension = {
  settings: nextQuestionSettings,
  registerRoutes: registerNextQuestion,
  commands: [importCommand],
  researchFormat: fhirFormat,
};
