import { transferText as text } from '../../../text/clinicians.ts';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import type { TransferState } from './use-transfer.ts';

type TransferButtonsProps = {
  state: TransferState;
  /** The form to submit; none where there is nobody to transfer. */
  form: string | undefined;
  onStop: () => void;
  onClose: () => void;
};

// The button that was pressed is gone: the one that takes its place gets the focus.
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

export function TransferButtons({ state, form, onStop, onClose }: TransferButtonsProps) {
  if (state.kind === 'running')
    return (
      <Button key="stop" ref={takeFocus} look="secondary" pending={state.isStopping} onClick={onStop}>
        {text.stop}
      </Button>
    );
  const hasEnded = state.kind === 'ended';
  return (
    <>
      <Button key={state.kind} ref={hasEnded ? takeFocus : null} look="secondary" onClick={onClose}>
        {hasEnded ? uiText.close : uiText.cancel}
      </Button>
      {form !== undefined && (
        <Button type="submit" form={form}>
          {hasEnded ? text.submitRest : text.submit}
        </Button>
      )}
    </>
  );
}
