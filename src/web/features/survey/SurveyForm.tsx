import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SurveyPage } from '../../../contract/surveys.ts';
import type { Answer } from '../../../domain/answer-types.ts';
import { questionNumber } from '../../../domain/answers.ts';
import { surveyText } from '../../../text/survey.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SurveyFoot } from './SurveyFoot.tsx';
import { answersOf, type Entries, entriesOf, pageProblems } from './entries.ts';
import { Item } from './Item.tsx';
import css from './survey.module.css';
import { PLACE_ID } from './SurveyProgress.tsx';
import { type DraftKeeper, forgetLost, lostEntries, useDraft } from './use-draft.ts';
import type { Sending } from './use-survey.ts';

type SurveyFormProps = {
  page: SurveyPage;
  start: 'heading' | 'question';
  sending: Sending;
  notice: string | null;
  /** Help is shown in place of the questions. They keep their entries. */
  isCovered: boolean;
  onSend: (answers: Answer[]) => void;
  onEdit: () => void;
  /** Gets the keeper of the page's draft, which is saved before the survey is left. */
  onDraft: (keeper: DraftKeeper) => void;
};

/** One page of the survey. Each page is a form of its own, by its key. */
export function SurveyForm(props: SurveyFormProps) {
  const { page, start, sending, notice, isCovered, onSend, onEdit, onDraft } = props;
  const { dimension, items } = page;
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [checks, setChecks] = useState(0);
  const [shownAt] = useState(() => performance.now());
  const form = useRef<HTMLFormElement>(null);
  const { entries, draft, enter } = useEntries(page);
  const isNumbered = items.some((item) => (questionNumber(items, item.id) ?? 0) > 1);
  const isAutomatic = items[0]?.type === 'INFO_AUTOSUBMIT';
  const shown = sending.kind === 'refused' ? { ...sending.errors, ...problems } : problems;

  useEffect(() => {
    onDraft(draft);
  }, [onDraft, draft]);
  useStartFocus(form, start, isCovered);
  useProblemFocus(form, checks, sending);

  function submit() {
    const answers = answersOf(page, entries, (performance.now() - shownAt) / 1000);
    const found = isAutomatic ? {} : pageProblems(page, answers);
    setProblems(found);
    setChecks(checks + 1);
    if (Object.keys(found).length === 0) onSend(answers);
  }

  // Product 4: a first item of this type is submitted by itself.
  useEffect(() => {
    if (isAutomatic) submit();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function change(id: string, entry: readonly string[]) {
    // While the page is being sent, its answers stay as they are.
    if (sending.kind === 'sending') return;
    enter(id, entry);
    onEdit();
    if (problems[id]) setProblems(({ [id]: _solved, ...rest }) => rest);
  }

  function press(event: FormEvent) {
    event.preventDefault();
    if (sending.kind !== 'sending') submit();
  }

  return (
    <form ref={form} className={css.form} hidden={isCovered} noValidate onSubmit={press}>
      <PageHead dimension={dimension} isFirst={start === 'heading'} />
      {notice && <Notice tone="info">{notice}</Notice>}
      {items.map((item) => (
        <Item
          key={item.id}
          item={item}
          number={isNumbered ? (questionNumber(items, item.id) ?? null) : null}
          entry={entries[item.id] ?? []}
          error={shown[item.id]}
          onChange={(entry) => change(item.id, entry)}
        />
      ))}
      {start === 'heading' && dimension.footer && <p className={css.foot}>{dimension.footer}</p>}
      <SurveyFoot sending={sending} onSend={onSend} />
    </form>
  );
}

type PageHeadProps = Pick<SurveyPage, 'dimension'> & { isFirst: boolean };

/** The subject of the page. What the patient has read on its first page is folded on the next ones. */
function PageHead({ dimension: { title, paragraph, connector, footer }, isFirst }: PageHeadProps) {
  return (
    <header className={isFirst ? css.head : `${css.head} ${css.again}`}>
      <h1 tabIndex={-1} aria-describedby={PLACE_ID}>
        {title}
      </h1>
      {isFirst && paragraph && <p className={css.paragraph}>{paragraph}</p>}
      {!isFirst && (paragraph || footer) && (
        <details>
          <summary>{surveyText.about}</summary>
          {paragraph && <p>{paragraph}</p>}
          {footer && <p>{footer}</p>}
        </details>
      )}
      {connector && <p className={css.connector}>{connector}</p>}
    </header>
  );
}

/** The entries of this page and their draft: from the server, and from before a lost login. */
function useEntries(page: SurveyPage) {
  const [stored] = useState<Entries>(() => entriesOf(page));
  const [entries, setEntries] = useState<Entries>(() => ({ ...stored, ...lostEntries(page) }));
  const draft = useDraft(page, stored);
  useEffect(() => {
    if (lostEntries(page)) draft.note(entries);
    forgetLost();
    // Once, when the page is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  function enter(id: string, entry: readonly string[]) {
    const changed = { ...entries, [id]: entry };
    setEntries(changed);
    draft.note(changed);
  }
  return { entries, draft, enter };
}

const questions = 'fieldset[data-item], [data-item] :is(input, select, textarea), [data-info]';

/** A new page begins with its heading, or with its question if the subject has not changed. So does a page that was covered. */
function useStartFocus(
  form: RefObject<HTMLElement | null>,
  start: 'heading' | 'question',
  isCovered: boolean,
): void {
  // Before the page is painted: a key that is pressed at once must not go elsewhere.
  useLayoutEffect(() => {
    if (isCovered) return;
    window.scrollTo({ top: 0 });
    const question = start === 'question' ? form.current?.querySelector<HTMLElement>(questions) : null;
    (question ?? form.current?.querySelector('h1'))?.focus({ preventScroll: true });
    // Once, when the page is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isCovered]);
}

/**
 * Leads to the first marked answer after each check, and after each refusal of the server. An answer put right never moves the
 * focus, because the patient is still typing or choosing.
 */
function useProblemFocus(form: RefObject<HTMLElement | null>, checks: number, sending: Sending): void {
  useEffect(() => {
    const marked = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    marked?.focus({ preventScroll: true });
    marked?.closest('[data-item]')?.scrollIntoView({ block: 'start' });
    // The numbered check and the attempt to send decide, not what is marked.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [form, checks, sending]);
}
