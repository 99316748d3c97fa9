import type { AdminPatient } from '../../../contract/patients.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { consentNoteText as text } from '../../../text/consent.ts';
import { Notice } from '../../ui/Notice.tsx';
import { dayOf } from '../../api/clinic-time.ts';
import css from './consent.module.css';

/** A patient's study consent for staff. Empty if the clinic asks for none. */
export function ConsentNote({ consent }: Pick<AdminPatient, 'consent'>) {
  if (!consent) return null;
  const { state, since } = consent;
  if (state === 'missing' || since === null) return <Notice tone="info">{text.missing}</Notice>;
  const sentence = text[state](formatIsoDate(dayOf(since)));
  if (state === 'given') return <p className={`muted ${css.note}`}>{sentence}</p>;
  return <Notice tone={state === 'withdrawn' ? 'warning' : 'info'}>{sentence}</Notice>;
}
