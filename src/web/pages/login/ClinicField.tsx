import { useEffect, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { loginFormText as text } from '../../../text/login.ts';
import { uiText } from '../../../text/ui.ts';
import { call } from '../../api/call.ts';
import { logFailedCall } from '../../api/log.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';

type Clinics = Answer<'listClinics'>;

export type ClinicsState =
  | { kind: 'loading' }
  | { kind: 'loaded'; clinics: Clinics }
  | { kind: 'failed'; retry: () => void };

type Outcome = { attempt: number; clinics: Clinics | null };

/** The clinics to choose from. Loaded without the query library, which comes only after the login. */
export function useClinics(): ClinicsState {
  const [attempt, setAttempt] = useState(1);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    call('listClinics').then(
      (clinics) => setOutcome({ attempt, clinics }),
      (error: unknown) => {
        logFailedCall('the clinics could not be loaded', error);
        setOutcome({ attempt, clinics: null });
      },
    );
  }, [attempt]);
  if (outcome?.attempt !== attempt) return { kind: 'loading' };
  if (outcome.clinics) return { kind: 'loaded', clinics: outcome.clinics };
  return { kind: 'failed', retry: () => setAttempt(attempt + 1) };
}

type ClinicFieldProps = {
  state: ClinicsState;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

export function ClinicField({ state, ...field }: ClinicFieldProps) {
  const clinics = state.kind === 'loaded' ? state.clinics : [];
  return (
    <>
      <SelectField
        {...field}
        label={text.clinic}
        placeholder={state.kind === 'loading' ? text.clinicsLoading : text.chooseClinic}
        options={clinics.map(({ id, name }) => ({ value: id, label: name }))}
        name="clinic"
        required
      />
      {state.kind === 'failed' && (
        <Notice tone="error">
          <p>{text.clinicsFailed}</p>
          <Button look="secondary" onClick={state.retry}>
            {uiText.retry}
          </Button>
        </Notice>
      )}
    </>
  );
}
