import { useRef } from 'react';
import { CRISIS_ACTS, type CrisisAct, MAX_CRISIS_NOTE_LENGTH as MOST } from '../../../domain/crisis.ts';
import { acknowledgeText as text, crisisActText, crisisText } from '../../../text/crisis-events.ts';
import { call } from '../../api/call.ts';
import { momentText } from '../../api/clinic-time.ts';
import { codeOf } from '../../api/failure.ts';
import { failureSentence } from '../../api/failed-action.ts';
import { useForm } from '../../api/use-form.ts';
import { FormModal } from '../../ui/FormModal.tsx';
import { LongTextField } from '../../ui/LongTextField.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import css from './crisis.module.css';
import type { CrisisEvent } from './use-crisis-events.ts';

type AcknowledgeModalProps = {
  patientId: string;
  event: CrisisEvent;
  /** Reloads the lists after the acknowledgement. The form stays busy meanwhile. */
  refresh: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
};

const acts = CRISIS_ACTS.map((value) => ({ value, label: crisisActText[value] }));

/** Asks what was done about an answer, and acknowledges its event (product 19.3). */
export function AcknowledgeModal(props: AcknowledgeModalProps) {
  const { event } = props;
  const { form, close } = useAcknowledgement(props);
  const done = form.field('done');
  const note = form.field('note');
  return (
    <FormModal
      title={text.title}
      form={form}
      submit={text.submit}
      lead={
        <div>
          <p>
            <strong>{crisisText.title[event.level]}</strong>
            <span>{`, ${event.measurement_point}, ${momentText(event.raised_at)}`}</span>
          </p>
          <p>{text.lead}</p>
        </div>
      }
      onClose={close}
    >
      <RadioField
        {...done}
        label={text.done}
        options={acts}
        // The options are the acts.
        onChange={(value) => done.onChange(value as CrisisAct)}
      />
      <LongTextField {...note} label={text.note} hint={<NoteHint length={note.value.trim().length} />} />
    </FormModal>
  );
}

function NoteHint({ length }: { length: number }) {
  return (
    <span className={css.counted}>
      <span>{`${text.noteHint} `}</span>
      <span>{text.count(length, MOST)}</span>
    </span>
  );
}

/** The form, and how it closes. */
function useAcknowledgement({ patientId, event, refresh, onDone, onClose }: AcknowledgeModalProps) {
  const isStale = useRef(false);
  const form = useForm({
    defaults: { done: '' as CrisisAct | '', note: '' },
    check: ({ done, note }) => ({
      done: done === '' ? text.missing : undefined,
      note: note.trim().length > MOST ? text.noteTooLong(MOST) : undefined,
    }),
    send: ({ done, note }, send) => {
      // `check` refuses a form without a choice.
      const body = { done: done as CrisisAct, note: note.trim() };
      return send('acknowledgeCrisisEvent', { params: { id: event.id }, body }).then(refresh);
    },
    onRefused: (error) => {
      const code = codeOf(error);
      if (code !== 'not_found' && code !== 'already_acknowledged')
        return { form: failureSentence('acknowledge', error) };
      // The form stays with what was entered, so that a note is not lost. The lists are loaded again when it closes.
      isStale.current = true;
      if (code === 'not_found') return { form: text.gone };
      void nameColleague();
      return { form: text.already };
    },
    onDone,
  });
  const nameColleague = async () => form.refuse({ form: await whoDidIt(patientId, event.id) });
  const close = () => {
    onClose();
    if (isStale.current) void refresh();
  };
  return { form, close };
}

/** The sentence about a colleague who was faster. A deputy may no longer see the event. */
async function whoDidIt(patientId: string, eventId: string): Promise<string> {
  try {
    const { events } = await call('listCrisisEvents', { params: { id: patientId } });
    const acknowledged = events.find(({ id }) => id === eventId)?.acknowledged;
    if (!acknowledged?.by) return text.already;
    const { by, at, done } = acknowledged;
    return text.alreadyBy(by, momentText(at), crisisActText[done]);
  } catch {
    return text.already;
  }
}
