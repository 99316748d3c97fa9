import { useId } from 'react';
import type { Help } from '../../../domain/crisis.ts';
import { clinicText } from '../../../text/clinic.ts';
import css from './clinic.module.css';

const { help: text } = clinicText;

/** The help as patients see it, while the admin types. */
export function HelpPreview({ help }: { help: Help }) {
  const id = useId();
  return (
    <section className={css.preview} aria-labelledby={id}>
      <h3 id={id}>{text.preview}</h3>
      <div className={css.previewBody}>
        <p className={css.previewText}>{help.text || text.previewEmpty}</p>
        <ul className={css.previewNumbers}>
          {help.numbers.map(({ name, number, hours }, index) => (
            // Two numbers may have the same words, and they have no other name here.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <span>{name}</span>
              <strong>{number}</strong>
              <span className={css.hint}>{hours}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
