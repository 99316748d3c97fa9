import { useCallback, useEffect, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { call } from '../../api/call.ts';
import { log } from '../../api/log.ts';

type Clinics = Answer<'listClinics'>;

export type ClinicsState =
  | { kind: 'loading' }
  | { kind: 'loaded'; clinics: Clinics }
  | { kind: 'failed'; retry: () => void };

/** The clinics to choose from. Loaded without the query library, which comes only after the login. */
export function useClinics(): ClinicsState {
  const [state, setState] = useState<ClinicsState>({ kind: 'loading' });
  const load = useCallback(async () => {
    setState({ kind: 'loading' });
    try {
      setState({ kind: 'loaded', clinics: await call('listClinics') });
    } catch (error) {
      log('error', 'the clinics could not be loaded', error);
      setState({ kind: 'failed', retry: () => void load() });
    }
  }, []);
  useEffect(() => void load(), [load]);
  return state;
}
