import type { ReactNode } from 'react';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { surveyModalText as text } from '../../../text/patients.ts';
import { tableText } from '../../../text/table.ts';
import type { Elements } from '../../ui/elements.ts';
import { useFewRows } from '../../ui/few-rows.tsx';
import blocks from '../../ui/PhoneBlocks.module.css';
import type { AdminSurvey, SurveyRow } from './patient-surveys.ts';
import css from './patient-cells.module.css';

export type SurveyColumn<Survey> = { title: string; cell: (row: SurveyRow<Survey>) => ReactNode };

type SurveyTableProps<Survey> = {
  label: string;
  rows: readonly SurveyRow<Survey>[];
  /** The columns behind measurement point and dates. */
  columns: readonly SurveyColumn<Survey>[];
  /** Rows that are shown at once also in a long list, such as unread ones. */
  isKept?: (row: SurveyRow<Survey>) => boolean;
  /** A mark beside the name of a measurement point. */
  mark?: ((point: string) => Elements) | undefined;
};

const [BEFORE, AFTER] = [10, 2];

/** The surveys of one patient, one per row. Of many (a survey each week) those around today are shown first. */
export function SurveyTable<Survey extends AdminSurvey>({
  label,
  rows,
  columns,
  isKept = () => false,
  mark,
}: SurveyTableProps<Survey>) {
  const now = rows.findLastIndex(({ status }) => status !== 'not_available');
  const isNear = (place: number) => place > now - BEFORE && place <= now + AFTER;
  const { shown, button } = useFewRows(rows, (row, place) => isNear(place) || isKept(row));
  if (rows.length === 0) return <p>{text.noWindows}</p>;
  return (
    // On a phone the table scrolls sideways, and the keyboard scrolls only a focused element.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scrolls" data-scrolls aria-label={tableText.region(label)} tabIndex={0}>
      {button}
      <table className={`${blocks.blocks} ${css.surveys}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{text.column.point}</th>
            <th scope="col">{text.column.period}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={`${row.window.type} ${row.window.ordinal}`}>
              <th scope="row">
                <span>{row.window.label}</span>
                {mark?.(row.window.label)}
              </th>
              <td>{text.period(formatIsoDate(row.window.start), formatIsoDate(row.window.end))}</td>
              {columns.map(({ title, cell }) => (
                <td key={title} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
