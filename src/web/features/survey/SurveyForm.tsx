import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Answer, SurveyPage } from '../../../contract/surveys.ts';
import { questionNumber } from '../../../domain/answers.ts';
import { surveyText } from '../../../text/survey.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { BackHint } from './BackHint.tsx';
import { pageProblems } from './check-page.ts';
import { answersOf, type Entries, entriesOf } from './entries.ts';
import { Item } from './Item.tsx';
import css from './survey.module.css';
import { type DraftKeeper, useDraft } from './use-draft.ts';
import type { Sending } from './use-survey.ts';

type SurveyFormProps = {
  page: SurveyPage;
  sending: Sending;
  notice: string | null;
  onSend: (answers: Answer[]) => void;
  /** Gives the keeper of the page's draft to who asks before the survey is left. */
  onDraft: (keeper: DraftKeeper) => void;
};

/** One page of the survey. Another page is another form: it is rendered anew with its own key. */
export function SurveyForm({ page, sending, notice, onSend, onDraft }: SurveyFormProps) {
  const [stored] = useState<Entries>(() => entriesOf(page));
  const [entries, setEntries] = useState(stored);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [shownAt] = useState(() => performance.now());
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft(page, stored);
  const { dimension, items } = page;
  const isNumbered = items.some((item) => (questionNumber(items, item.id) ?? 0) > 1);
  const isAutomatic = items[0]?.type === 'INFO_AUTOSUBMIT';
  const shown = sending.kind === 'refused' ? { ...sending.errors, ...problems } : problems;

  useEffect(() => {
    onDraft(draft);
  }, [onDraft, draft]);
  useEffect(() => {
    window.scrollTo({ top: 0 });
    form.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (Object.keys(shown).length > 0) focusFirstProblem(form.current);
    // Only a new check moves the focus, not every answer that is put right.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [problems, sending]);

  function submit() {
    const answers = answersOf(page, entries, (performance.now() - shownAt) / 1000);
    const found = isAutomatic ? {} : pageProblems(page, answers);
    setProblems(found);
    if (Object.keys(found).length === 0) onSend(answers);
  }

  // Spec 4: a first item of this type is submitted by itself.
  useEffect(() => {
    if (isAutomatic) submit();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const change = (id: string, entry: readonly string[]) => {
    const changed = { ...entries, [id]: entry };
    setEntries(changed);
    draft.note(changed);
    if (problems[id]) setProblems(({ [id]: _solved, ...rest }) => rest);
  };

  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (sending.kind !== 'sending') submit();
      }}
    >
      <header className={css.head}>
        <h1 tabIndex={-1}>{dimension.title}</h1>
        {dimension.paragraph && <p className={css.paragraph}>{dimension.paragraph}</p>}
        {dimension.connector && <p className={css.connector}>{dimension.connector}</p>}
      </header>
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
      {dimension.footer && <p className={css.foot}>{dimension.footer}</p>}
      <SendingNotice sending={sending} onSend={onSend} />
      <div className={css.buttons}>
        <BackHint />
        <Button type="submit" pending={sending.kind === 'sending'}>
          {surveyText.next}
        </Button>
      </div>
    </form>
  );
}

function focusFirstProblem(form: HTMLElement | null): void {
  const target = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center' });
}

function SendingNotice({ sending, onSend }: Pick<SurveyFormProps, 'sending' | 'onSend'>) {
  if (sending.kind !== 'offline' && sending.kind !== 'failed') return null;
  return (
    <Notice tone={sending.kind === 'offline' ? 'warning' : 'error'}>
      <p>{sending.kind === 'offline' ? surveyText.offline : surveyText.sendFailed}</p>
      <Button look="secondary" onClick={() => onSend(sending.answers)}>
        {surveyText.retry}
      </Button>
    </Notice>
  );
}
