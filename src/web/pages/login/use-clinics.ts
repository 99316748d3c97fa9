import { useEffect, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { call } from '../../api/call.ts';
import { log } from '../../api/log.ts';

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
        log('error', 'the clinics could not be loaded', error);
        setOutcome({ attempt, clinics: null });
      },
    );
  }, [attempt]);
  if (outcome?.attempt !== attempt) return { kind: 'loading' };
  if (outcome.clinics) return { kind: 'loaded', clinics: outcome.clinics };
  return { kind: 'failed', retry: () => setAttempt(attempt + 1) };
}
