import { lazy, useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { surveyText } from '../../../text/survey.ts';
import { loadChunk } from '../../api/chunk.ts';
import { showAlert, showNotice } from '../../api/messages.ts';
import { FinishDialog, SurveyProgress } from '../../features/survey/SurveyProgress.tsx';
import { SurveyForm } from '../../features/survey/SurveyForm.tsx';
import { useLeaving } from '../../features/survey/use-leaving.ts';
import { useSurvey } from '../../features/survey/use-survey.ts';
import { paths } from '../../paths.ts';
import { Spinner } from '../../ui/Spinner.tsx';

// Most clinics have the consent on paper.
const ConsentStep = lazy(loadChunk(() => import('../../features/consent/ConsentStep.tsx')));

const entered = { entered: true } as const;

/** The survey (product 2). The page before it in the history is always the overview, so that Back leads there. */
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
  const { state, notice, send, edit, resume } = useSurvey();
  const toHome = useCallback(() => void navigate(paths.patientHome, { replace: true }), [navigate]);
  const keepDraft = useLeaving(state.kind === 'page');

  const { kind } = state;
  useEffect(() => {
    if (kind === 'failed') void showAlert({ text: surveyText.loadFailed }).then(toHome);
    if (kind === 'nothing_open') void showNotice(surveyText.nothingOpen).then(toHome);
    if (kind === 'closed') void showNotice(state.reason).then(toHome);
    // The kind alone decides: each message is shown once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kind, toHome]);

  if (kind === 'consent') return <ConsentStep onGiven={resume} onDecline={toHome} />;
  if (kind === 'finished') return <FinishDialog onEnd={toHome} />;
  if (kind !== 'page') return <Spinner label={surveyText.loading} />;
  const { page, start, sending } = state;
  return (
    <>
      <SurveyProgress progress={page.progress} />
      <SurveyForm
        key={page.items.map((item) => item.id).join()}
        page={page}
        start={start}
        sending={sending}
        notice={notice}
        onSend={send}
        onEdit={edit}
        onDraft={keepDraft}
      />
    </>
  );
}
