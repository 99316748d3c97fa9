import type { ReactNode } from 'react';
import type { AdminPatient } from '../../../contract/patients.ts';
import { patientFormText as text } from '../../../text/patients.ts';
import { genderText } from '../../../text/reports.ts';
import { DateField } from '../../ui/DateField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TagsField } from '../../ui/TagsField.tsx';
import { DiagnosisField } from './DiagnosisField.tsx';
import type { PatientForm, PatientProblems } from './patient-form.ts';
import css from './patients.module.css';

export type PatientFieldsProps = {
  form: PatientForm;
  problems: PatientProblems;
  change: (changed: Partial<PatientForm>) => void;
  /** Shown below admission and discharge. */
  datesRemark?: ReactNode;
};

const genders = (Object.keys(genderText) as AdminPatient['gender'][]).map((value) => ({
  value,
  label: genderText[value],
}));

/** Birth date, gender, diagnoses, therapy dates and System-IDs, for the forms to register and to edit. */
export function PatientFields({ form, problems, change, datesRemark }: PatientFieldsProps) {
  const date = (name: 'date_of_birth' | 'admission' | 'discharge') => ({
    label: text[name],
    value: form[name],
    error: problems[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <>
      <div className={css.pair}>
        <DateField {...date('date_of_birth')} hint={text.birthDateHint} />
        <SelectField
          label={text.gender}
          value={form.gender}
          error={problems.gender}
          options={genders}
          // The options are those of `genders`, and the empty one.
          onChange={(value) => change({ gender: value as PatientForm['gender'] })}
        />
      </div>
      <DiagnosisField
        diagnoses={form.diagnoses}
        error={problems.diagnoses}
        onChange={(diagnoses) => change({ diagnoses })}
      />
      <div className={css.pair}>
        <DateField {...date('admission')} />
        <DateField {...date('discharge')} />
      </div>
      {datesRemark}
      <TagsField
        label={text.system_ids}
        hint={text.systemIdsHint}
        value={form.system_ids}
        error={problems.system_ids}
        maxLength={255}
        onChange={(system_ids) => change({ system_ids })}
      />
    </>
  );
}
