import { CallFailed, isNetworkFailure, statusOf } from './failure.ts';
import { createStore } from './store.ts';
import { type Action, failureText } from '../../text/frame.ts';
import { uiText } from '../../text/ui.ts';

/** Something to tell or to ask, above whatever the page shows. */
export type Message = {
  title: string;
  text: string;
  tone: 'neutral' | 'danger';
  confirmLabel: string;
  /** A question has a second button, which answers no. */
  cancelLabel: string | null;
  answer: (isConfirmed: boolean) => void;
};

/** What waits to be shown, one after the other. */
export const messages = createStore<readonly Message[]>([]);

type AlertWords = { title?: string; text: string; closeLabel?: string };

/** The generic alert. Ends when it was closed. */
export function showAlert({
  title = uiText.errorTitle,
  text,
  closeLabel = uiText.close,
}: AlertWords): Promise<void> {
  return new Promise((resolve) => {
    show({
      title,
      text,
      tone: 'neutral',
      confirmLabel: closeLabel,
      cancelLabel: null,
      answer: () => resolve(),
    });
  });
}

/** The generic alert with the title of a notice. */
export function showNotice(text: string): Promise<void> {
  return showAlert({ title: uiText.noticeTitle, text });
}

type Question = {
  title: string;
  text: string;
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: Message['tone'];
};

/** Asks before something is done. Gives true if the user confirms. */
export function ask(question: Question): Promise<boolean> {
  const {
    title,
    text,
    confirmLabel = uiText.confirm,
    cancelLabel = uiText.cancel,
    tone = 'neutral',
  } = question;
  return new Promise((answer) => {
    show({ title, text, tone, confirmLabel, cancelLabel, answer });
  });
}

/** Says what failed and why (product 8.4). The frame, not this alert, announces an ended session. */
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

function show(message: Message): void {
  // Three lists that fail together show their common sentence once.
  const isKnown = messages.get().some(({ text, cancelLabel }) => text === message.text && !cancelLabel);
  if (isKnown && !message.cancelLabel) message.answer(true);
  else messages.set([...messages.get(), message]);
}

/** Closes the message that is shown. */
export function answerMessage(isConfirmed: boolean): void {
  const [first, ...rest] = messages.get();
  messages.set(rest);
  first?.answer(isConfirmed);
}
