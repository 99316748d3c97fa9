import { useEffect, useState } from 'react';
import type { SurveyPage } from '../../../contract/surveys.ts';
import type { Answer } from '../../../domain/answer-types.ts';
import { leadsToHelp } from '../../../domain/help-page.ts';
import type { Sending } from './use-survey.ts';

// Help must not wait longer than this for a slow connection.
const PATIENCE_MS = 2000;

type EarlyHelp = {
  isShown: boolean;
  /** Back to the questions. The same answers do not show the help again; a new press on "Weiter" does. */
  leave: () => void;
};

/**
 * Shows help before the server has the answers that lead to it: at once if they cannot be sent, and after a moment if that takes
 * long (product 19.5). The browser knows the rules of its page, and applies them only to answers that the patient has sent off.
 */
export function useEarlyHelp({ help }: SurveyPage, sending: Sending): EarlyHelp {
  const answers = 'answers' in sending ? sending.answers : null;
  const isDue = answers !== null && leadsToHelp(help?.after ?? [], answers);
  const hasFailed = sending.kind !== 'sending';
  const [shownFor, setShownFor] = useState<readonly Answer[] | null>(null);
  const [leftFor, setLeftFor] = useState<readonly Answer[] | null>(null);
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => setShownFor(answers), hasFailed ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isDue, hasFailed, answers]);
  const isLate = hasFailed || shownFor === answers;
  return { isShown: isDue && isLate && leftFor !== answers, leave: () => setLeftFor(answers) };
}
