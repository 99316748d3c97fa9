import { useCallback, useEffect, useState } from 'react';
import { errorText } from '../../../text/errors.ts';
import type { Answer, SurveyPage } from '../../../contract/surveys.ts';
import { call } from '../../api/call.ts';
import { codeOf, fieldErrorsOf, isNetworkFailure, statusOf } from '../../api/failure.ts';
import { session } from '../../api/session.ts';

/** Where the survey stands in the browser; what was answered, the server alone knows. */
export type SurveyState =
  | { kind: 'loading' }
  | { kind: 'page'; page: SurveyPage; sending: Sending }
  | { kind: 'finished' }
  | { kind: 'nothing_open' }
  | { kind: 'closed'; reason: string }
  | { kind: 'failed'; error: unknown };

/** What became of the last attempt to send the page. */
export type Sending =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'offline'; answers: Answer[] }
  | { kind: 'failed'; answers: Answer[] }
  | { kind: 'refused'; errors: Record<string, string> };

const RETRY_MS = 5000;

export type Survey = { state: SurveyState; notice: string | null; send(answers: Answer[]): void };

export function useSurvey(): Survey {
  const [state, setState] = useState<SurveyState>({ kind: 'loading' });
  const [notice, setNotice] = useState<string | null>(null);

  const load = useCallback(async (hasAnswered: boolean) => {
    try {
      const page = await call('getSurvey');
      if (page) setState({ kind: 'page', page, sending: { kind: 'idle' } });
      else setState({ kind: hasAnswered ? 'finished' : 'nothing_open' });
    } catch (error) {
      // Without a session the frame shows the login; there is nothing to say here.
      if (session.get()) setState({ kind: 'failed', error });
    }
  }, []);

  useEffect(() => void load(false), [load]);

  const send = useCallback(
    async (page: SurveyPage, answers: Answer[]) => {
      const show = (sending: Sending) => setState({ kind: 'page', page, sending });
      setNotice(null);
      show({ kind: 'sending' });
      try {
        await call('submitSurvey', { body: { type: 'json', value: JSON.stringify(answers) } });
        await load(true);
      } catch (error) {
        const code = codeOf(error);
        if (isNetworkFailure(error)) show({ kind: 'offline', answers });
        else if (code === 'answers_invalid') show({ kind: 'refused', errors: messagesOf(error) });
        else if (code === 'window_closed') setState({ kind: 'closed', reason: errorText[code] });
        else if (code === 'page_already_answered' || code === 'page_mismatch') {
          setNotice(errorText[code]);
          await load(true);
        } else if (session.get() && statusOf(error) !== 401) show({ kind: 'failed', answers });
      }
    },
    [load],
  );

  useRetry(state, send);
  const page = state.kind === 'page' ? state.page : null;
  return { state, notice, send: (answers) => page && void send(page, answers) };
}

function messagesOf(error: unknown): Record<string, string> {
  return Object.fromEntries(Object.values(fieldErrorsOf(error)).map(({ path, message }) => [path, message]));
}

// The same answers again are no second answer (R23), so sending may be repeated until it is known to have worked.
function useRetry(state: SurveyState, send: (page: SurveyPage, answers: Answer[]) => Promise<void>): void {
  const offline = state.kind === 'page' && state.sending.kind === 'offline' ? state : null;
  useEffect(() => {
    if (!offline || offline.sending.kind !== 'offline') return undefined;
    const { answers } = offline.sending;
    const retry = () => void send(offline.page, answers);
    const timer = setTimeout(retry, RETRY_MS);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [offline, send]);
}
