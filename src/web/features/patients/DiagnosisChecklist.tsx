import { useId, useState } from 'react';
import { checklistText as text } from '../../../text/patients.ts';
import { tableText } from '../../../text/table.ts';
import { uiText } from '../../../text/ui.ts';
import { chooseText } from '../../../text/choose.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { choicesFor, toggled } from '../../ui/typeahead.ts';
import type { Diagnosis } from './patient-form.ts';
import css from './patients.module.css';

type DiagnosisChecklistProps = {
  known: readonly Diagnosis[];
  /** The ids that are chosen already. */
  chosen: readonly string[];
  onTake: (ids: readonly string[]) => void;
  onClose: () => void;
};

/** All diagnoses with a check box each; at least one must be checked (product 5). */
export function DiagnosisChecklist({ known, chosen, onTake, onClose }: DiagnosisChecklistProps) {
  const errorId = useId();
  const [ids, setIds] = useState(chosen);
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const shown = choicesFor(
    known.map(({ id, description }) => ({ id, text: `${id} ${description}` })),
    typed,
  );
  const isMissing = isRefused && ids.length === 0;
  const take = () => (ids.length === 0 ? setIsRefused(true) : onTake(ids));
  return (
    <Modal
      title={text.title}
      size="large"
      onClose={onClose}
      footer={
        <>
          <output className={css.count}>{text.chosen(ids.length)}</output>
          <Button look="secondary" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button onClick={take}>{text.take}</Button>
        </>
      }
    >
      <TextField
        label={text.search}
        placeholder={tableText.search}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <fieldset className={css.checklist} aria-describedby={errorId}>
        <legend className="visually-hidden">{text.title}</legend>
        {shown.map((choice) => (
          <label key={choice.id} className={css.check}>
            <input
              type="checkbox"
              checked={ids.includes(choice.id)}
              onChange={() => setIds(toggled(ids, choice.id))}
            />
            {choice.text}
          </label>
        ))}
        {shown.length === 0 && <p className={css.plain}>{chooseText.noMatches}</p>}
      </fieldset>
      <FieldError id={errorId} error={isMissing ? text.none : undefined} />
    </Modal>
  );
}
