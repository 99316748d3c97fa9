import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { announcements, deliverAnnouncements, withdraw } from '../api/announcements.ts';
import { useStore } from '../api/store.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';

/**
 * Shows announcements one at a time, each until it is dismissed. An announcement waits until the next page is opened, so
 * that it interrupts nobody in the middle of a form, and it never stands above a survey.
 */
export function Announcements() {
  const location = useLocation();
  const isSurvey = location.pathname === paths.survey;
  const [shown] = useStore(announcements);
  // The page has taken the focus by now: the focus goes back to it, not to the link that led there.
  useEffect(() => {
    if (location.pathname !== paths.survey) deliverAnnouncements();
  }, [location]);
  if (!shown || isSurvey) return null;
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
