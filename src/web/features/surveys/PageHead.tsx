import type { SurveyPage } from '../../../contract/surveys.ts';
import { surveyText } from '../../../text/survey.ts';
import type { Entries } from './entries.ts';
import { PageTools } from './PageTools.tsx';
import css from './survey.module.css';
import { PLACE_ID } from './SurveyProgress.tsx';

type PageHeadProps = { page: SurveyPage; isFirst: boolean; entries: Entries };

/** The subject of the page. What the patient has read on its first page is folded on the next ones. */
export function PageHead({ page, isFirst, entries }: PageHeadProps) {
  const { title, paragraph, connector, footer } = page.dimension;
  return (
    <header className={`stack ${css.head} ${isFirst ? '' : css.again}`}>
      <div className={`line gap-2 between ${css.titleRow}`}>
        <h1 tabIndex={-1} aria-describedby={PLACE_ID}>
          {title}
        </h1>
        <PageTools page={page} isFirst={isFirst} entries={entries} />
      </div>
      {isFirst && paragraph && <p className={css.paragraph}>{paragraph}</p>}
      {!isFirst && (paragraph || footer) && (
        <details>
          <summary>{surveyText.about}</summary>
          {paragraph && <p>{paragraph}</p>}
          {footer && <p>{footer}</p>}
        </details>
      )}
      {connector && <p className={css.connector}>{connector}</p>}
    </header>
  );
}
