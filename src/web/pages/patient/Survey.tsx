import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { surveyText } from '../../../text/survey.ts';
import { session } from '../../api/session.ts';
import { useLeaveGuard } from '../../frame/leave-guard.ts';
import { ask, showAlert, showNotice } from '../../frame/messages.ts';
import { FinishDialog } from '../../features/survey/FinishDialog.tsx';
import { SurveyForm } from '../../features/survey/SurveyForm.tsx';
import { SurveyProgress } from '../../features/survey/SurveyProgress.tsx';
import { useSurvey } from '../../features/survey/use-survey.ts';
import { paths } from '../../paths.ts';
import { Spinner } from '../../ui/Spinner.tsx';

const entered = { entered: true } as const;

/** The survey (spec 2). The page before it in the history is always the overview, so that Back leads there. */
export default function Survey() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const hasEntered = (state as Partial<typeof entered> | null)?.entered === true;
  useEffect(() => {
    if (hasEntered) return;
    void navigate(paths.patientHome, { replace: true });
    void navigate(paths.survey, { state: entered });
  }, [hasEntered, navigate]);
  return hasEntered ? <RunningSurvey /> : <Spinner label={surveyText.loading} />;
}

function RunningSurvey() {
  const navigate = useNavigate();
  const { state, notice, send } = useSurvey();
  const saveDraft = useRef(async () => {});
  const toHome = useCallback(() => void navigate(paths.patientHome, { replace: true }), [navigate]);
  const keepSaving = useCallback((save: () => Promise<void>) => {
    saveDraft.current = save;
  }, []);
  useLeaveMessages(state.kind === 'page', saveDraft);

  const { kind } = state;
  useEffect(() => {
    if (kind === 'failed') void showAlert({ text: surveyText.loadFailed }).then(toHome);
    if (kind === 'nothing_open') void showNotice(surveyText.nothingOpen).then(toHome);
    if (kind === 'closed') void showNotice(state.reason).then(toHome);
    // The kind alone decides: each message is shown once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kind, toHome]);

  if (kind === 'finished') return <FinishDialog onEnd={toHome} />;
  if (kind !== 'page') return <Spinner label={surveyText.loading} />;
  const { page, sending } = state;
  return (
    <>
      <SurveyProgress progress={page.progress} />
      <SurveyForm
        key={page.items.map((item) => item.id).join()}
        page={page}
        sending={sending}
        notice={notice}
        onSend={send}
        onDraft={keepSaving}
      />
    </>
  );
}

/** Links ask before the survey is left; who goes Back by the browser has left already and is told the same afterwards. */
function useLeaveMessages(isRunning: boolean, saveDraft: { readonly current: () => Promise<void> }): void {
  const latest = useRef({ isRunning, hasAsked: false });
  latest.current.isRunning = isRunning;
  const mayLeave = useCallback(async () => {
    if (!latest.current.isRunning) return true;
    const isConfirmed = await ask({
      title: surveyText.leaveTitle,
      text: surveyText.leave,
      confirmLabel: surveyText.leaveConfirm,
      cancelLabel: surveyText.stay,
    });
    if (isConfirmed) await saveDraft.current();
    latest.current.hasAsked = isConfirmed;
    return isConfirmed;
  }, [saveDraft]);
  useLeaveGuard(mayLeave);
  useEffect(() => {
    const left = latest.current;
    return () => {
      // Without a session the login is shown instead, which says why.
      if (!left.isRunning || left.hasAsked || !session.get()) return;
      void saveDraft.current();
      void showNotice(surveyText.leave);
    };
  }, [saveDraft]);
}
