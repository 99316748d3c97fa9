import {
  type FormEvent,
  Fragment,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { SurveyPage } from '../../../contract/surveys.ts';
import { type Answer, isItemType, isQuestion } from '../../../domain/answer-types.ts';
import { surveyText } from '../../../text/survey.ts';
import { Notice } from '../../ui/Notice.tsx';
import { goOnByEnter } from './enter-key.ts';
import { answersOf, pageProblems } from './entries.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { Item } from './Item.tsx';
import { FIELDS } from './ItemField.tsx';
import items from './items.module.css';
import { Matrix } from './Matrix.tsx';
import { PageHead } from './PageHead.tsx';
import css from './survey.module.css';
import { SurveyFoot } from './SurveyFoot.tsx';
import type { DraftKeeper } from './use-draft.ts';
import { useEntries } from './use-entries.ts';
import { useProblems } from './use-problems.ts';
import { useQuickSend } from './use-quick-send.ts';
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

const looks = { form: `reading ${css.form}`, foot: `muted ${css.foot}` } as const;

/** One page of the survey. Each page is a form of its own, by its key. */
export function SurveyForm(props: SurveyFormProps) {
  const { page, start, sending, notice, isCovered, onSend, onDraft } = props;
  const form = useRef<HTMLFormElement>(null);
  const { entries, draft, shown, problems, same, quick, submit, change } = usePage(form, props);

  useEffect(() => {
    onDraft(draft);
  }, [onDraft, draft]);
  useStartFocus(form, start, isCovered);
  useProblemFocus(form, problems.checks, sending);

  const listeners = { ...quick.listeners, onKeyPress: goOnByEnter };
  function press(event: FormEvent) {
    event.preventDefault();
    quick.cancel();
    if (sending.kind !== 'sending') submit();
  }

  const questions = shown.map((item) => (
    <Fragment key={item.id}>
      <Item
        item={item}
        isOnly={shown.length === 1}
        entry={entries[item.id] ?? []}
        error={problems.texts[item.id]}
        onChange={(entry) => change(item.id, entry)}
      />
      {same?.first === item.id && (
        <Check label={surveyText.sameAddress} checked={same.isSame} onChange={same.set} />
      )}
    </Fragment>
  ));

  return (
    <form ref={form} className={looks.form} hidden={isCovered} noValidate onSubmit={press} {...listeners}>
      {hasSummary(page, problems) && (
        <div className={Object.keys(problems.texts).length > 0 ? undefined : css.solved}>
          <ErrorSummary items={shown} marked={problems.marked} missing={problems.missing} />
        </div>
      )}
      <PageHead page={page} isFirst={start === 'heading'} entries={entries} />
      {notice && <Notice tone="info">{notice}</Notice>}
      {page.draft_is_last && <p className={looks.foot}>{surveyText.answeredLast}</p>}
      {page.layout === 'matrix' ? (
        <Matrix stem={page.dimension.connector} rows={shown}>
          {questions}
        </Matrix>
      ) : (
        questions
      )}
      {quick.wish && <Check label={surveyText.quick} checked={quick.wish.isOn} onChange={quick.wish.set} />}
      {start === 'heading' && page.dimension.footer && <p className={looks.foot}>{page.dimension.footer}</p>}
      {page.progress === 0 && <p className={looks.foot}>{surveyText.sentForGood}</p>}
      <SurveyFoot sending={sending} onSend={onSend} />
    </form>
  );
}

type CheckProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className={`beside gap-3 ${items.same}`}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** What the patient does on the page: enters answers and sends them. */
function usePage(
  form: RefObject<HTMLFormElement | null>,
  { page, sending, onSend, onEdit }: SurveyFormProps,
) {
  const [shownAt] = useState(() => performance.now());
  const moments = useRef<Record<string, number>>({});
  const passed = () => (performance.now() - shownAt) / 1000;
  const { entries, draft, enter, hidden, same, setSame } = useEntries(page);
  const problems = useProblems(sending);
  const quick = useQuickSend(form, page, entries, problems.marked.length === 0);
  const isAutomatic = page.items[0]?.type === 'INFO_AUTOSUBMIT';

  function submit() {
    const answers = answersOf(page, entries, passed(), moments.current);
    const found = isAutomatic ? [] : pageProblems(page, answers);
    problems.check(found.filter(({ id }) => !hidden.some((item) => item.id === id)));
    if (found.length === 0) onSend(answers);
  }

  // Product 4: a first item of this type is submitted by itself.
  useEffect(() => {
    if (isAutomatic) submit();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function change(id: string, entry: readonly string[]) {
    // While the page is being sent, its answers stay as they are.
    if (sending.kind === 'sending') return;
    moments.current[id] = passed();
    enter(id, entry);
    onEdit();
    problems.solve(id);
    quick.choose(id, entry[0]);
  }

  const shown = page.items.filter((item) => !hidden.includes(item));
  const first = same?.after?.id;
  return {
    entries,
    draft,
    shown,
    problems,
    quick,
    submit,
    change,
    same: same && { first, isSame: same.isSame, set: setSame },
  };
}

/** A single question needs no summary: it is marked and gets the focus itself. */
function hasSummary({ items: all }: SurveyPage, { marked }: { marked: readonly string[] }): boolean {
  const questions = all.filter(({ type }) => !isItemType(type) || isQuestion(type));
  return questions.length > 1 && marked.length > 0;
}

const focusable = `fieldset[data-item], [data-item] :is(${FIELDS}), [data-info]`;

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
    const question = start === 'question' ? form.current?.querySelector<HTMLElement>(focusable) : null;
    (question ?? form.current?.querySelector('h1'))?.focus({ preventScroll: true });
    // Once, when the page is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isCovered]);
}

/**
 * Leads to the summary after each check and after each refusal of the server, or to the only question of the page. An answer put
 * right never moves the focus, because the patient is still typing or choosing.
 */
function useProblemFocus(form: RefObject<HTMLElement | null>, checks: number, sending: Sending): void {
  useEffect(() => {
    const marked = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    const target = marked && (form.current?.querySelector<HTMLElement>('[data-summary]') ?? marked);
    target?.focus({ preventScroll: true });
    (target?.closest('[data-item]') ?? target)?.scrollIntoView({ block: 'start' });
    // The numbered check and the attempt to send decide, not what is marked.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [form, checks, sending]);
}
