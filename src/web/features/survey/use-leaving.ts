import { useEffect, useMemo } from 'react';
import { surveyText } from '../../../text/survey.ts';
import { session } from '../../api/session.ts';
import { useLeaveGuard } from '../../ui/GuardedLink.tsx';
import { ask, showNotice } from '../../api/messages.ts';
import type { DraftKeeper } from './use-draft.ts';

function createLeaving() {
  let isRunning = false;
  let hasAsked = false;
  let draft: DraftKeeper | null = null;

  async function mayLeave(): Promise<boolean> {
    if (!isRunning) return true;
    hasAsked = await ask({
      title: surveyText.leaveTitle,
      text: surveyText.leave,
      confirmLabel: surveyText.leaveConfirm,
      cancelLabel: surveyText.stay,
    });
    if (hasAsked) await draft?.save();
    return hasAsked;
  }

  // Who goes Back by the browser has left already. Without a session the login is shown instead, which says why.
  function hasLeft(): void {
    if (!isRunning || hasAsked || !session.get()) return;
    void draft?.save();
    void showNotice(surveyText.leave);
  }

  return {
    mayLeave,
    hasLeft,
    setRunning: (value: boolean) => (isRunning = value),
    keepDraft: (keeper: DraftKeeper) => (draft = keeper),
  };
}

/** Links ask before a running survey is left; after the browser's Back the same is said. Gives where to put the draft's keeper. */
export function useLeaving(isRunning: boolean): (keeper: DraftKeeper) => void {
  const leaving = useMemo(() => createLeaving(), []);
  useLeaveGuard(leaving.mayLeave);
  useEffect(() => {
    leaving.setRunning(isRunning);
  }, [leaving, isRunning]);
  useEffect(() => leaving.hasLeft, [leaving]);
  return leaving.keepDraft;
}
