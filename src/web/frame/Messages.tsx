import { useEffect } from 'react';
import { isOnPurpose, useSessionEnd } from '../api/session-end.ts';
import { useStore } from '../api/use-store.ts';
import { Button } from '../ui/Button.tsx';
import { LinkedText } from '../ui/LinkedText.tsx';
import { Modal } from '../ui/Modal.tsx';
import { answerMessage, messages, showNotice } from '../api/messages.ts';
import { announcements, deliverAnnouncements, withdraw } from '../api/announcements.ts';
import { paths } from '../paths.ts';
import { usePlace } from '../ui/navigation.tsx';
import { mustChangePassword } from '../api/session.ts';

/** Shows alerts and questions, one at a time. */
export function Messages() {
  const [message] = useStore(messages);
  if (!message) return null;
  const { title, text, more, tone, confirmLabel, cancelLabel, prefersNo } = message;
  const no = cancelLabel && (
    <Button
      look={prefersNo ? 'primary' : 'secondary'}
      data-autofocus={prefersNo ? true : undefined}
      onClick={() => answerMessage(false)}
    >
      {cancelLabel}
    </Button>
  );
  const yesLook = tone === 'danger' ? 'danger' : 'primary';
  const yes = (
    // The only button has the focus, so that Enter closes an alert, and so has a safe answer. Another question must be read
    // first.
    <Button
      look={prefersNo ? 'secondary' : yesLook}
      data-autofocus={no ? undefined : true}
      onClick={() => answerMessage(true)}
    >
      {confirmLabel}
    </Button>
  );
  return (
    <Modal
      key={text}
      title={title}
      size="small"
      role="alertdialog"
      onClose={() => answerMessage(false)}
      footer={
        <>
          {!prefersNo && no}
          {yes}
          {prefersNo && no}
        </>
      }
    >
      <p>{text}</p>
      {more && (
        <p>
          <LinkedText text={more} />
        </p>
      )}
    </Modal>
  );
}

/** Gives the reason for the end of a session, unless the user ended it: the login page says that. */
export function SessionMessages() {
  const ended = useSessionEnd();
  const sentence = ended && !isOnPurpose(ended.end) ? ended.sentence : null;
  useEffect(() => {
    if (sentence) void showNotice(sentence);
  }, [sentence]);
  return null;
}

/**
 * Shows announcements one at a time until the user dismisses them. An announcement waits for the next opened page, so
 * that it does not interrupt a form. It never appears above a survey, beside a message, or above the dialog that asks for
 * a password of one's own.
 */
export function Announcements() {
  const location = usePlace();
  const isPasswordDue = useStore(mustChangePassword);
  const [message] = useStore(messages);
  const isSurvey = location.pathname === paths.survey;
  const shown = useStore(announcements).find(({ isDue }) => isDue);
  // The page has the focus by now. The focus returns to the page and not to the pressed link.
  useEffect(() => {
    if (location.pathname !== paths.survey) deliverAnnouncements();
  }, [location]);
  if (!shown || isSurvey || isPasswordDue || message) return null;
  const { topic, title, text, closeLabel, action } = shown;
  const close = () => withdraw(topic);
  return (
    <Modal
      key={topic}
      title={title}
      size="small"
      role="alertdialog"
      onClose={close}
      footer={
        <>
          <Button look={action ? 'secondary' : 'primary'} onClick={close}>
            {closeLabel}
          </Button>
          {action && <Button onClick={action.act}>{action.label}</Button>}
        </>
      }
    >
      <p>{text}</p>
    </Modal>
  );
}
