import { useId } from 'react';
import type { Help } from '../../../domain/crisis.ts';
import { clinicText } from '../../../text/clinic.ts';
import { HelpBlock } from '../help/HelpBlock.tsx';
import css from './clinic.module.css';

const { help: text } = clinicText;

/** The help as patients see it, while the admin types. A number without any word is not shown yet. */
export function HelpPreview({ help }: { help: Help }) {
  const id = useId();
  const numbers = help.numbers.filter(({ name, number, hours }) => name || number || hours);
  return (
    <section className={`stack ${css.preview}`} aria-labelledby={id}>
      <h3 id={id}>{text.preview}</h3>
      <div className={css.previewBody}>
        <HelpBlock help={{ text: help.text || text.previewEmpty, numbers }} />
      </div>
    </section>
  );
}
