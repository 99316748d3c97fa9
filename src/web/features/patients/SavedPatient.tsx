import { useEffect } from 'react';
import { patientText as text } from '../../../text/patients.ts';
import { createStore } from '../../api/store.ts';
import { useStore } from '../../api/use-store.ts';
import css from './patient-table.module.css';

/** The code of the patient that this page has just saved, or ''. */
export const savedCode = createStore('');

/** Says that a patient was saved, also to a screen reader. It ends with the next edit and with a visit to another page. */
export function SavedPatient() {
  const code = useStore(savedCode);
  useEffect(() => () => savedCode.set(''), []);
  return <output className={css.saved}>{code && text.saved(code)}</output>;
}
