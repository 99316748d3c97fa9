import { ask } from '../../../web/api/messages.ts';
import { moreIcons } from '../../../web/ui/more-icons.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { FieldError } from '../../../web/ui/Field.tsx';
import { SelectField } from '../../../web/ui/SelectField.tsx';
import { allItems, type FormScale, questionsOf, wordsOf } from '../domain/form.ts';
import {
  canCount,
  CLASSICAL,
  cleared,
  isColumn,
  pathOf,
  placed,
  withoutScale,
  withScale,
} from '../domain/scales.ts';
import { scoringText as text } from '../text/steps.ts';
import { BandsEditor } from './BandsEditor.tsx';
import type { StepProps } from './use-draft.ts';
import { LongWordsField, NumberField, WordsField } from './fields.tsx';

type ScaleProps = StepProps & { scale: FormScale; name: string };

const chosen = (options: Readonly<Record<string, string>>) =>
  Object.entries(options).map(([value, label]) => ({ value, label }));

/** How a scale is computed and what it means. */
export function ScaleCard({ scale, name, work }: ScaleProps) {
  const { editForm, markOf } = work;
  const at = pathOf(scale, work.form);
  const change = (changed: Partial<FormScale>) => editForm((now) => withScale(now, scale.key, changed));
  const remove = async () => {
    if (await ask(text.removeQuestion(name))) editForm((now) => withoutScale(now, scale.key));
  };
  return (
    <section data-row={scale.key} aria-label={name}>
      <Card>
        <h3>{name}</h3>
        <Names scale={scale} name={name} work={work} />
        <Counted scale={scale} name={name} work={work} />
        <Calculation scale={scale} name={name} work={work} />
        <LongWordsField
          {...markOf(`${at}.clinician`)}
          label={text.clinician}
          value={scale.clinician}
          onChange={(clinician) => change({ clinician })}
        />
        <LongWordsField
          {...markOf(`${at}.patient`)}
          label={text.patient}
          hint={text.patientHint}
          value={scale.patient}
          onChange={(patient) => change({ patient })}
        />
        <BandsEditor scale={scale} name={name} work={work} />
        <ReliableChange scale={scale} name={name} work={work} />
        <div>
          <Button
            look="quiet"
            icon={moreIcons.trash}
            aria-label={text.removeOf(name)}
            onClick={() => void remove()}
          >
            {text.remove}
          </Button>
        </div>
      </Card>
    </section>
  );
}

function Names({ scale, work }: ScaleProps) {
  const { editForm, markOf } = work;
  const at = pathOf(scale, work.form);
  const change = (changed: Partial<FormScale>) => editForm((now) => withScale(now, scale.key, changed));
  return (
    <div className="columns">
      <WordsField
        {...markOf(`${at}.title`)}
        label={text.name}
        value={scale.title}
        onChange={(title) => change({ title })}
        maxLength={200}
        data-control="title"
      />
      <WordsField
        label={text.patientName}
        hint={text.patientNameHint}
        value={scale.patient_title}
        onChange={(title) =>
          title === ''
            ? editForm((now) => cleared(now, scale.key, 'patient_title'))
            : change({ patient_title: title })
        }
        maxLength={200}
      />
      <SelectField
        {...markOf(`${at}.direction`)}
        label={text.direction}
        value={wordsOf(scale.direction)}
        onChange={(direction) => change({ direction })}
        options={chosen(text.directions)}
      />
    </div>
  );
}

/** How many questions count, and a button for all of them. */
function Counted({ scale, name, work }: ScaleProps) {
  const { form, editForm, markOf } = work;
  if (!isColumn(scale)) return null;
  const { error, ...mark } = markOf(`${pathOf(scale, work.form)}.items`);
  const ids = questionsOf(form)
    .filter(canCount)
    .map(({ id }) => id);
  const order = allItems(form).map(({ id }) => id);
  const items = scale.items ?? [];
  const countAll = () => {
    const others = ids.filter((id) => !items.includes(id));
    editForm((now) => placed(now, scale.key, others, 'in', order));
  };
  return (
    <div className="line">
      <span>{text.counted(items.length)}</span>
      {error && <FieldError id={`${scale.key}-items`} error={error} />}
      {items.length < ids.length && (
        <Button {...mark} look="quiet" aria-label={text.allIn(name)} onClick={countAll}>
          {text.all}
        </Button>
      )}
    </div>
  );
}

function Calculation({ scale, work }: ScaleProps) {
  const { editForm, markOf } = work;
  const change = (changed: Partial<FormScale>) => editForm((now) => withScale(now, scale.key, changed));
  if (scale.method === 'formula') {
    const [low, high] = scale.range ?? ['', ''];
    return (
      <div className="columns">
        <WordsField
          {...markOf(`${pathOf(scale, work.form)}.formula`)}
          label={text.formula}
          hint={text.formulaHint}
          value={scale.formula}
          onChange={(formula) => change({ formula })}
          maxLength={5000}
        />
        <NumberField label={text.low} value={low} onChange={(value) => change({ range: [value, high] })} />
        <NumberField label={text.high} value={high} onChange={(value) => change({ range: [low, value] })} />
      </div>
    );
  }
  if (!isColumn(scale)) return <p className="muted">{text.fixed}</p>;
  const { type = 'complete', value } = scale.missing ?? {};
  const missingLabel = text.missingValue[type];
  const setMissing = (next: string) => {
    if (next === 'complete' || next === '') editForm((now) => cleared(now, scale.key, 'missing'));
    else change({ missing: { type: next, value: next === 'max_missing' ? 1 : 0.75 } });
  };
  return (
    <div className="columns">
      <SelectField
        label={text.method}
        value={scale.method}
        onChange={(method) => CLASSICAL.some((one) => one === method) && change({ method })}
        options={chosen(text.methods)}
      />
      <SelectField
        label={text.missing}
        value={type}
        onChange={setMissing}
        options={chosen(text.missingOptions)}
      />
      {missingLabel && (
        <NumberField
          label={missingLabel}
          value={value}
          onChange={(next) => change({ missing: { ...scale.missing, type, value: next } })}
        />
      )}
      <NumberField
        label={text.factor}
        hint={text.factorHint}
        value={scale.factor}
        onChange={(factor) =>
          factor === '' ? editForm((now) => cleared(now, scale.key, 'factor')) : change({ factor })
        }
      />
    </div>
  );
}

function ReliableChange({ scale, work: { editForm } }: ScaleProps) {
  const { reliable_change: rule = {} } = scale;
  if (scale.method === 'irt') return null;
  const change = (name: string, value: unknown) =>
    editForm((now) => {
      const next = { ...rule, method: 'jacobson-truax', [name]: value };
      const isEmpty = ['sd', 'reliability', 'source'].every(
        (key) => wordsOf(next[key as keyof typeof next]) === '',
      );
      if (!isEmpty) return withScale(now, scale.key, { reliable_change: next });
      return cleared(now, scale.key, 'reliable_change');
    });
  return (
    <fieldset>
      <legend className="strong">{text.change}</legend>
      <div className="stack">
        <p className="muted small hint">{text.changeHint}</p>
        <div className="columns">
          <NumberField label={text.sd} value={rule['sd']} onChange={(value) => change('sd', value)} />
          <NumberField
            label={text.reliability}
            value={rule['reliability']}
            onChange={(value) => change('reliability', value)}
          />
          <WordsField
            label={text.changeSource}
            value={rule['source']}
            onChange={(value) => change('source', value)}
          />
        </div>
      </div>
    </fieldset>
  );
}
