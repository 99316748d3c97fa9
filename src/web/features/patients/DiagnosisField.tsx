import { useId, useState } from 'react';
import { chooseText } from '../../../text/choose.ts';
import { checklistText, patientFormText as text } from '../../../text/patients.ts';
import { tableText } from '../../../text/table.ts';
import { uiText } from '../../../text/ui.ts';
import { useAnswer } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { choicesFor, toggled } from '../../ui/typeahead.ts';
import { TypeaheadField } from '../../ui/TypeaheadField.tsx';
import { type Diagnosis, distinct, inOrderOfUse } from './patient-form.ts';
import css from './patient-form.module.css';
import { moreIcons } from '../../ui/more-icons.ts';

type DiagnosisFieldProps = {
  value: readonly Diagnosis[];
  error: string | undefined;
  onChange: (diagnoses: readonly Diagnosis[]) => void;
  savesFirstOnly: boolean;
};

const choiceOf = ({ id, description }: Diagnosis) => ({ id, text: `${id} ${description}` });

/** Chooses diagnoses by typing or from a list with checkboxes, each only once (product 4.7). */
export function DiagnosisField({ value, error, onChange, savesFirstOnly }: DiagnosisFieldProps) {
  const { data, error: failure, refetch } = useAnswer('listDiagnoses');
  const [isListOpen, setIsListOpen] = useState(false);
  if (failure && !data) return <LoadFailed what="listDiagnoses" error={failure} retry={refetch} />;
  if (!data) return <Spinner label={text.diagnosesLoading} />;
  const known = inOrderOfUse(distinct([...data, ...value]));
  const isCut = savesFirstOnly && value.length > 1;
  const take = (ids: readonly string[]) => {
    const chosen = ids.flatMap((id) => known.find((diagnosis) => diagnosis.id === id) ?? []);
    onChange(distinct(chosen));
    setIsListOpen(false);
  };
  return (
    <div className={`stack gap-2 start ${css.field}`}>
      <TypeaheadField
        label={text.diagnoses}
        hint={text.diagnosesHint}
        error={error}
        choices={known.map(choiceOf)}
        chosen={value.map((one, place) => ({ ...choiceOf(one), isStruck: isCut && place > 0 }))}
        onChange={take}
      />
      {isCut && <Notice tone="info">{text.firstDiagnosisOnly}</Notice>}
      <Button look="secondary" icon={moreIcons.clipboard} onClick={() => setIsListOpen(true)}>
        {text.openChecklist}
      </Button>
      {isListOpen && (
        <DiagnosisChecklist
          known={distinct([...value, ...known])}
          chosen={value.map(({ id }) => id)}
          onTake={take}
          onClose={() => setIsListOpen(false)}
        />
      )}
    </div>
  );
}

type DiagnosisChecklistProps = {
  /** All diagnoses, the chosen ones first. */
  known: readonly Diagnosis[];
  /** The ids of the chosen diagnoses. */
  chosen: readonly string[];
  onTake: (ids: readonly string[]) => void;
  onClose: () => void;
};

/** All diagnoses with a checkbox each. At least one must be checked (product 5.4). */
function DiagnosisChecklist({ known, chosen, onTake, onClose }: DiagnosisChecklistProps) {
  const errorId = useId();
  const [ids, setIds] = useState(chosen);
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const shown = choicesFor(known.map(choiceOf), typed);
  const isMissing = isRefused && ids.length === 0;
  const take = () => (ids.length === 0 ? setIsRefused(true) : onTake(ids));
  return (
    <Modal
      title={checklistText.title}
      size="large"
      onClose={onClose}
      footer={
        <>
          <output className={`muted ${css.count}`}>{checklistText.chosen(ids.length)}</output>
          <Button look="secondary" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button onClick={take}>{checklistText.take}</Button>
        </>
      }
    >
      <TextField
        label={checklistText.search}
        placeholder={tableText.search}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <fieldset className={`framed ${css.checklist}`} aria-describedby={errorId}>
        <legend className="visually-hidden">{checklistText.title}</legend>
        {shown.map((choice) => (
          <label key={choice.id} className={`hovers ${css.check}`}>
            <input
              type="checkbox"
              checked={ids.includes(choice.id)}
              onChange={() => setIds(toggled(ids, choice.id))}
            />
            <span>{choice.text}</span>
          </label>
        ))}
        {shown.length === 0 && <p className="muted tiny">{chooseText.noMatches}</p>}
      </fieldset>
      <FieldError id={errorId} error={isMissing ? checklistText.none : undefined} />
    </Modal>
  );
}
