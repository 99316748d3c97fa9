import { useEffect } from 'react';
import { usePlace } from '../../../web/ui/navigation.tsx';
import { focusPageIfLost } from '../../../web/ui/page-focus.ts';
import { DraftEditor } from './DraftEditor.tsx';
import { NewQuestionnaire } from './NewQuestionnaire.tsx';
import { shownAt } from './places.ts';
import { Published } from './Published.tsx';
import { QuestionnaireList } from './QuestionnaireList.tsx';
import { Windows } from './Windows.tsx';

/** The clinic's questionnaires (issue 40): the list, a new one, a draft, and the windows that ask for them. */
export default function Questionnaires() {
  const shown = shownAt(usePlace().hash);
  const view = shown.kind === 'draft' ? shown.id : shown.kind;
  // What led to another view has gone with the one before.
  useEffect(focusPageIfLost, [view]);
  if (shown.kind === 'draft') return <DraftEditor key={shown.id} id={shown.id} step={shown.step} />;
  if (shown.kind === 'published') return <Published id={shown.id} version={shown.version} />;
  if (shown.kind === 'new') return <NewQuestionnaire />;
  return shown.kind === 'windows' ? <Windows /> : <QuestionnaireList />;
}
