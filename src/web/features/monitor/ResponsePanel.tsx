import { useState } from 'react';
import { monitorText } from '../../../text/monitor.ts';
import type { Elements } from '../../ui/elements.ts';
import css from './monitor.module.css';

/** The response monitor, folded at first. The page counts only when it is opened. */
export function ResponsePanel({ children }: { children: Elements }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={`fold framed ${css.panel}`}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{monitorText.title}</summary>
      {isOpen && <div className={css.padded}>{children}</div>}
    </details>
  );
}
