import { type MouseEvent, useId, useRef } from 'react';
import { moreIcons } from '../../../web/ui/more-icons.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import {
  decisionsOf,
  type DangerMarks,
  lacks,
  type Mark,
  marked,
  markOf,
  openQuestions,
  showsDanger,
} from '../domain/danger-marks.ts';
import type { Draft } from '../contract/routes.ts';
import { type FormItem, isChoice, questionsOf, wordsOf } from '../domain/form.ts';
import { dangerText as text, questionsText } from '../text/steps.ts';
import type { StepProps } from './use-draft.ts';
import { LongWordsField } from './fields.tsx';
import css from './workshop.module.css';

/** Question by question, answer by answer: does it show danger? Nothing is chosen beforehand. */
export function DangerStep({ work }: StepProps) {
  const { form, content, draft } = work;
  const list = useRef<HTMLOListElement>(null);
  const questions = questionsOf(form);
  const open = openQuestions(form, content.danger);
  const goTo = (item: FormItem | undefined) => {
    const place =
      item && list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(item.id)}"] fieldset`);
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'start' });
  };
  /** The open question behind this one, or the first of all. */
  const goOn = (id: string) => {
    const others = open.filter((item) => item.id !== id);
    const at = questions.findIndex((item) => item.id === id);
    goTo(others.find((item) => questions.indexOf(item) > at) ?? others[0]);
  };
  const toNext = (
    <Button look="secondary" icon={moreIcons.down} disabled={open.length === 0} onClick={() => goTo(open[0])}>
      {text.next}
    </Button>
  );
  const progress = text.progress(questions.length - open.length, questions.length);
  return (
    <>
      <div className="stack">
        <p>{text.meaning.notice}</p>
        <p>{text.meaning.urgent}</p>
        <div className="line">
          <output className="strong">{progress}</output>
          {toNext}
        </div>
      </div>
      <ol ref={list} className="stack plain">
        {questions.map((item, index) => (
          <li key={item.id} data-row={item.id}>
            <QuestionDanger
              item={item}
              number={index + 1}
              hint={draft.hints.find((one) => one.item === item.id)}
              work={work}
              onQuick={() => goOn(item.id)}
            />
          </li>
        ))}
      </ol>
      <div className="line">
        <span className="strong">{progress}</span>
        {toNext}
      </div>
    </>
  );
}

type QuestionDangerProps = StepProps & {
  item: FormItem;
  number: number;
  hint: Draft['hints'][number] | undefined;
  /** All answers were decided by the keyboard. */
  onQuick: () => void;
};

const states = { marks: text.open, words: text.openWords } as const;

function QuestionDanger({ item, number, hint, work, onQuick }: QuestionDangerProps) {
  const { form, content, edit } = work;
  const { danger } = content;
  const decisions = decisionsOf(item, form);
  const lacking = lacks(item, form, danger);
  const change = (next: (marks: DangerMarks) => DangerMarks) =>
    edit((now) => ({ ...now, danger: next(now.danger) }));
  const mark = (options: readonly string[], value: Mark) =>
    change((now) => marked(now, item.id, options, value));
  return (
    <fieldset className={`framed ${css.danger}`} tabIndex={-1}>
      <legend>
        <span className="muted">{`${questionsText.question(number)} `}</span>
        <span className={`small ${lacking ? css.open : css.done}`}>
          {lacking ? states[lacking] : text.done}
        </span>
        <span className={`strong ${css.words}`}>{wordsOf(item.content)}</span>
      </legend>
      <div className="stack">
        {hint && (
          <Notice tone="warning">{hint.is_self ? text.hint(hint.words) : text.otherHint(hint.words)}</Notice>
        )}
        {!isChoice(item) && <p className="muted small">{text.wholeHint}</p>}
        {decisions.map(({ id, label }) => (
          <Marks
            key={id}
            label={wordsOf(label) || text.whole}
            value={markOf(danger, item.id, id)}
            marks={isChoice(item) ? ['none', 'notice', 'urgent'] : ['none']}
            onChange={(value) => mark([id], value)}
          />
        ))}
        {showsDanger(danger, item.id) ? (
          <Says item={item.id} danger={danger} isMissing={lacking === 'words'} onChange={change} />
        ) : (
          isChoice(item) && (
            <NoDanger
              number={number}
              isDone={!lacking}
              onDecide={() => {
                const all = decisions.map(({ id }) => id);
                mark(all, 'none');
              }}
              onQuick={onQuick}
            />
          )
        )}
      </div>
    </fieldset>
  );
}

type NoDangerProps = { number: number; isDone: boolean; onDecide: () => void; onQuick: () => void };

/**
 * Decides all answers of a question. A pointer rests where it pressed: the button stays there and says that it is done, so that a second
 * press decides nothing that nobody has read. The keyboard goes on to a question, not to its button.
 */
function NoDanger({ number, isDone, onDecide, onQuick }: NoDangerProps) {
  const decide = ({ detail }: MouseEvent) => {
    if (isDone) return;
    onDecide();
    if (detail === 0) onQuick();
  };
  return (
    <div>
      <Button
        look="secondary"
        {...(isDone && { icon: 'check' as const })}
        aria-disabled={isDone || undefined}
        aria-label={isDone ? text.doneOf(number) : text.quickOf(number)}
        onClick={decide}
      >
        {isDone ? text.done : text.quick}
      </Button>
    </div>
  );
}

type SaysProps = {
  item: string;
  danger: DangerMarks;
  isMissing: boolean;
  onChange: (next: (marks: DangerMarks) => DangerMarks) => void;
};

function Says({ item, danger: { says }, isMissing, onChange }: SaysProps) {
  return (
    <LongWordsField
      label={text.says}
      hint={text.saysHint}
      value={says[item] ?? ''}
      maxLength={500}
      error={isMissing ? text.saysMissing : undefined}
      onChange={(words) => onChange((now) => ({ ...now, says: { ...now.says, [item]: words } }))}
    />
  );
}

type MarksProps = {
  label: string;
  value: Mark | undefined;
  marks: readonly Mark[];
  onChange: (mark: Mark) => void;
};

/** What one answer shows. Radio buttons without a choice until somebody decides. */
function Marks({ label, value, marks, onChange }: MarksProps) {
  return (
    <div role="radiogroup" aria-label={label} className={css.marks}>
      <span aria-hidden="true">{label}</span>
      <MarkButtons {...{ value, marks, onChange }} />
    </div>
  );
}

function MarkButtons({ value, marks, onChange }: Omit<MarksProps, 'label'>) {
  const name = useId();
  return (
    <div className="row gap-2">
      {marks.map((mark) => (
        <label key={mark} className={`box beside gap-2 ${css.mark}`}>
          <input type="radio" name={name} checked={value === mark} onChange={() => onChange(mark)} />
          <span>{text.marks[mark]}</span>
        </label>
      ))}
    </div>
  );
}
