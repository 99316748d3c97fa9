import type { Answer } from '../../../domain/answer-types.ts';
import { surveyText } from '../../../text/survey.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Sending } from './use-survey.ts';

/** Why the page could not be sent, for as long as it is so; a retry under way takes nothing from the screen. */
export function SendingNotice({
  sending,
  onSend,
}: {
  sending: Sending;
  onSend: (answers: Answer[]) => void;
}) {
  const isOffline = sending.kind === 'offline' || (sending.kind === 'sending' && sending.isRetry);
  if (!isOffline && sending.kind !== 'failed') return null;
  return (
    <Notice tone={isOffline ? 'warning' : 'error'}>
      <p>{isOffline ? surveyText.offline : surveyText.sendFailed}</p>
      <Button
        look="secondary"
        pending={sending.kind === 'sending'}
        onClick={() => 'answers' in sending && onSend(sending.answers)}
      >
        {surveyText.retry}
      </Button>
    </Notice>
  );
}
