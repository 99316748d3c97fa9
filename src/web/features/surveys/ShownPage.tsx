import { useCallback, useEffect, useState } from 'react';
import { isHelpPage } from '../../../domain/help-page.ts';
import { keepHelp, useHelp } from '../help/clinic-help.ts';
import { answersOf } from './entries.ts';
import { HelpPage, useEarlyHelp } from './HelpPage.tsx';
import { SurveyForm } from './SurveyForm.tsx';
import { SavedState } from './SavedState.tsx';
import { SurveyPlace, SurveyProgress } from './SurveyProgress.tsx';
import type { DraftKeeper } from './use-draft.ts';
import type { Survey, SurveyState } from './use-survey.ts';

type ShownPageProps = {
  shown: Extract<SurveyState, { kind: 'page' }>;
  survey: Survey;
  onPause: () => void;
  /** Gets the keeper of the page's draft, which is saved before the survey is left; null if there is none. */
  onDraft: (keeper: DraftKeeper | null) => void;
};

/** The current page of the survey: questions, or help. Help may cover the questions while their answers are not sent yet. */
export function ShownPage({ shown, survey, onPause, onDraft }: ShownPageProps) {
  const { page, start, sending } = shown;
  const isHelp = isHelpPage(page.items);
  const early = useEarlyHelp(page, sending);
  const help = useHelp();
  const [keeper, setKeeper] = useState<DraftKeeper | null>(null);
  const keep = useCallback(
    (next: DraftKeeper | null) => {
      setKeeper(next);
      onDraft(next);
    },
    [onDraft],
  );
  useEffect(() => {
    if (page.help) keepHelp(page.help);
    if (isHelp) onDraft(null);
  }, [page, isHelp, onDraft]);
  const goOn = (seconds: number) => survey.send(answersOf(page, {}, seconds));
  const sendAgain = () => 'answers' in sending && survey.send(sending.answers);
  return (
    <>
      <SurveyProgress page={page}>
        <SavedState keeper={isHelp ? null : keeper} sending={sending} hasPages={page.progress > 0} />
      </SurveyProgress>
      {!isHelp && !early.isShown && <SurveyPlace page={page} />}
      {!isHelp && (
        <SurveyForm
          key={page.items.map((item) => item.id).join()}
          page={page}
          start={start}
          sending={sending}
          notice={survey.notice}
          isCovered={early.isShown}
          onSend={survey.send}
          onEdit={survey.edit}
          onDraft={keep}
        />
      )}
      {(isHelp || early.isShown) && (
        <HelpPage
          help={page.help ?? help}
          sending={sending}
          isEarly={!isHelp}
          onSend={isHelp ? goOn : sendAgain}
          onPause={onPause}
          onBack={early.leave}
        />
      )}
    </>
  );
}
