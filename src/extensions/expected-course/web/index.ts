import { lazyPart } from '../../../web/api/chunk.ts';
import type { ClinicianPart } from '../../../web/features/patients/clinician-part.ts';
import { courseSignalText as text } from '../text/signals.ts';
import { fieldsOf } from './signal-fields.ts';
import { moreIcons } from '../../../web/ui/more-icons.ts';

export const expectedCourse: ClinicianPart = {
  sign: {
    id: 'deviates',
    icon: moreIcons.chart,
    word: text.tag,
    waiting: text.waiting,
    isOpen: (patient) => fieldsOf(patient).deviates,
    isKnown: (patient) => fieldsOf(patient).has_course_signals,
  },
  AboveResults: lazyPart(() => import('./CourseSignals.tsx')),
};
