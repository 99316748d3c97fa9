import { useEffect } from 'react';
import { announcements, deliverAnnouncements, withdraw } from '../api/announcements.ts';
import { useStore } from '../api/use-store.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { usePlace } from '../ui/navigation.tsx';
import { messages } from '../api/messages.ts';
import { mustChangePassword } from '../api/session.ts';

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
  const [shown] = useStore(announcements);
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
