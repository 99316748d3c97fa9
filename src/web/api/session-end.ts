import { sessionText } from '../../text/frame.ts';
import { isAllSaved, lostWork } from './leaving.ts';
import { lastEnd, lastUserType, type SessionEnd } from './session.ts';
import { useStore } from './use-store.ts';

const endSentence = {
  'signed-out': sessionText.signedOut,
  elsewhere: sessionText.signedOut,
  idle: sessionText.idle,
  lost: sessionText.loginAgain,
  unidentified: sessionText.unknownUser,
} as const satisfies Record<SessionEnd, string>;

/** True if the user ended the session, in this tab or in another one. */
export const isOnPurpose = (end: SessionEnd | null) => end === 'signed-out' || end === 'elsewhere';

/** How the last session of this tab ended, in words for the user. */
export function useSessionEnd(): { end: SessionEnd; sentence: string } | null {
  const end = useStore(lastEnd);
  const isSaved = useStore(isAllSaved);
  const userType = useStore(lastUserType);
  const lost = useStore(lostWork);
  if (!end) return null;
  const saysSaved = isSaved && userType === 'patient' && (end === 'signed-out' || end === 'idle');
  const saved = end === 'lost' && lost ? sessionText.lostWork[lost] : saysSaved && sessionText.answersSaved;
  return { end, sentence: saved ? `${endSentence[end]} ${saved}` : endSentence[end] };
}
