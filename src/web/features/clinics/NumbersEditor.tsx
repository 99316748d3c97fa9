import { MAX_HELP_NUMBERS } from '../../../domain/crisis.ts';
import { clinicText } from '../../../text/clinic.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { hasRoom, movedRow, nameOfRow, withRow } from './clinic-form.ts';
import { useActs } from '../../ui/use-acts.ts';
import type { ClinicFormState } from './use-clinic-form.ts';
import css from './clinic.module.css';
import { moreIcons } from '../../ui/more-icons.ts';

const { number: text, help } = clinicText;

type Control = 'name' | 'up' | 'down' | 'remove';

/** The numbers of the help: add, remove, and change their order. */
export function NumbersEditor({ form }: { form: ClinicFormState }) {
  const { values, change } = form;
  const { rows } = values;
  const { box, news, act } = useActs<HTMLOListElement>();
  const add = () => {
    const { id, changed } = withRow(values);
    act(text.added(changed.rows.length), { id, controls: ['name'] });
    change(changed);
  };
  const remove = (index: number, id: string) => {
    const left = rows.toSpliced(index, 1);
    const next = left[Math.min(index, left.length - 1)] ?? '';
    act(text.removed(nameOfRow(values, id)), { id: next, controls: ['remove', 'name'] });
    change({ rows: left });
  };
  const move = (index: number, to: number, id: string) => {
    const controls: Control[] = to < index ? ['up', 'down'] : ['down', 'up'];
    act(text.moved(nameOfRow(values, id), to + 1, rows.length), { id, controls });
    change({ rows: movedRow(rows, index, to) });
  };
  return (
    <fieldset className={css.numbers}>
      <legend className="strong">{help.numbers}</legend>
      <p className="muted small hint">{help.numbersHint}</p>
      <ol className="stack plain" ref={box}>
        {rows.map((id, index) => (
          <li key={id} data-row={id} className={`stack box ${css.row}`}>
            <NumberFields form={form} id={id} place={index + 1} />
            <RowButtons
              index={index}
              count={rows.length}
              onMove={(to) => move(index, to, id)}
              onRemove={() => remove(index, id)}
            />
          </li>
        ))}
      </ol>
      <div className="line">
        {hasRoom(values) ? (
          <Button look="secondary" icon="plus" onClick={add}>
            {text.add}
          </Button>
        ) : (
          <p className="muted small hint">{text.most(MAX_HELP_NUMBERS)}</p>
        )}
      </div>
      <output className="visually-hidden">{news}</output>
    </fieldset>
  );
}

type RowButtonsProps = {
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function RowButtons({ index, count, onMove, onRemove }: RowButtonsProps) {
  return (
    <div className={`beside gap-1 end ${css.rowButtons}`}>
      <IconButton
        icon={moreIcons.up}
        label={text.up(index + 1)}
        data-control="up"
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        icon={moreIcons.down}
        label={text.down(index + 1)}
        data-control="down"
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      />
      <IconButton
        icon={moreIcons.trash}
        label={text.remove(index + 1)}
        data-control="remove"
        disabled={count === 1}
        onClick={onRemove}
      />
    </div>
  );
}

type NumberFieldsProps = { form: ClinicFormState; id: string; place: number };

function NumberFields({ form, id, place }: NumberFieldsProps) {
  const part = (name: 'name' | 'number' | 'hours') => ({
    ...form.field(`${id}.${name}`),
    value: form.values[`${id}.${name}`] ?? '',
    label: (
      <>
        <span>{text[name]}</span>
        <span className="visually-hidden">{` (${text.legend(place)})`}</span>
      </>
    ),
    maxLength: 200,
    autoComplete: 'off' as const,
  });
  return (
    <>
      <TextField {...part('name')} data-control="name" required />
      <TextField {...part('number')} inputMode="tel" required />
      <TextField {...part('hours')} placeholder={text.hoursExample} />
    </>
  );
}
