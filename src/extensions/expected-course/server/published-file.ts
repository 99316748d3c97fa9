import * as v from 'valibot';
import { readData, type Config } from '../../../server/settings/config.ts';
import { publishedCoursesFile, type PublishedCourses } from '../domain/published-courses.ts';

const DEFAULT_FILE = 'courses/published.json';
const entries = { courses: v.optional(v.string()) };
const CoursesSchema = v.object(entries);

function readCourses(values: Readonly<Record<string, unknown>>): PublishedCourses {
  const { courses = DEFAULT_FILE } = v.parse(CoursesSchema, values);
  return readData('courses', publishedCoursesFile, courses);
}

/** The published courses of the file that CONFIG_FILE names. */
export const publishedCourses = ({ ofExtensions }: Pick<Config, 'ofExtensions'>) => readCourses(ofExtensions);

/** The key of CONFIG_FILE that names the file. */
export const courseSettings = {
  entries,
  meanings: { courses: 'the file of expected courses that follow from published figures' },
  defaults: { courses: DEFAULT_FILE },
  readFiles: (values: Readonly<Record<string, unknown>>) => void readCourses(values),
};
