import * as v from 'valibot';
import { readData, type Config } from '../../../server/settings/config.ts';
import { publishedCoursesFile, type PublishedCourses } from '../domain/published-courses.ts';
import { supportFile, type SupportFile } from '../domain/support.ts';

type FromConfig = Pick<Config, 'ofExtensions'>;

const defaults = { courses: 'courses/published.json', support: 'support/standard.json' };
const entries = { courses: v.optional(v.string()), support: v.optional(v.string()) };
const FilesSchema = v.object(entries);

/** The published courses of the file that CONFIG_FILE names. */
export function publishedCourses({ ofExtensions }: FromConfig): PublishedCourses {
  const { courses = defaults.courses } = v.parse(FilesSchema, ofExtensions);
  return readData('courses', publishedCoursesFile, courses);
}

/** What a clinician may think of where a course deviates: the file that CONFIG_FILE names. */
export function readHints({ ofExtensions }: FromConfig): SupportFile {
  const { support = defaults.support } = v.parse(FilesSchema, ofExtensions);
  return readData('support', supportFile, support);
}

/** The keys of CONFIG_FILE that name the files. */
export const courseSettings = {
  entries,
  meanings: {
    courses: 'the file of expected courses that follow from published figures',
    support: 'the file of hints for clinicians where a course deviates',
  },
  defaults,
  readFiles: (ofExtensions: Readonly<Record<string, unknown>>) => {
    publishedCourses({ ofExtensions });
    readHints({ ofExtensions });
  },
};
