import type { Answer } from '../../../contract/routes.ts';
import type { CourseRoutes } from '../contract/routes.ts';
import { acknowledgeCourseSignal, listCourseSignals } from './calls.ts';
import { MAX_CRISIS_NOTE_LENGTH as MOST } from '../../../domain/crisis.ts';
import { courseSignalText, supervisionText as text } from '../text/signals.ts';
import { today } from '../../../web/api/clinic-time.ts';
import { failureSentence } from '../../../web/api/failed-action.ts';
import { fieldErrorsOf } from '../../../web/api/failure.ts';
import { refreshing } from '../../../web/api/queries.ts';
import { useForm } from '../../../web/api/use-form.ts';
import { DateField } from '../../../web/ui/DateField.tsx';
import { FormModal } from '../../../web/ui/FormModal.tsx';
import { LongTextField } from '../../../web/ui/LongTextField.tsx';
import { dayOf, dayProblem } from '../../../web/features/crisis/acknowledge-form.ts';

type SupervisionModalProps = {
  signal: Pick<
    Answer<CourseRoutes['listCourseSignals']>['signals'][number],
    'id' | 'scale' | 'measurement_point'
  >;
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
      const call = send(acknowledgeCourseSignal, { params: { id: signal.id }, body });
      return refreshing(['listOwnPatients', listCourseSignals], call);
    },
    onRefused: (error) => {
      const { note, again_on: again } = fieldErrorsOf(error);
      if (note || again) return { note: note?.message, again: again?.message };
      return { form: failureSentence(courseSignalText.acknowledge, error) };
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
