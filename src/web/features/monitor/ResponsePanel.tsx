import { useMemo, useState } from 'react';
import type { AdminPatient } from '../../../contract/patients.ts';
import {
  monitorResponses,
  type ResponseMonitor,
  responseRate,
  totalTally,
  type WindowTally,
} from '../../../domain/response-monitor.ts';
import { WINDOW_TYPES, type WindowType } from '../../../domain/window-types.ts';
import { monitorText as text } from '../../../text/monitor.ts';
import { windowTypeText } from '../../../text/patients.ts';
import { tableText } from '../../../text/table.ts';
import { numberText } from '../../../text/locale.ts';
import { today } from '../../api/clinic-time.ts';
import { config } from '../../api/config.ts';
import css from './monitor.module.css';
import { StuckPatients } from './StuckPatients.tsx';

type ResponsePanelProps = { patients: readonly AdminPatient[]; onShow: (patientId: string) => void };

/** The response monitor, folded at first. The server counts only when it is opened. */
export function ResponsePanel({ patients, onShow }: ResponsePanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={css.panel} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={css.summary}>{text.title}</summary>
      {isOpen && <ResponseMonitor patients={patients} onShow={onShow} />}
    </details>
  );
}

type ResponseMonitorProps = { patients: readonly AdminPatient[]; onShow: (patientId: string) => void };

/** The response rates of the clinic, and the patients with a stuck survey. Clinicians are not compared. */
function ResponseMonitor({ patients, onShow }: ResponseMonitorProps) {
  const day = today();
  const { time_zone } = config();
  // Memoised: 10,000 patients take about 300 ms.
  const monitor = useMemo(() => monitorResponses(patients, day, time_zone), [patients, day, time_zone]);
  return (
    <div className={css.monitor}>
      <p className={css.lead}>{text.lead}</p>
      <Tallies tallies={monitor.tallies} patients={patients} />
      <h3>{text.stuckTitle}</h3>
      <p className={css.lead}>{text.stuckLead}</p>
      <StuckPatients stuck={monitor.stuck} onShow={onShow} />
    </div>
  );
}

type TalliesProps = { tallies: ResponseMonitor['tallies']; patients: readonly AdminPatient[] };

/** Windows by type and state. */
function Tallies({ tallies, patients }: TalliesProps) {
  return (
    // The keyboard scrolls only a focused element.
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
        // The columns of a row never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={column}>{numberText(number)}</td>
      ))}
      <td>{rate === undefined ? text.noRate : text.percent(rate)}</td>
    </tr>
  );
}

// The protocol names its measurement points. It numbers the repeated one, so that one gets a common name here.
function typeName(type: WindowType, patients: readonly AdminPatient[]): string {
  if (type === 'INTERMEDIATE') return windowTypeText[type];
  for (const { survey_time_windows } of patients) {
    const label = survey_time_windows.find((window) => window.type === type)?.label;
    if (label !== undefined) return label;
  }
  return windowTypeText[type];
}
