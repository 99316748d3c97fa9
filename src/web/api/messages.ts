import { createStore } from './store.ts';
import { uiText } from '../../text/ui.ts';

/** An alert or a question above the page. */
export type Message = {
  title: string;
  text: string;
  /** A second paragraph. */
  more?: string | undefined;
  tone: 'neutral' | 'danger';
  confirmLabel: string;
  /** A question has a second button, which answers no. */
  cancelLabel: string | null;
  /** The safe answer is no: its button is the main one. */
  prefersNo?: boolean;
  answer: (isConfirmed: boolean) => void;
};

/** The waiting messages, shown one after the other. */
export const messages = createStore<readonly Message[]>([]);

type AlertWords = { title?: string; text: string; closeLabel?: string };

/** Shows the generic alert. The promise ends when the user closes it. */
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

/** Shows the generic alert with the title of a notice. */
export function showNotice(text: string): Promise<void> {
  return showAlert({ title: uiText.noticeTitle, text });
}

type Question = {
  title: string;
  text: string;
  more?: string;
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: Message['tone'];
  prefersNo?: boolean;
};

/** Asks a question. Returns true if the user confirms. */
export function ask(question: Question): Promise<boolean> {
  const {
    title,
    text,
    more,
    confirmLabel = uiText.confirm,
    cancelLabel = uiText.cancel,
    tone = 'neutral',
    prefersNo = false,
  } = question;
  return new Promise((answer) => {
    show({ title, text, more, tone, confirmLabel, cancelLabel, prefersNo, answer });
  });
}

function show(message: Message): void {
  // Three lists with the same failure show their sentence once.
  const isKnown = messages.get().some(({ text, cancelLabel }) => text === message.text && !cancelLabel);
  if (isKnown && !message.cancelLabel) message.answer(true);
  else messages.set([...messages.get(), message]);
}

/** Closes the shown message. */
export function answerMessage(isConfirmed: boolean): void {
  const [first, ...rest] = messages.get();
  messages.set(rest);
  first?.answer(isConfirmed);
}
