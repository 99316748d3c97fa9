import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { clinicText as text } from '../../../text/clinic.ts';
import { codeOf } from '../../api/failure.ts';
import { failureSentence } from '../../api/failed-action.ts';
import { refreshing } from '../../api/queries.ts';
import { useForm } from '../../api/use-form.ts';
import { keepHelp } from '../help/clinic-help.ts';
import { clinicDraft } from './clinic-draft.ts';
import {
  clinicBody,
  clinicProblems,
  clinicValues,
  type ClinicValues,
  helpOf,
  isStored,
  refusedFields,
} from './clinic-form.ts';

export type ClinicFormState = ReturnType<typeof useClinicForm>;

/** The form of the clinic's settings. Unsaved changes become the draft. */
export function useClinicForm(settings: Answer<'getClinicSettings'>) {
  // Read once: the form keeps what was typed when the settings are loaded again.
  const [defaults] = useState(() => clinicDraft.get() ?? clinicValues(settings));
  const [saved, setSaved] = useState<ClinicValues | null>(null);
  const sentRows = useRef<readonly string[]>([]);
  const form = useForm({
    defaults,
    check: clinicProblems,
    send: (values, call) => {
      sentRows.current = values.rows;
      const sent = call('setClinicSettings', { body: clinicBody(values) });
      return refreshing(['getClinicSettings', 'countCrisisEvents', 'listClinics'], sent);
    },
    onRefused: (error) => {
      const fields = refusedFields(error, sentRows.current);
      const isExplained = codeOf(error) === 'invalid_request' && Object.keys(fields).length > 0;
      return { ...fields, form: isExplained ? text.refused : failureSentence('saveClinic', error) };
    },
    onDone: (_answer, values) => {
      keepHelp(helpOf(values));
      form.restart(values);
      setSaved(values);
    },
  });
  const { values } = form;
  const isDirty = !isStored(values, settings);
  useEffect(() => clinicDraft.set(isDirty ? values : null), [isDirty, values]);
  return { ...form, isDirty, isSaved: saved === values && !isDirty };
}
