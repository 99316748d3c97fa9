import type { Endpoint } from '../../../contract/endpoints.ts';

/** Method, path and access of the calls about courses that deviate from the expected one (product 20.3). */
export const courseEndpoints = {
  listCourseSignals: {
    method: 'GET',
    path: '/api/auth/clinicians/patients/{id}/course-signals',
    access: ['clinician'],
  },
  acknowledgeCourseSignal: {
    method: 'POST',
    path: '/api/auth/clinicians/course-signals/{id}/acknowledgement',
    access: ['clinician'],
  },
} as const satisfies Record<string, Endpoint>;
