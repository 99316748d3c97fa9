import { useEffect, useState } from 'react';
import type { AnswerError } from '../../../domain/answers.ts';
import { surveyText } from '../../../text/survey.ts';
import { problemText } from './entries.ts';
import type { Sending } from './use-survey.ts';

type Problems = {
  /** The sentence at each question that is not put right yet. */
  texts: Readonly<Record<string, string>>;
  /** The marked questions of the last check, in any order. They stay, so that nothing moves while an answer is put right. */
  marked: readonly string[];
  missing: readonly string[];
  /** The number of checks so far. */
  checks: number;
  check: (found: readonly AnswerError[]) => void;
  solve: (id: string) => void;
};

/** The problems of a page: those of the last check, and those that the server found. */
export function useProblems(sending: Sending): Problems {
  const [found, setFound] = useState<readonly AnswerError[]>([]);
  const [solved, setSolved] = useState<readonly string[]>([]);
  const [checks, setChecks] = useState(0);
  const refused = sending.kind === 'refused' ? sending.errors : {};
  const open = found.filter(({ id }) => !solved.includes(id));
  const texts = { ...refused, ...Object.fromEntries(open.map((error) => [error.id, problemText(error)])) };
  useMarkedTitle(Object.keys(texts).length > 0);
  return {
    texts,
    marked: [...found.map(({ id }) => id), ...Object.keys(refused)],
    missing: found.filter(({ code }) => code === 'answer_missing').map(({ id }) => id),
    checks,
    check(errors) {
      setFound(errors);
      setSolved([]);
      setChecks(checks + 1);
    },
    solve: (id) => setSolved((before) => (before.includes(id) ? before : [...before, id])),
  };
}

/** The title of the document says it first, because a screen reader reads it first. */
function useMarkedTitle(isMarked: boolean): void {
  useEffect(() => {
    if (!isMarked) return undefined;
    document.title = surveyText.errorTitle + document.title;
    return () => {
      // The next page may have a title of its own by now.
      document.title = document.title.replace(surveyText.errorTitle, '');
    };
  }, [isMarked]);
}
