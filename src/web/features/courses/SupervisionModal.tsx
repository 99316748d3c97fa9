import type { Answer } from '../../../contract/routes.ts';
import { MAX_CRISIS_NOTE_LENGTH as MOST } from '../../../domain/crisis.ts';
import { courseSignalText, supervisionText as text } from '../../../text/course-signals.ts';
import { today } from '../../api/clinic-time.ts';
import { failureSentence } from '../../api/failed-action.ts';
import { fieldErrorsOf } from '../../api/failure.ts';
import { refreshing } from '../../api/queries.ts';
import { useForm } from '../../api/use-form.ts';
import { DateField } from '../../ui/DateField.tsx';
import { FormModal } from '../../ui/FormModal.tsx';
import { LongTextField } from '../../ui/LongTextField.tsx';
import { dayOf, dayProblem } from '../crisis/acknowledge-form.ts';

type SupervisionModalProps = {
  signal: Pick<Answer<'listCourseSignals'>['signals'][number], 'id' | 'scale' | 'measurement_point'>;
  onDone: () => void;
  onClose: () => void;
};

/** Notes what is to be asked in supervision, and the day on which the signal comes back (product 20.3). */
export function SupervisionModal({ signal, onDone, onClose }: SupervisionModalProps) {
  const form = useForm({
    defaults: { note: '', again: '' },
    check: ({ note, again }) => ({ note: noteProblem(note), again: dayProblem(again, today()) }),
    send: ({ note, again }, send) => {
      const body = { done: 'supervision', note: note.trim(), again_on: dayOf(again) } as const;
      const call = send('acknowledgeCourseSignal', { params: { id: signal.id }, body });
      return refreshing(['listOwnPatients', 'listCourseSignals'], call);
    },
    onRefused: (error) => {
      const { note, again_on: again } = fieldErrorsOf(error);
      if (note || again) return { note: note?.message, again: again?.message };
      return { form: failureSentence('acknowledgeCourseSignal', error) };
    },
    onDone,
  });
  return (
    <FormModal
      title={text.title}
      form={form}
      submit={text.submit}
      lead={<p>{courseSignalText.of(signal.scale, signal.measurement_point)}</p>}
      onClose={onClose}
    >
      <LongTextField {...form.field('note')} label={text.note} hint={text.noteHint} />
      <DateField {...form.field('again')} label={text.again} hint={text.againHint} />
    </FormModal>
  );
}

function noteProblem(note: string): string | undefined {
  if (note.trim() === '') return text.noteMissing;
  return note.trim().length > MOST ? text.noteTooLong(MOST) : undefined;
}
