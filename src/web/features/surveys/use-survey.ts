import { startTransition, useCallback, useEffect, useState } from 'react';
import type { SurveyPage } from '../../../contract/surveys.ts';
import type { Answer } from '../../../domain/answer-types.ts';
import { call } from '../../api/call.ts';
import { takeBegun } from '../../api/early-calls.ts';
import { codeOf, fieldErrorsOf, isAway, isAwayForNow, pauseAfter, reasonOf } from '../../api/failure.ts';
import { session } from '../../api/session.ts';

/** The state of the survey in the browser. Only the server knows the answers. */
export type SurveyState =
  | { kind: 'loading' }
  | ShownPage
  | Consent
  | { kind: 'finished'; givesReport: boolean }
  | { kind: 'nothing_open' }
  | { kind: 'closed'; reason: string }
  | { kind: 'failed'; error: unknown };

type ShownPage = {
  kind: 'page';
  page: SurveyPage;
  /** The start of reading. A page of the same subject starts with its question. */
  start: 'heading' | 'question';
  sending: Sending;
};

/** The survey asks for the consent. `unsent` holds the answers that wait for it. */
type Consent = { kind: 'consent'; unsent: { shown: ShownPage; answers: Answer[] } | null };

/**
 * The result of the last attempt to send the page. `isRetry`: the attempt before had no connection. A repeated attempt has the
 * same list of answers.
 */
export type Sending =
  | { kind: 'idle' }
  | { kind: 'sending'; isRetry: boolean; answers: Answer[] }
  | { kind: 'offline'; answers: Answer[]; pause: number }
  | { kind: 'failed'; answers: Answer[] }
  | { kind: 'refused'; errors: Record<string, string> };

const RETRY_MS = 5000;

export type Survey = {
  state: SurveyState;
  notice: string | null;
  send(answers: Answer[]): void;
  /** An answer was changed: the answers of the failed attempt are out of date. */
  edit(): void;
  /** The consent was given: the survey continues. */
  resume(): void;
};

export function useSurvey(): Survey {
  const [state, setState] = useState<SurveyState>({ kind: 'loading' });
  const [notice, setNotice] = useState<string | null>(null);

  useEffect(() => {
    // In short slices, as the application's first render.
    void firstPage().then((first) => startTransition(() => setState(first)));
  }, []);

  const send = useCallback(async (shown: ShownPage, answers: Answer[]) => {
    const isRetry = shown.sending.kind === 'offline';
    setNotice(null);
    setState({ ...shown, sending: { kind: 'sending', isRetry, answers } });
    try {
      const body = { type: 'json', value: JSON.stringify(answers), next: true } as const;
      const { next } = await call('submitSurvey', { body });
      // A server of the version before does not send the next page.
      setState(next === undefined ? await nextPage(shown, answers) : await stateAt(next, shown));
    } catch (error) {
      const code = codeOf(error);
      if (code === 'page_already_answered' || code === 'page_mismatch') {
        setNotice(reasonOf(error));
        setState(await nextPage(shown, answers));
      } else setState(stateAfter(error, shown, answers));
    }
  }, []);

  useRetry(state, send);
  const edit = useCallback(() => setState(edited), []);
  const unsent = state.kind === 'consent' ? state.unsent : null;
  const resume = useCallback(() => {
    if (unsent) return void send(unsent.shown, unsent.answers);
    setState({ kind: 'loading' });
    void firstPage().then(setState);
  }, [unsent, send]);
  return {
    state,
    notice,
    edit,
    resume,
    send: (answers) => state.kind === 'page' && void send(state, answers),
  };
}

async function firstPage(repeats = 10): Promise<SurveyState> {
  try {
    const page = await (takeBegun('getSurvey') ?? call('getSurvey'));
    return page ? shownPage(page, 'heading') : { kind: 'nothing_open' };
  } catch (error) {
    if (!isAwayForNow(error) || repeats === 0) return stateWithout(error);
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(error, RETRY_MS)));
    return firstPage(repeats - 1);
  }
}

async function nextPage(shown: ShownPage, answers: Answer[]): Promise<SurveyState> {
  try {
    return await stateAt(await call('getSurvey'), shown);
  } catch (error) {
    // The same answers change nothing (R23), so sending them again leads to the next page.
    return isAway(error) ? offlineAfter(error, shown, answers) : stateWithout(error);
  }
}

async function stateAt(page: SurveyPage | null, shown: ShownPage): Promise<SurveyState> {
  if (!page) return { kind: 'finished', givesReport: await givesReport() };
  return shownPage(page, page.dimension.id === shown.page.dimension.id ? 'question' : 'heading');
}

/** Does the patient get a report of this survey? Without an answer nothing is promised. */
async function givesReport(): Promise<boolean> {
  try {
    const { stw } = await call('getCurrentWindow');
    return stw?.patient_report ?? false;
  } catch {
    return false;
  }
}

function shownPage(page: SurveyPage, start: ShownPage['start']): ShownPage {
  return { kind: 'page', page, start, sending: { kind: 'idle' } };
}

// Without a session the frame shows the login, and the survey says nothing.
function stateWithout(error: unknown): SurveyState {
  if (codeOf(error) === 'consent_required') return { kind: 'consent', unsent: null };
  return session.get() ? { kind: 'failed', error } : { kind: 'loading' };
}

function edited(state: SurveyState): SurveyState {
  if (state.kind !== 'page') return state;
  const isOver = state.sending.kind === 'offline' || state.sending.kind === 'failed';
  return isOver ? { ...state, sending: { kind: 'idle' } } : state;
}

// The answers stay on the screen until the server has them.
function stateAfter(error: unknown, shown: ShownPage, answers: Answer[]): SurveyState {
  const code = codeOf(error);
  if (code === 'window_closed') return { kind: 'closed', reason: reasonOf(error) };
  if (code === 'consent_required') return { kind: 'consent', unsent: { shown, answers } };
  if (isAway(error)) return offlineAfter(error, shown, answers);
  if (code === 'answers_invalid') {
    return { ...shown, sending: { kind: 'refused', errors: messagesOf(error) } };
  }
  return { ...shown, sending: { kind: 'failed', answers } };
}

function offlineAfter(error: unknown, shown: ShownPage, answers: Answer[]): ShownPage {
  return { ...shown, sending: { kind: 'offline', answers, pause: pauseAfter(error, RETRY_MS) } };
}

function messagesOf(error: unknown): Record<string, string> {
  return Object.fromEntries(Object.values(fieldErrorsOf(error)).map(({ path, message }) => [path, message]));
}

// The server stores the same answers once (R23), so sending is repeated until it succeeds.
function useRetry(state: SurveyState, send: (shown: ShownPage, answers: Answer[]) => Promise<void>): void {
  const offline = state.kind === 'page' && state.sending.kind === 'offline' ? state : null;
  useEffect(() => {
    if (!offline || offline.sending.kind !== 'offline') return undefined;
    const { answers, pause } = offline.sending;
    const retry = () => void send(offline, answers);
    const timer = setTimeout(retry, pause);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [offline, send]);
}
