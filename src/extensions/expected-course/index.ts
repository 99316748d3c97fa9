import type { Extension } from '../extension.ts';
import { courseCommands } from './server/course-command.ts';
import { otherDemo } from './server/course-demo.ts';
import { courseSettings } from './server/course-files.ts';
import { servedCalls } from '../../server/http/context.ts';
import { courseRoutes, signalEntries } from './contract/routes.ts';
import { reportExpectation } from './server/report.ts';
import * as signalHandlers from './server/signal-handlers.ts';
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
  listFields: { entries: signalEntries, read: signalFields },
  calls: servedCalls(courseRoutes, signalHandlers),
  report: reportExpectation,
};
