import type { MouseEvent } from 'react';
import type { SurveyItem } from '../../../contract/surveys.ts';
import { questionNumber } from '../../../domain/answers.ts';
import { surveyText, unansweredText } from '../../../text/survey.ts';
import { Notice } from '../../ui/Notice.tsx';
import { FIELDS, placeOf } from './ItemField.tsx';
import css from './survey.module.css';

type ErrorSummaryProps = {
  items: readonly SurveyItem[];
  /** The ids of the marked questions at the last check, and those of them without an answer. */
  marked: readonly string[];
  missing: readonly string[];
};

/** What is wrong on a page of several questions, with a link to each of them. */
export function ErrorSummary({ items, marked, missing }: ErrorSummaryProps) {
  const numberOf = (id: string) => questionNumber(items, id) ?? 0;
  return (
    <section className={css.summary} aria-label={surveyText.errors} tabIndex={-1} data-summary>
      <Notice tone="error">
        <p>{missing.length > 0 ? unansweredText(missing.map(numberOf).join(', ')) : surveyText.errors}</p>
        <ul className="plain">
          {items
            .filter(({ id }) => marked.includes(id))
            .map((item) => (
              <li key={item.id}>
                <a href={`#${placeOf(item)}`} onClick={(event) => follow(event, item)}>
                  {`${numberOf(item.id)}. ${item.content}`}
                </a>
              </li>
            ))}
        </ul>
      </Notice>
    </section>
  );
}

/** Leads to a question without a change of the address, which would be a step of the browser's history. */
function follow(event: MouseEvent<HTMLElement>, asked: SurveyItem): void {
  event.preventDefault();
  const item = document.getElementById(placeOf(asked));
  const control = item?.matches('fieldset') ? item : item?.querySelector(FIELDS);
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
  item?.scrollIntoView({ block: 'start' });
}
