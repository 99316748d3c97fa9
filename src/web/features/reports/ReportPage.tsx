import type { UseQueryResult } from '@tanstack/react-query';
import { clinicianReportText as text } from '../../../text/clinician.ts';
import { codeOf } from '../../api/failure.ts';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { Elements } from '../../ui/elements.ts';
import css from './reports.module.css';
import { ReportView } from './ReportView.tsx';

type ReportPageProps = {
  title: string;
  answer: UseQueryResult<string>;
  /** The links to other pages. */
  children: Elements;
  /** Between the links and the report. */
  lead?: Elements;
  onShown?: (report: HTMLElement | null) => void;
};

/** A report with its title and the links to other pages. */
export function ReportPage({ title, answer, children, lead, onShown }: ReportPageProps) {
  return (
    <div className={`stack gap-5 ${css.page}`}>
      <div className={`row off-paper ${css.ways}`}>
        {/* The report shows its own title, with the measurement point. */}
        <h1 className="visually-hidden">{title}</h1>
        {children}
      </div>
      {lead}
      <Content title={title} answer={answer} onShown={onShown} />
    </div>
  );
}

type ContentProps = Pick<ReportPageProps, 'title' | 'answer'> & {
  onShown: ReportPageProps['onShown'] | undefined;
};

function Content({ title, answer, onShown }: ContentProps) {
  const { data, error, refetch } = answer;
  const isGone = codeOf(error) === 'not_found';
  // A report that the user may no longer see must disappear. After any other failure the old one may stay.
  if (data !== undefined && !isGone) return <ReportView html={data} label={title} onShown={onShown} />;
  if (!error) return <Spinner label={text.loading} />;
  return (
    <LoadFailed what="loadReports" error={error} retry={refetch}>
      {isGone && <p>{text.gone}</p>}
    </LoadFailed>
  );
}
