import { useState } from 'react';
import { patientFormText as text } from '../../../text/patients.ts';
import { failureSentence } from '../../api/messages.ts';
import { useAnswer } from '../../api/queries.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { TypeaheadField } from '../../ui/TypeaheadField.tsx';
import { DiagnosisChecklist } from './DiagnosisChecklist.tsx';
import { type Diagnosis, distinct } from './patient-form.ts';
import css from './patients.module.css';

type DiagnosisFieldProps = {
  diagnoses: readonly Diagnosis[];
  error: string | undefined;
  hint?: string | undefined;
  onChange: (diagnoses: readonly Diagnosis[]) => void;
};

const choiceOf = ({ id, description }: Diagnosis) => ({ id, text: `${id} ${description}` });

/** Diagnoses by typing or from the list with check boxes; each is chosen once (product 4). */
export function DiagnosisField({ diagnoses, error, hint, onChange }: DiagnosisFieldProps) {
  const { data, error: failure, refetch } = useAnswer('listDiagnoses');
  const [isListOpen, setIsListOpen] = useState(false);
  if (failure && !data)
    return <LoadFailed sentence={failureSentence('listDiagnoses', failure)} retry={refetch} />;
  if (!data) return <Spinner label={text.diagnosesLoading} />;
  const known = distinct([...data, ...diagnoses]);
  const take = (ids: readonly string[]) => {
    const chosen = ids.flatMap((id) => known.find((diagnosis) => diagnosis.id === id) ?? []);
    onChange(distinct(chosen));
    setIsListOpen(false);
  };
  return (
    <div className={css.field}>
      <TypeaheadField
        label={text.diagnoses}
        hint={hint ?? text.diagnosesHint}
        error={error}
        choices={known.map(choiceOf)}
        chosen={diagnoses.map(choiceOf)}
        onChange={take}
      />
      <Button look="secondary" icon="clipboard" onClick={() => setIsListOpen(true)}>
        {text.openChecklist}
      </Button>
      {isListOpen && (
        <DiagnosisChecklist
          known={known}
          chosen={diagnoses.map(({ id }) => id)}
          onTake={take}
          onClose={() => setIsListOpen(false)}
        />
      )}
    </div>
  );
}
