import { patientText as text } from '../../../text/patients.ts';
import { refreshAnswers } from '../../api/queries.ts';
import { showAlert } from '../../api/messages.ts';
import { patientLists } from './patient-lists.ts';

/** Tells that a patient was lost to somebody else before a form was sent, and shows the lists as they are now. */
export function tellGone(): Promise<void> {
  void refreshAnswers(patientLists);
  return showAlert({ title: text.goneTitle, text: text.gone });
}
