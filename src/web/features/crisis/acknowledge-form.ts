import { type CrisisAct, MAX_CRISIS_NOTE_LENGTH as MOST, mayWaitUntil } from '../../../domain/crisis.ts';
import type { IsoDate } from '../../../domain/iso-date.ts';
import { acknowledgeText as text } from '../../../text/crisis-events.ts';
import { fieldText } from '../../../text/fields.ts';
import { dateProblemText } from '../../../text/ui.ts';
import type { Problems } from '../../api/form.ts';
import { readTypedDate } from '../../ui/date-text.ts';

/** The form that says what was done. The day is as typed. */
export type AcknowledgeValues = { done: CrisisAct | ''; note: string; to: string; again: string };

/** The problems of the form. Only the fields of the chosen act count. The server checks the same again. */
export function acknowledgeProblems(values: AcknowledgeValues, today: IsoDate): Problems<AcknowledgeValues> {
  const { done, to } = values;
  return {
    done: done === '' ? text.missing : undefined,
    note: noteProblem(values),
    to: done === 'handed_over' && to === '' ? text.toMissing : undefined,
    again: done === 'other' ? dayProblem(values.again, today) : undefined,
  };
}

function noteProblem({ done, note }: AcknowledgeValues): string | undefined {
  if (note.trim().length > MOST) return text.noteTooLong(MOST);
  return done === 'other' && note.trim() === '' ? text.noteMissing : undefined;
}

/** What is wrong with the typed day of a resubmission. */
export function dayProblem(typed: string, today: IsoDate): string | undefined {
  const day = readTypedDate(typed);
  if (day.kind !== 'date') return dateProblemText[day.kind];
  return mayWaitUntil(day.iso, today) ? undefined : fieldText.again_on_out_of_range;
}

/** The typed day as the server takes it. */
export function dayOf(typed: string): IsoDate {
  const day = readTypedDate(typed);
  return day.kind === 'date' ? day.iso : '';
}

/** The body of the call, for values without a problem. */
export function acknowledgeBody({ done, note, to, again }: AcknowledgeValues) {
  return {
    done: done as CrisisAct,
    note: note.trim(),
    ...(done === 'handed_over' ? { to } : {}),
    ...(done === 'other' ? { again_on: dayOf(again) } : {}),
  };
}
