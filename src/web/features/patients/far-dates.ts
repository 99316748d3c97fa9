import { farDateText as text } from '../../../text/patients.ts';
import { today } from '../../api/clinic-time.ts';
import { ask } from '../../api/messages.ts';
import { farDates, type PatientForm, type PatientProblems } from './patient-form.ts';

/** The user wants to change a date that is far ahead. */
export class FarDateWrong extends Error {
  readonly problems: PatientProblems;

  constructor(problems: PatientProblems) {
    super();
    this.problems = problems;
  }
}

/** Asks about dates of the therapy that are more than five years ahead. They may be right, so nothing refuses them. */
export async function confirmFarDates(form: PatientForm): Promise<void> {
  const far = farDates(form, today());
  if (far.length === 0) return;
  const isRight = await ask({
    title: text.title,
    text: text.question(far.join(text.and)),
    confirmLabel: text.confirm,
    cancelLabel: text.change,
    prefersNo: true,
  });
  if (!isRight)
    throw new FarDateWrong({ [far.includes(form.admission) ? 'admission' : 'discharge']: text.check });
}
