import { moreIcons } from '../../../web/ui/more-icons.ts';
import { Button, IconButton } from '../../../web/ui/Button.tsx';
import { SelectField } from '../../../web/ui/SelectField.tsx';
import type { FormBand, FormBands, FormScale } from '../domain/form.ts';
import { cleared, pathOf, withCutoff, withoutBand, withScale } from '../domain/scales.ts';
import { scoringText as text } from '../text/steps.ts';
import type { StepProps } from './use-draft.ts';
import { LongWordsField, NumberField, WordsField } from './fields.tsx';
import { useActs } from '../../../web/ui/use-acts.ts';
import css from './workshop.module.css';

type BandsEditorProps = StepProps & { scale: FormScale; name: string };

/** The cut-offs of a scale: where each band begins, and what it means. */
export function BandsEditor({ scale, name, work }: BandsEditorProps) {
  const { form, editForm, markOf } = work;
  const at = `${pathOf(scale, form)}.bands`;
  const { bands } = scale;
  const { box, act } = useActs<HTMLOListElement>();
  const set = (next: FormBands | undefined) =>
    editForm((now) => (next ? withScale(now, scale.key, { bands: next }) : cleared(now, scale.key, 'bands')));
  const add = () => {
    const grown = withCutoff(bands);
    act('', { id: grown.list.at(-1)?.key ?? '', controls: ['from'] });
    set(grown);
  };
  return (
    <fieldset>
      <legend className="strong">{text.bands}</legend>
      <div className="stack">
        {bands && <p className="muted small hint">{text.bandsHint}</p>}
        {bands && (
          <ol ref={box} className="stack plain">
            {bands.list.map((band, index) => (
              <BandFields
                key={band.key}
                band={band}
                markOf={(field) => markOf(`${at}.list[${index}].${field}`)}
                number={index + 1}
                name={name}
                onChange={(changed) => set(withBand(bands, band.key, changed))}
                onRemove={() => set(withoutBand(bands, band.key))}
              />
            ))}
          </ol>
        )}
        {bands && (
          <WordsField
            {...markOf(`${at}.source`)}
            label={text.bandsSource}
            value={bands.source}
            onChange={(source) => set({ ...bands, source })}
          />
        )}
        <div>
          <Button look="quiet" icon="plus" aria-label={text.addBandOf(name)} onClick={add}>
            {text.addBand}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

/** A severity of one band makes the scale count for the patient's condition; without any it does not. */
function withBand(bands: FormBands, key: string, changed: Partial<FormBand>): FormBands {
  const list = bands.list.map((one) => (one.key === key ? { ...one, ...changed } : one));
  const counts = list.some(({ condition_severity: severity }) => severity !== undefined);
  return { ...bands, list, condition_severity: counts ? 'on' : 'off' };
}

const severities = Object.entries(text.severities).map(([value, label]) => ({ value, label }));

type BandFieldsProps = {
  band: FormBand;
  number: number;
  name: string;
  onChange: (changed: Partial<FormBand>) => void;
  onRemove: () => void;
  markOf: StepProps['work']['markOf'];
};

function BandFields({ band, number, name, onChange, onRemove, markOf }: BandFieldsProps) {
  const setSeverity = (severity: string) => onChange({ condition_severity: severity || undefined });
  return (
    <li data-row={band.key}>
      <section className={`framed stack ${css.band}`} aria-label={text.band(number, name)}>
        {band.from === null ? (
          <div className="stack gap-1">
            <span className="strong">{text.from}</span>
            <span>{text.lowest}</span>
          </div>
        ) : (
          <NumberField
            {...markOf('from')}
            label={text.from}
            value={band.from}
            onChange={(from) => onChange({ from })}
            data-control="from"
          />
        )}
        <WordsField
          {...markOf('label')}
          label={text.bandLabel}
          value={band.label}
          onChange={(label) => onChange({ label })}
          maxLength={200}
        />
        <SelectField
          label={text.severity}
          value={band.condition_severity ?? ''}
          onChange={setSeverity}
          placeholder={text.noSeverity}
          options={severities}
        />
        {band.from !== null && (
          <IconButton icon={moreIcons.trash} label={text.removeBand(number, name)} onClick={onRemove} />
        )}
        <div className={`columns ${css.sentences}`}>
          <LongWordsField
            {...markOf('clinician')}
            label={text.bandClinician}
            value={band.clinician}
            onChange={(clinician) => onChange({ clinician })}
          />
          <LongWordsField
            {...markOf('patient')}
            label={text.bandPatient}
            value={band.patient}
            onChange={(patient) => onChange({ patient })}
          />
        </div>
      </section>
    </li>
  );
}
