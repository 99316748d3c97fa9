import { moreIcons } from '../../../web/ui/more-icons.ts';
import { Button, IconButton } from '../../../web/ui/Button.tsx';
import type { FormOption } from '../domain/form.ts';
import { nextOption } from '../domain/questions.ts';
import { questionsText as text } from '../text/steps.ts';
import { hidden, NumberField, WordsField } from './fields.tsx';
import { useActs } from '../../../web/ui/use-acts.ts';
import css from './workshop.module.css';

type OptionsEditorProps = {
  /** What the answers belong to, for screen readers. */
  of: string;
  options: readonly FormOption[];
  onChange: (options: readonly FormOption[]) => void;
};

const FEWEST = 2;

/** A list of answers with their values. */
export function OptionsEditor({ of, options, onChange }: OptionsEditorProps) {
  const { box, act } = useActs<HTMLOListElement>();
  const change = (index: number, changed: Partial<FormOption>) =>
    onChange(options.map((one, at) => (at === index ? { ...one, ...changed } : one)));
  const remove = (index: number) => {
    const left = options.toSpliced(index, 1);
    act('', { id: left[Math.min(index, left.length - 1)]?.id ?? '', controls: ['remove', 'label'] });
    onChange(left);
  };
  const add = () => {
    const option = nextOption(options);
    act('', { id: option.id, controls: ['label'] });
    onChange([...options, option]);
  };
  return (
    <div className="stack gap-2 start">
      <ol ref={box} className={`stack gap-2 plain wide ${css.options}`}>
        {options.map((option, index) => (
          <li key={option.id} data-row={option.id} className={css.option}>
            <WordsField
              label={hidden(text.option(index + 1, of))}
              value={option.label}
              onChange={(label) => change(index, { label })}
              data-control="label"
            />
            <NumberField
              label={hidden(text.optionValue(index + 1, of))}
              value={option.value}
              onChange={(value) => change(index, { value })}
            />
            <IconButton
              icon={moreIcons.trash}
              label={text.removeOption(index + 1, of)}
              data-control="remove"
              disabled={options.length <= FEWEST}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <Button look="quiet" icon="plus" onClick={add}>
        <span>{text.addOption}</span>
        <span className="visually-hidden">{` (${of})`}</span>
      </Button>
    </div>
  );
}
