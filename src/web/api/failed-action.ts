import { type Action, failureText } from '../../text/failures.ts';
import { CallFailed, isNetworkFailure, statusOf } from './failure.ts';
import { showAlert } from './messages.ts';

/** Names the failed action and the reason (product 8.4). The frame announces an ended session. */
export function showFailure(action: Action, error: unknown): Promise<void> {
  return showAlert({ text: failureSentence(action, error) });
}

/** The sentence of product 8.4 for a failed call. */
export function failureSentence(action: Action, error: unknown): string {
  if (isNetworkFailure(error)) return failureText.network(action);
  const status = statusOf(error);
  if (status === 401) return failureText.loggedOut;
  if (status === 500) return failureText.server(action);
  const reason = error instanceof CallFailed ? error.problem?.title : undefined;
  return reason ? failureText.known(action, reason) : failureText.unknown(action, status);
}
