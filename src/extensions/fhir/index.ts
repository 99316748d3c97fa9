import type { Extension } from '../extension.ts';
import { fhirForms } from './server/fhir-forms.ts';
import { importFiles } from './server/import-files.ts';
import { nextQuestionSettings, registerNextQuestion } from './server/next-question.ts';
import { fhirFormat } from './server/research-format.ts';

export const fhir: Extension = {
  settings: nextQuestionSettings,
  registerRoutes: registerNextQuestion,
  forms: fhirForms,
  importFiles,
  researchFormat: fhirFormat,
};
