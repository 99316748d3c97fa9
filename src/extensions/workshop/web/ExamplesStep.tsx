import { useState } from 'react';
import { createStore } from '../../../web/api/store.ts';
import { useStore } from '../../../web/api/use-store.ts';
import { moreIcons } from '../../../web/ui/more-icons.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import type { Example } from '../contract/routes.ts';
import { answersOf, rowOf, scoreOf, strangers } from '../domain/example-rows.ts';
import { EXAMPLES_NEEDED, isEqual } from '../domain/examples.ts';
import { type FormScale, questionsOf, type Typed, wordsOf } from '../domain/form.ts';
import { examplesText as text } from '../text/late-steps.ts';
import type { StepProps } from './use-draft.ts';
import { LongWordsField, NumberField, WordsField } from './fields.tsx';
import { scaleNames } from './ScoringStep.tsx';
import css from './workshop.module.css';

const empty: Example = { name: '', answers: [], expected: [] };

/** Worked examples of the manual: the scores that the draft gives must be those of the manual. */
export function ExamplesStep({ work }: StepProps) {
  const { form, content, edit } = work;
  const missing = Math.max(0, EXAMPLES_NEEDED - content.examples.length);
  const shown = [...content.examples, ...Array.from({ length: missing }, () => empty)];
  const set = (examples: readonly Example[]) => edit((now) => ({ ...now, examples: [...examples] }));
  if (form.scales.length === 0) return <Notice tone="info">{text.unscored}</Notice>;
  return (
    <>
      {shown.map((example, index) => (
        <ExampleCard
          // Examples have no id, and their order does not change.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          example={example}
          number={index + 1}
          work={work}
          onChange={(next) => set(shown.toSpliced(index, 1, next))}
          onRemove={() => set(shown.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button look="secondary" icon="plus" onClick={() => set([...shown, empty])}>
          {text.add}
        </Button>
      </div>
    </>
  );
}

// A row stays as it was typed while its answers are these, also when the step is opened again.
const typedRows = createStore<Readonly<Record<string, { readonly row: string; readonly answers: string }>>>(
  {},
);
const wordsFor = ({ answers }: Example) => JSON.stringify(answers.map(({ item, value }) => [item, value]));

type ExampleCardProps = StepProps & {
  example: Example;
  number: number;
  onChange: (example: Example) => void;
  onRemove: () => void;
};

function ExampleCard({ example, number, work, onChange, onRemove }: ExampleCardProps) {
  const { form } = work;
  const questions = questionsOf(form);
  const place = `${work.id} ${number}`;
  const typed = useStore(typedRows)[place];
  const row = typed?.answers === wordsFor(example) ? typed.row : rowOf(example.answers, form);
  const { count } = answersOf(row, form);
  return (
    <section aria-label={text.legend(number)}>
      <Card>
        <div className="line between">
          <h3>{text.legend(number)}</h3>
          {number > EXAMPLES_NEEDED && (
            <Button look="quiet" icon={moreIcons.trash} onClick={onRemove}>
              {text.remove(number)}
            </Button>
          )}
        </div>
        <WordsField
          label={text.name}
          hint={text.nameHint}
          value={example.name}
          onChange={(name) => onChange({ ...example, name })}
          maxLength={200}
        />
        <LongWordsField
          label={text.answers}
          hint={text.answersHint(questions.length)}
          value={row}
          error={rowProblem(example, count, work)}
          onChange={(next) => {
            const changed = { ...example, answers: [...answersOf(next, form).answers] };
            typedRows.set({ ...typedRows.get(), [place]: { row: next, answers: wordsFor(changed) } });
            onChange(changed);
          }}
        />
        {count > 0 && count < questions.length && (
          <output className="muted small">{text.tooFew(count, questions.length)}</output>
        )}
        <div className="columns">
          {form.scales.map((scale) => (
            <Expected key={scale.key} scale={scale} example={example} work={work} onChange={onChange} />
          ))}
        </div>
      </Card>
    </section>
  );
}

function rowProblem({ answers }: Example, count: number, { form }: StepProps['work']): string | undefined {
  const questions = questionsOf(form);
  if (count > questions.length) return text.tooMany(count, questions.length);
  const wrong = strangers(answers, form);
  const numbers = questions.flatMap(({ id }, index) => (wrong.includes(id) ? [index + 1] : []));
  return numbers.length > 0 ? text.strange(text.names(numbers)) : undefined;
}

type ExpectedProps = StepProps & { scale: FormScale; example: Example; onChange: (example: Example) => void };

function Expected({ scale, example, work: { form }, onChange }: ExpectedProps) {
  const [typed, setTyped] = useState<Typed>('');
  const wanted = example.expected.find((one) => one.scale === scale.key)?.score;
  const change = (value: Typed) => {
    const others = example.expected.filter((one) => one.scale !== scale.key);
    setTyped(value);
    onChange({
      ...example,
      expected: typeof value === 'number' ? [...others, { scale: scale.key, score: value }] : others,
    });
  };
  const isWrong = wanted === undefined && typeof typed === 'string' && typed.trim() !== '';
  return (
    <div className="stack gap-1">
      <NumberField
        label={text.expected(scaleNames(form).get(scale.key) ?? '')}
        value={wanted ?? typed}
        onChange={change}
        error={isWrong ? text.noNumber : undefined}
      />
      <Comparison own={scoreOf(scale, example.answers, form)} wanted={wanted} />
    </div>
  );
}

/** Whether the score of the draft is that of the manual. */
export function Comparison({ own, wanted }: { own: number | null; wanted: number | undefined }) {
  if (wanted === undefined) return null;
  if (own === null) return <output className="muted small">{text.later}</output>;
  const words = wordsOf(Math.round(own * 1000) / 1000);
  const isSame = isEqual(own, wanted);
  return (
    <output className={`beside gap-1 small ${isSame ? css.done : css.wrong}`}>
      <Icon name={isSame ? 'check' : 'warning'} size={16} />
      <span>{isSame ? text.equal(words) : text.different(words)}</span>
    </output>
  );
}
