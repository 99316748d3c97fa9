import type { CSSProperties } from 'react';
import type { SurveyItem } from '../../../contract/surveys.ts';
import { reasonsOf } from '../../../domain/answer-types.ts';
import { surveyText } from '../../../text/survey.ts';
import type { Elements } from '../../ui/elements.ts';
import css from './items.module.css';

type MatrixProps = { stem: string; rows: readonly SurveyItem[]; children: Elements };

/** Questions with the same answers: a table where there is room, else a card for each. Its heads are for the eye; every answer has a name. */
export function Matrix({ stem, rows: [row], children }: MatrixProps) {
  if (!row) return null;
  const reasons = reasonsOf(row).map((one) => surveyText.reasons[one]);
  const heads = [...row.response_options.map(({ label }) => label), ...reasons];
  const columns: CSSProperties & { '--columns': number } = { '--columns': heads.length };
  return (
    <div className={css.matrix} style={columns}>
      {/* A fieldset needs a legend, and the stem stands above as a text already. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div role="group" className={css.rows} aria-label={stem || undefined}>
        <div className={`card ${css.item} ${css.heads}`} aria-hidden="true">
          <div className={css.answers}>
            {heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
        </div>
        {children}
      </div>
    </div>
  );
}
