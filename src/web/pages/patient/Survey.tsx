import { useCallback, useEffect, useMemo } from 'react';
import { surveyText } from '../../../text/survey.ts';
import { lazyPart } from '../../api/chunk.ts';
import { ask, showAlert, showNotice } from '../../api/messages.ts';
import { session } from '../../api/session.ts';
import { ShownPage } from '../../features/surveys/ShownPage.tsx';
import { FinishDialog } from '../../features/surveys/SurveyProgress.tsx';
import type { DraftKeeper } from '../../features/surveys/use-draft.ts';
import { useSurvey } from '../../features/surveys/use-survey.ts';
import { paths } from '../../paths.ts';
import { useLeaveGuard } from '../../ui/GuardedLink.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { navigate, usePlace } from '../../ui/navigation.tsx';

// Most clinics have the consent on paper.
const ConsentStep = lazyPart(() => import('../../features/consent/ConsentStep.tsx'));

const entered = { entered: true } as const;

/** The survey (product 2). The page before it in the history is always the overview, so that Back leads there. */
export default function Survey() {
  const { state } = usePlace();
  const hasEntered = (state as Partial<typeof entered> | null)?.entered === true;
  useEffect(() => {
    if (hasEntered) return;
    navigate(paths.patientHome, { replace: true });
    navigate(paths.survey, { state: entered });
  }, [hasEntered]);
  return hasEntered ? <RunningSurvey /> : <Spinner label={surveyText.loading} />;
}

function RunningSurvey() {
  const survey = useSurvey();
  const { state, resume } = survey;
  const toHome = useCallback(() => navigate(paths.patientHome, { replace: true }), []);
  const leaving = useLeaving(state.kind === 'page');

  const { kind } = state;
  useEffect(() => {
    if (kind === 'failed') void showAlert({ text: surveyText.loadFailed }).then(toHome);
    if (kind === 'nothing_open') void showNotice(surveyText.nothingOpen).then(toHome);
    if (kind === 'closed') void showNotice(state.reason).then(toHome);
    // The kind alone decides: each message is shown once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kind, toHome]);

  if (kind === 'consent') return <ConsentStep onGiven={resume} onDecline={toHome} />;
  if (kind === 'finished') return <FinishDialog givesReport={state.givesReport} onEnd={toHome} />;
  if (kind !== 'page') return <Spinner label={surveyText.loading} />;
  const pause = () => {
    leaving.pause();
    toHome();
  };
  return <ShownPage shown={state} survey={survey} onPause={pause} onDraft={leaving.keepDraft} />;
}

function askToLeave(text: string, confirmLabel: string): Promise<boolean> {
  return ask({
    title: surveyText.leaveTitle,
    text,
    confirmLabel,
    cancelLabel: surveyText.stay,
    prefersNo: true,
  });
}

function createLeaving() {
  let isRunning = false;
  let hasAsked = false;
  let draft: DraftKeeper | null = null;

  async function mayLeave(): Promise<boolean> {
    if (!isRunning) return true;
    const isKept = !draft || draft.isSaved();
    if (isKept || navigator.onLine) {
      const kept = isKept ? surveyText.leaveSaved : surveyText.leaveSaving;
      hasAsked = await askToLeave(`${surveyText.leave} ${kept}`, surveyText.leaveConfirm);
      if (!hasAsked || !draft || (await draft.save())) return hasAsked;
    }
    hasAsked = await askToLeave(surveyText.leaveUnsaved, surveyText.leaveAnyway);
    return hasAsked;
  }

  // After the browser's Back the patient has left already. Without a session the login page says why.
  function hasLeft(): void {
    if (!isRunning || hasAsked || !session.get()) return;
    void draft?.save();
    // At the same address an error took the place of the survey. Its way out must not lie below a dialog.
    if (window.location.pathname !== paths.survey) void showNotice(surveyText.leave);
  }

  return {
    mayLeave,
    hasLeft,
    setRunning: (value: boolean) => (isRunning = value),
    /** A button of the page leads to the overview: the patient knows what it does. */
    pause: () => (hasAsked = true),
    keepDraft: (keeper: DraftKeeper | null) => (draft = keeper),
  };
}

/** Links ask before a running survey is left; after the browser's Back a notice says the same. */
function useLeaving(isRunning: boolean): Pick<ReturnType<typeof createLeaving>, 'pause' | 'keepDraft'> {
  const leaving = useMemo(() => createLeaving(), []);
  useLeaveGuard(leaving.mayLeave);
  useEffect(() => {
    leaving.setRunning(isRunning);
  }, [leaving, isRunning]);
  useEffect(() => leaving.hasLeft, [leaving]);
  return leaving;
}
