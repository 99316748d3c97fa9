import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { allItems, type Form, type FormItem, type FormScale, questionsOf, wordsOf } from '../domain/form.ts';
import { addedScale, canCount, isColumn, placed, placeIn } from '../domain/scales.ts';
import { questionsText, scoringText as text } from '../text/steps.ts';
import type { StepProps } from './use-draft.ts';
import { Check } from './fields.tsx';
import { ScaleCard } from './ScaleCard.tsx';
import { useActs } from '../../../web/ui/use-acts.ts';
import css from './workshop.module.css';

/** The title of each scale; one without a title has its number. */
export const scaleNames = ({ scales }: Form): ReadonlyMap<string, string> =>
  new Map(scales.map(({ key, title }, index) => [key, wordsOf(title) || text.untitled(index + 1)]));

/** The scoring as a table, and the meaning of each scale below it. */
export function ScoringStep({ work }: StepProps) {
  const { form, editForm } = work;
  const { box, news, act } = useActs<HTMLDivElement>();
  const names = scaleNames(form);
  const add = () => {
    const { form: grown, key } = addedScale(form);
    act(text.untitled(grown.scales.length), { id: key, controls: ['title'] });
    editForm(() => grown);
  };
  return (
    <>
      {form.scales.length === 0 && <Notice tone="info">{text.none}</Notice>}
      {form.scales.some(isColumn) && <ScaleTable work={work} />}
      <div ref={box} className="stack gap-5">
        {form.scales.map((scale) => (
          <ScaleCard key={scale.key} scale={scale} name={names.get(scale.key) ?? ''} work={work} />
        ))}
      </div>
      <div>
        <Button look="secondary" icon="plus" onClick={add}>
          {text.add}
        </Button>
      </div>
      <output className="visually-hidden">{news}</output>
    </>
  );
}

function ScaleTable({ work }: StepProps) {
  const { form } = work;
  const names = scaleNames(form);
  const columns = form.scales.filter(isColumn);
  return (
    // The keyboard scrolls only a focused element.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`framed scrolls ${css.grid}`} tabIndex={0} data-scrolls aria-label={text.table}>
      <table aria-label={text.table}>
        <thead>
          <tr>
            <th scope="col">{text.question}</th>
            {columns.map(({ key }) => (
              <th key={key} scope="col">
                {names.get(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questionsOf(form).map((item, index) => (
            <tr key={item.id}>
              <th scope="row">
                <span className="muted">{`${index + 1}. `}</span>
                <span>{wordsOf(item.content)}</span>
              </th>
              {columns.map((scale) => (
                <td key={scale.key}>
                  <Cell
                    item={item}
                    scale={scale}
                    names={{ item: questionsText.question(index + 1), scale: names.get(scale.key) ?? '' }}
                    work={work}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type CellProps = StepProps & { item: FormItem; scale: FormScale; names: { item: string; scale: string } };

function Cell({ item, scale, names, work: { form, editForm } }: CellProps) {
  const place = placeIn(scale, item.id);
  if (!canCount(item) && place === 'out') return null;
  const order = allItems(form).map(({ id }) => id);
  const put = (next: typeof place) => editForm((now) => placed(now, scale.key, [item.id], next, order));
  return (
    <div className="row">
      <Check
        label={text.counts}
        name={text.in(names.item, names.scale)}
        checked={place !== 'out'}
        onChange={(counts) => put(counts ? 'in' : 'out')}
      />
      {place !== 'out' && (
        <Check
          label={text.reversed}
          name={text.reversedIn(names.item, names.scale)}
          checked={place === 'reversed'}
          onChange={(isReversed) => put(isReversed ? 'reversed' : 'in')}
        />
      )}
    </div>
  );
}
