import { useCallback, useEffect, useState } from 'react';
import { errorText } from '../../../text/errors.ts';
import type { Answer, SurveyPage } from '../../../contract/surveys.ts';
import { call } from '../../api/call.ts';
import { codeOf, fieldErrorsOf, isNetworkFailure } from '../../api/failure.ts';
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

  useEffect(() => {
    void loadPage(false).then(setState);
  }, []);

  const send = useCallback(async (page: SurveyPage, answers: Answer[]) => {
    setNotice(null);
    setState({ kind: 'page', page, sending: { kind: 'sending' } });
    try {
      await call('submitSurvey', { body: { type: 'json', value: JSON.stringify(answers) } });
      setState(await loadPage(true));
    } catch (error) {
      const code = codeOf(error);
      if (code === 'page_already_answered' || code === 'page_mismatch') {
        setNotice(errorText[code]);
        setState(await loadPage(true));
      } else setState(stateAfter(error, page, answers));
    }
  }, []);

  useRetry(state, send);
  const page = state.kind === 'page' ? state.page : null;
  return { state, notice, send: (answers) => page && void send(page, answers) };
}

async function loadPage(hasAnswered: boolean): Promise<SurveyState> {
  try {
    const page = await call('getSurvey');
    if (page) return { kind: 'page', page, sending: { kind: 'idle' } };
    return { kind: hasAnswered ? 'finished' : 'nothing_open' };
  } catch (error) {
    // Without a session the frame shows the login; there is nothing to say here.
    return session.get() ? { kind: 'failed', error } : { kind: 'loading' };
  }
}

// Whatever happened, the answers stay on the screen until the server has them.
function stateAfter(error: unknown, page: SurveyPage, answers: Answer[]): SurveyState {
  if (codeOf(error) === 'window_closed') return { kind: 'closed', reason: errorText.window_closed };
  if (isNetworkFailure(error)) return { kind: 'page', page, sending: { kind: 'offline', answers } };
  if (codeOf(error) === 'answers_invalid') {
    return { kind: 'page', page, sending: { kind: 'refused', errors: messagesOf(error) } };
  }
  return { kind: 'page', page, sending: { kind: 'failed', answers } };
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
