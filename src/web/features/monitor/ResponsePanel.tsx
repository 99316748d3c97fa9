import { useState } from 'react';
import type { AdminPatient } from '../../../contract/patients.ts';
import { monitorText as text } from '../../../text/monitor.ts';
import css from './monitor.module.css';
import { ResponseMonitor } from './ResponseMonitor.tsx';

type ResponsePanelProps = { patients: readonly AdminPatient[]; onShow: (patientId: string) => void };

/** The response monitor, out of the way until somebody asks for it. Nothing is counted before. */
export function ResponsePanel({ patients, onShow }: ResponsePanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={css.panel} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={css.summary}>{text.title}</summary>
      {isOpen && <ResponseMonitor patients={patients} onShow={onShow} />}
    </details>
  );
}
