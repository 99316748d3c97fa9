import type { UseQueryResult } from '@tanstack/react-query';
import type { PatientCourse as Course } from '../../../contract/surveys.ts';
import { courseModalText as text } from '../../../text/patients.ts';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Charts } from './Charts.tsx';
import css from './reports.module.css';

type PatientCourseProps = { code: string; answer: UseQueryResult<Course> };

/** The course of all scales of a patient, drawn by the server. Nothing is shown before the first finished survey. */
export function PatientCourse({ code, answer: { data, error, refetch } }: PatientCourseProps) {
  if (error && !data) return <LoadFailed what="loadReports" error={error} retry={refetch} />;
  if (data?.html === '') return null;
  return (
    <section className={`stack ${css.course}`} aria-label={text.title(code)} aria-busy={data === undefined}>
      <h3>{text.heading}</h3>
      {data ? <Charts html={data.html} /> : <Spinner label={text.loading} />}
    </section>
  );
}
