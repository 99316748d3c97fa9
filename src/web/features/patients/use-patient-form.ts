import { useState } from 'react';
import type { PatientForm, PatientProblems } from './patient-form.ts';

/** What stands in a patient form and what is wrong with it. A field that was changed since is not called wrong. */
export function usePatientForm(initial: () => PatientForm) {
  const [form, setForm] = useState(initial);
  const [refused, setRefused] = useState<{ form: PatientForm; problems: PatientProblems }>();
  const problems = refused?.problems ?? noProblems;
  const shown = Object.fromEntries(
    Object.entries(problems).filter(([field]) => isSame(refused?.form, form, field)),
  );
  return {
    form,
    /** As they were found; the focus goes to the first of them. */
    problems,
    shown: shown as PatientProblems,
    change: (changed: Partial<PatientForm>) => setForm({ ...form, ...changed }),
    refuse: (found: PatientProblems) => setRefused({ form, problems: found }),
    restart: (next: PatientForm) => {
      setForm(next);
      setRefused(undefined);
    },
  };
}

const noProblems: PatientProblems = {};

function isSame(before: PatientForm | undefined, now: PatientForm, field: string): boolean {
  const key = field as keyof PatientForm;
  return before?.[key] === now[key];
}
