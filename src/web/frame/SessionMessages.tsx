import { useEffect } from 'react';
import { lastEnd, type SessionEnd } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { sessionText } from '../../text/frame.ts';
import { showNotice } from '../api/messages.ts';

const sentence: Partial<Record<SessionEnd, string>> = {
  lost: sessionText.loginAgain,
  idle: sessionText.idle,
  unidentified: sessionText.unknownUser,
};

/** Tells why a session ended, where the user did not end it. */
export function SessionMessages() {
  const end = useStore(lastEnd);
  useEffect(() => {
    const text = end && sentence[end];
    if (text) void showNotice(text);
  }, [end]);
  return null;
}
