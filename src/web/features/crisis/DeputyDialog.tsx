import { QueryClientProvider } from '@tanstack/react-query';
import { ownDeputyText as text } from '../../../text/crisis-events.ts';
import { uiText } from '../../../text/ui.ts';
import { queryClient } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import css from './crisis.module.css';
import { DeputySection } from './DeputySection.tsx';
import { ReminderSection } from './ReminderSection.tsx';

/** The own deputy and the own address for reminders (product 19.4 and 19.6). */
export default function DeputyDialog({ onClose }: { onClose: () => void }) {
  return (
    // The frame opens this dialog outside of the page that it lies over.
    <QueryClientProvider client={queryClient}>
      <Modal
        title={text.title}
        onClose={onClose}
        footer={
          <Button look="secondary" onClick={onClose}>
            {uiText.close}
          </Button>
        }
      >
        <div className={css.dialog}>
          <DeputySection />
          <ReminderSection />
        </div>
      </Modal>
    </QueryClientProvider>
  );
}
