import type { AdminPatient } from '../../../contract/patients.ts';
import {
  totalTally,
  type ResponseMonitor,
  responseRate,
  type WindowTally,
} from '../../../domain/response-monitor.ts';
import { WINDOW_TYPES, type WindowType } from '../../../domain/window-types.ts';
import { monitorText as text } from '../../../text/monitor.ts';
import { windowTypeText } from '../../../text/patients.ts';
import { tableText } from '../../../text/table.ts';
import css from './monitor.module.css';

type TalliesProps = { tallies: ResponseMonitor['tallies']; patients: readonly AdminPatient[] };

/** Windows by type and state. */
export function Tallies({ tallies, patients }: TalliesProps) {
  return (
    // The keyboard scrolls what has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={css.scroll} aria-label={tableText.region(text.tallies)} tabIndex={0}>
      <table className={css.table} aria-label={text.tallies}>
        <thead>
          <tr>
            {Object.values(text.column).map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WINDOW_TYPES.map((type) => (
            <TallyRow key={type} name={typeName(type, patients)} tally={tallies[type]} />
          ))}
        </tbody>
        <tfoot>
          <TallyRow name={text.total} tally={totalTally(tallies)} />
        </tfoot>
      </table>
    </section>
  );
}

function TallyRow({ name, tally }: { name: string; tally: WindowTally }) {
  const rate = responseRate(tally);
  return (
    <tr>
      <th scope="row">{name}</th>
      {[tally.open, tally.overdue, tally.done, tally.expired].map((number, column) => (
        // The columns of a row never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={column}>{number.toLocaleString('de-DE')}</td>
      ))}
      <td>{rate === undefined ? text.noRate : text.percent(rate)}</td>
    </tr>
  );
}

// The protocol names its measurement points; the repeated one goes by its numbers there.
function typeName(type: WindowType, patients: readonly AdminPatient[]): string {
  if (type === 'INTERMEDIATE') return windowTypeText[type];
  for (const { survey_time_windows } of patients) {
    const label = survey_time_windows.find((window) => window.type === type)?.label;
    if (label !== undefined) return label;
  }
  return windowTypeText[type];
}
