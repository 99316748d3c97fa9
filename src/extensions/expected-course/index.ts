import type { Extension } from '../extension.ts';
import { courseCommands } from './server/course-command.ts';
import { otherDemo } from './server/course-demo.ts';
import { courseSettings } from './server/published-file.ts';

import { reportExpectation } from './server/report.ts';
import { raiseSignals, signalFields } from './server/signals.ts';

export const expectedCourse: Extension = {
  settings: courseSettings,
  switches: {
    DEMO_COURSE:
      '`1`: with `DEMO`, 300 synthetic therapies with an expected course in place of the demo data',
  },
  commands: courseCommands,
  otherDemo,
  judge: raiseSignals,
  listFields: signalFields,
  report: reportExpectation,
};
