import { addMonths } from '../../../domain/day-count.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { patientFormText as text } from '../../../text/patients.ts';
import { readTypedDate } from '../../ui/date-text.ts';
import css from './patient-form.module.css';

const MONTHS = [6, 12, 18] as const;

type TherapyLengthsProps = {
  /** The date of admission as typed. */
  admission: string;
  /** Gets the date of discharge as it would be typed. */
  onChoose: (discharge: string) => void;
};

/** Sets the discharge some months after the admission: the preset of today is never right (product 5.4). */
export function TherapyLengths({ admission, onChoose }: TherapyLengthsProps) {
  const start = readTypedDate(admission);
  return (
    // A group of buttons is no set of fields.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className={css.lengths} role="group" aria-label={text.therapyLengths}>
      {MONTHS.map((months) => (
        <button
          key={months}
          type="button"
          className={css.length}
          disabled={start.kind !== 'date'}
          onClick={() => start.kind === 'date' && onChoose(formatIsoDate(addMonths(start.iso, months)))}
        >
          {text.plusMonths(months)}
        </button>
      ))}
    </div>
  );
}
