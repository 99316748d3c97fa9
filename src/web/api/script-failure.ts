import { SCRIPT_FAILURES_PATH } from '../../contract/script-failures.ts';
import { scriptFailureText as text } from '../../text/frame.ts';
import { paths } from '../paths.ts';
import { config } from './config.ts';
import { ask, messages } from './messages.ts';
import { session } from './session.ts';

// An error in a handler leaves a button that does nothing and says nothing. React's boundaries see only what fails while they draw.

/** Tells the person and the operator of every error of our scripts that nothing else has caught. */
export function watchScriptFailures(): void {
  const leaving = new AbortController();
  const { signal } = leaving;
  window.addEventListener('pagehide', () => leaving.abort());
  window.addEventListener('error', ({ error }) => note(error), { signal });
  window.addEventListener('unhandledrejection', ({ reason }) => note(reason), { signal });
}

function note(error: unknown): void {
  // One question is enough, however many errors follow until it is answered.
  const isTold = messages.get().some(({ title }) => title === text.title);
  if (isTold || !isOurs(error)) return;
  // The path and no more: the message of an error may hold what a person typed.
  navigator.sendBeacon(config().base_url + SCRIPT_FAILURES_PATH, location.pathname);
  void tell();
}

async function tell(): Promise<void> {
  const isSurvey = location.pathname === paths.survey;
  const contact = session.get()?.clinicContact ?? '';
  const isConfirmed = await ask({
    title: text.title,
    text: isSurvey ? text.inSurvey : text.elsewhere,
    more: contact ? text.clinic(contact) : text.anyClinic,
    confirmLabel: text.reload,
    cancelLabel: text.close,
  });
  if (isConfirmed) location.reload();
}

/**
 * An error of our own files. A browser reports a loop of sizes without an error, extensions fail in files of their own, and a call
 * that was given up is no failure. WebKit gives some errors no stack.
 */
function isOurs(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'AbortError') return false;
  const stack = error.stack ?? '';
  return (stack === '' || stack.includes(`${location.origin}/`)) && !stack.includes('-extension://');
}
