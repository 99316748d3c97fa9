import { useMemo } from 'react';
import type { AdminPatient } from '../../../contract/patients.ts';
import { monitorResponses } from '../../../domain/response-monitor.ts';
import { monitorText as text } from '../../../text/monitor.ts';
import { config } from '../../api/config.ts';
import { today } from '../../api/clinic-time.ts';
import css from './monitor.module.css';
import { StuckPatients } from './StuckPatients.tsx';
import { Tallies } from './Tallies.tsx';

type ResponseMonitorProps = { patients: readonly AdminPatient[]; onShow: (patientId: string) => void };

/** How the surveys of the clinic come back, and who might need a word. Clinicians are not compared. */
export function ResponseMonitor({ patients, onShow }: ResponseMonitorProps) {
  const day = today();
  const { time_zone } = config();
  // Ten thousand patients take some 300 ms.
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
