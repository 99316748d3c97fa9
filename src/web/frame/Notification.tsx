import { uiText } from '../../text/ui.ts';
import { useStore } from '../api/store.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { type TopicMessage, topicMessages, withdraw } from './notifications.ts';

/** Closed until a message is published on its topic. */
export function Notification({ topic }: { topic: string }) {
  const message = useStore(topicMessages).get(topic);
  if (!message) return null;
  const close = () => withdraw(topic);
  return (
    <Modal
      title={message.title ?? uiText.noticeTitle}
      size="small"
      onClose={close}
      footer={<Button onClick={close}>{message.closeLabel ?? uiText.ok}</Button>}
    >
      <Content message={message} />
    </Modal>
  );
}

function Content({ message }: { message: TopicMessage }) {
  if ('text' in message) return <p>{message.text}</p>;
  // Only constants of our own source have this type (R59).
  // oxlint-disable-next-line react/no-danger
  return <div dangerouslySetInnerHTML={{ __html: message.html.markup }} />;
}
