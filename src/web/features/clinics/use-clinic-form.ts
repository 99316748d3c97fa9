import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { clinicText as text } from '../../../text/clinic.ts';
import { codeOf } from '../../api/failure.ts';
import { failureSentence } from '../../api/failed-action.ts';
import { refreshing } from '../../api/queries.ts';
import { useEditForm } from '../../api/use-edit-form.ts';
import { keepHelp } from '../help/clinic-help.ts';
import { clinicDraft } from './clinic-draft.ts';
import {
  changedSettings,
  clinicBody,
  clinicParts,
  clinicProblems,
  clinicValues,
  type ClinicValues,
  helpOf,
  isStored,
  refusedFields,
} from './clinic-form.ts';

const sources = ['getClinicSettings'] as const;
const isSame = (one: ClinicValues, other: ClinicValues) =>
  JSON.stringify(clinicBody(one)) === JSON.stringify(clinicBody(other));

export type ClinicFormState = ReturnType<typeof useClinicForm>;

/** The form of the clinic's settings. Unsaved changes become the draft. */
export function useClinicForm(settings: Answer<'getClinicSettings'>) {
  const [saved, setSaved] = useState<ClinicValues | null>(null);
  const sentRows = useRef<readonly string[]>([]);
  const form = useEditForm({
    row: settings,
    formOf: clinicValues,
    parts: clinicParts,
    sources,
    contentOf: clinicBody,
    draft: clinicDraft.get(),
    check: clinicProblems,
    send: (values, call, base) => {
      sentRows.current = values.rows;
      const sent = call('setClinicSettings', { body: changedSettings(base, values) });
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
  const { values, base } = form;
  const isDirty = !isStored(values, settings);
  useEffect(() => clinicDraft.set(isDirty ? { values, base } : null), [isDirty, values, base]);
  return { ...form, isDirty, isSaved: saved !== null && isSame(saved, values) && !isDirty };
}
