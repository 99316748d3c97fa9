import type { FurtherCall } from '../../../contract/route.ts';
import { courseEndpoints } from '../contract/endpoints.ts';
import type { CourseRoutes } from '../contract/routes.ts';

const callOf = <Name extends keyof CourseRoutes>(name: Name): FurtherCall<CourseRoutes[Name]> => ({
  ...courseEndpoints[name],
  name,
  ofRoute: null,
});

export const listCourseSignals = callOf('listCourseSignals');
export const acknowledgeCourseSignal = callOf('acknowledgeCourseSignal');
