import { uiText } from '../../text/ui.ts';
import css from './Spinner.module.css';

/** Shown while a part of the page loads. */
export function Spinner({ label = uiText.pending }: { label?: string }) {
  return (
    <output className={`beside gap-3 muted ${css.box} ${css.late}`}>
      <span className={`wheel ${css.wheel}`} />
      <span>{label}</span>
    </output>
  );
}
