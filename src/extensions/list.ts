import type { Extension } from './extension.ts';
import { expectedCourse } from './expected-course/index.ts';
import { fhir } from './fhir/index.ts';
import { questionnaireFormats } from './questionnaire-formats/index.ts';
import { researchExtras } from './research-extras/index.ts';
import { workshop } from './workshop/index.ts';

/** What this build brings beside the core. Without an entry its part is gone: routes, commands, files, keys of CONFIG_FILE. */
export const extensions: readonly Extension[] = [
  expectedCourse,
  fhir,
  questionnaireFormats,
  researchExtras,
  workshop,
];
