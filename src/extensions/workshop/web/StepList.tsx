import { Icon } from '../../../web/ui/Icon.tsx';
import { navigate } from '../../../web/ui/navigation.tsx';
import { SelectField } from '../../../web/ui/SelectField.tsx';
import { useNarrow } from '../../../web/ui/use-media.ts';
import { draftText as text, stepText } from '../text/workshop.ts';
import { draftPlace, SHOWN_STEPS, type ShownStep } from './places.ts';
import { openOf, stateOf } from './step-states.ts';
import type { DraftWork } from './use-draft.ts';
import css from './workshop.module.css';

type StepListProps = { work: DraftWork; shown: ShownStep };

/** The steps of a draft, each with its state. On a phone they are one list to choose from. */
export function StepList({ work, shown }: StepListProps) {
  const isNarrow = useNarrow();
  const open = (step: ShownStep) => navigate(draftPlace(work.id, step));
  const steps = SHOWN_STEPS.map((step, index) => {
    const count = openOf(work, step);
    const state = stateOf(step, count);
    const word = state === 'open' && count > 1 ? text.openCount(count) : text.state[state];
    return { step, state, word, name: text.numbered(index + 1, stepText[step].title) };
  });
  if (isNarrow)
    return (
      <SelectField
        label={text.step}
        value={shown}
        // The options are the steps; the empty one leads nowhere.
        onChange={(step) => step && open(step as ShownStep)}
        options={steps.map(({ step, name, word }) => ({ value: step, label: `${name} (${word})` }))}
      />
    );
  return (
    <nav aria-label={text.steps}>
      <ol className={`plain row gap-2 ${css.steps}`}>
        {steps.map(({ step, state, word, name }) => (
          <li key={step}>
            <button
              type="button"
              className={`box hovers ${css.step}`}
              aria-current={step === shown ? 'step' : undefined}
              onClick={() => open(step)}
            >
              <span>{name}</span>
              <span className={`beside gap-1 small ${state === 'ready' ? css.done : css[state]}`}>
                {state === 'done' && <Icon name="check" size={16} />}
                <span>{word}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
