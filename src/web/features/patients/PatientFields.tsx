import type { AdminPatient } from '../../../contract/patients.ts';
import { patientFormText as text } from '../../../text/patients.ts';
import { genderText } from '../../../text/reports.ts';
import type { useForm } from '../../api/use-form.ts';
import { DateField } from '../../ui/DateField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TagsField } from '../../ui/TagsField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Elements } from '../../ui/elements.ts';
import { DiagnosisField } from './DiagnosisField.tsx';
import type { PatientForm } from './patient-form.ts';
import css from './patient-form.module.css';
import { addMonths } from '../../../domain/day-count.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { readTypedDate } from '../../ui/date-text.ts';

export type PatientFormState = Pick<ReturnType<typeof useForm<PatientForm, unknown>>, 'field'>;

type PatientFieldsProps = {
  form: PatientFormState;
  /** Fields before these. */
  first?: Elements;
  /** Shown below the birth date in addition. */
  birthDateRemark?: string;
  /** Shown below admission and discharge. */
  datesRemark?: Elements;
  /** Only the first of several diagnoses is saved. */
  savesFirstDiagnosisOnly?: boolean;
};

const genders = (Object.keys(genderText) as AdminPatient['gender'][]).map((value) => ({
  value,
  label: genderText[value],
}));

/** Birth date, gender, diagnoses, therapy dates and System-IDs, for registration and edit. */
export function PatientFields(props: PatientFieldsProps) {
  const { form, first, birthDateRemark = '', datesRemark, savesFirstDiagnosisOnly } = props;
  const { field } = form;
  const gender = field('gender');
  return (
    <div className={`columns ${css.fields}`}>
      {first}
      <DateField
        {...field('date_of_birth')}
        label={text.date_of_birth}
        hint={`${text.birthDateHint} ${birthDateRemark}`.trim()}
      />
      <SelectField
        {...gender}
        label={text.gender}
        options={genders}
        // The options are `genders` and the empty one.
        onChange={(value) => gender.onChange(value as PatientForm['gender'])}
      />
      <div className={css.diagnoses} data-wide={first ? '' : undefined}>
        <DiagnosisField {...field('diagnoses')} savesFirstOnly={savesFirstDiagnosisOnly ?? false} />
      </div>
      <DateField {...field('admission')} label={text.admission} />
      <Discharge form={form} />
      <TagsField {...field('system_ids')} label={text.system_ids} hint={text.systemIdsHint} maxLength={255} />
      {datesRemark && <div className={css.row}>{datesRemark}</div>}
    </div>
  );
}

/** The end of the therapy: a date, or open. A typed date comes back when the end is no longer open. */
function Discharge({ form: { field } }: { form: PatientFormState }) {
  const discharge = field('discharge');
  const openEnd = field('open_end');
  const choose = (date: string) => {
    openEnd.onChange(false);
    discharge.onChange(date);
  };
  return (
    <div className={`stack gap-2 start ${css.field}`}>
      {openEnd.value ? (
        // A problem of the typed date does not concern an open end.
        <TextField
          {...discharge}
          value={text.openEnd}
          error={undefined}
          label={text.discharge}
          readOnly
          autoComplete="off"
        />
      ) : (
        <DateField {...discharge} label={text.discharge} />
      )}
      <div className="row gap-2">
        <TherapyLengths admission={field('admission').value} onChoose={choose} />
        <label className={`beside ${css.openEnd}`}>
          <input
            type="checkbox"
            checked={openEnd.value}
            onChange={({ currentTarget }) => openEnd.onChange(currentTarget.checked)}
          />
          <span>{text.openEnd}</span>
        </label>
      </div>
    </div>
  );
}

const MONTHS = [6, 12, 18] as const;

type TherapyLengthsProps = {
  /** The date of admission as typed. */
  admission: string;
  /** Gets the date of discharge as it would be typed. */
  onChoose: (discharge: string) => void;
};

/** Sets the discharge some months after the admission: the preset of today is never right (product 5.4). */
function TherapyLengths({ admission, onChoose }: TherapyLengthsProps) {
  const start = readTypedDate(admission);
  return (
    // A group of buttons is no set of fields.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="row gap-2" role="group" aria-label={text.therapyLengths}>
      {MONTHS.map((months) => (
        <button
          key={months}
          type="button"
          className={`box ${css.length}`}
          disabled={start.kind !== 'date'}
          onClick={() => start.kind === 'date' && onChoose(formatIsoDate(addMonths(start.iso, months)))}
        >
          {text.plusMonths(months)}
        </button>
      ))}
    </div>
  );
}
