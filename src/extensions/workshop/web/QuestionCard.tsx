import { isItemType, mayHaveReasons } from '../../../domain/answer-types.ts';
import { moreIcons } from '../../../web/ui/more-icons.ts';
import { IconButton } from '../../../web/ui/Button.tsx';
import { SelectField } from '../../../web/ui/SelectField.tsx';
import { type Form, type FormItem, isChoice, optionsOf, wordsOf } from '../domain/form.ts';
import { retyped, toggledBreak, withItem, withOptions, withPage } from '../domain/questions.ts';
import { questionsText as text, typeText } from '../text/steps.ts';
import { Check, LongWordsField, NumberField, WordsField } from './fields.tsx';
import { OptionsEditor } from './OptionsEditor.tsx';
import type { DraftWork } from './use-draft.ts';
import css from './workshop.module.css';

/** The name of an option set by its place among them. */
export const setNames = ({ option_sets: sets }: Form): ReadonlyMap<string, string> =>
  new Map(Object.keys(sets).map((set, index) => [set, text.set(index + 1)]));

type QuestionCardProps = {
  item: FormItem;
  number: number;
  isLast: boolean;
  /** The page that asks it. */
  place: { page: number; isFirst: boolean; stem: string; isMatrix: boolean } | undefined;
  work: DraftWork;
  onMove: (by: number) => void;
  onRemove: () => void;
};

/** One question with its kind of answer, and whether a page begins with it. */
export function QuestionCard({ item, number, isLast, place, work, onMove, onRemove }: QuestionCardProps) {
  const { editForm } = work;
  const change = (changed: Partial<FormItem>) => editForm((now) => withItem(now, item.id, changed));
  return (
    <li data-row={item.id} className="stack">
      {place?.isFirst && <PageFields first={item.id} place={place} work={work} />}
      <fieldset className={`framed ${css.question}`}>
        <legend className="visually-hidden">{text.question(number)}</legend>
        <div className="stack">
          <div className="row between">
            <div className={css.grow}>
              <LongWordsField
                label={text.question(number)}
                value={item.content}
                onChange={(content) => change({ content })}
                data-control="content"
              />
            </div>
            <OrderButtons number={number} isLast={isLast} onMove={onMove} onRemove={onRemove} />
          </div>
          <AnswerFields item={item} number={number} work={work} />
          <div className="row">
            {number > 1 && place && (
              <Check
                label={text.newPage}
                checked={place.isFirst}
                onChange={() => editForm((now) => toggledBreak(now, item.id))}
              />
            )}
            <ReasonFields item={item} change={change} />
          </div>
        </div>
      </fieldset>
    </li>
  );
}

type ReasonFieldsProps = { item: FormItem; change: (changed: Partial<FormItem>) => void };

/** What a person may say in place of an answer. */
function ReasonFields({ item, change }: ReasonFieldsProps) {
  if (!isItemType(item.type) || !mayHaveReasons(item.type)) return null;
  return (
    <>
      <Check
        label={text.declinable}
        checked={item.declinable === true}
        onChange={(declinable) => change({ declinable })}
      />
      <Check
        label={text.notApplicable}
        checked={item.not_applicable === true}
        onChange={(not_applicable) => change({ not_applicable })}
      />
    </>
  );
}

type PageFieldsProps = Pick<QuestionCardProps, 'work'> & {
  first: string;
  place: NonNullable<QuestionCardProps['place']>;
};

/** What a page says of itself: a text above its questions, and its layout. */
function PageFields({ first, place, work: { editForm } }: PageFieldsProps) {
  return (
    <div className="stack">
      <h3 className="muted">{text.page(place.page)}</h3>
      <Check
        label={text.matrix}
        checked={place.isMatrix}
        onChange={(isMatrix) =>
          editForm((now) => withPage(now, first, { layout: isMatrix ? 'matrix' : undefined }))
        }
      />
      {(place.page > 1 || place.stem !== '') && (
        <WordsField
          label={text.pageText}
          value={place.stem}
          onChange={(stem) => editForm((now) => withPage(now, first, { connector: stem }))}
        />
      )}
    </div>
  );
}

function OrderButtons({
  number,
  isLast,
  onMove,
  onRemove,
}: Pick<QuestionCardProps, 'number' | 'isLast' | 'onMove' | 'onRemove'>) {
  return (
    <div className="beside gap-1">
      <IconButton
        icon={moreIcons.up}
        label={text.up(number)}
        data-control="up"
        disabled={number === 1}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={moreIcons.down}
        label={text.down(number)}
        data-control="down"
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <IconButton
        icon={moreIcons.trash}
        label={text.remove(number)}
        disabled={isLast && number === 1}
        onClick={onRemove}
      />
    </div>
  );
}

const OWN = 'own';

function AnswerFields({ item, number, work }: Pick<QuestionCardProps, 'item' | 'number' | 'work'>) {
  const { form, editForm } = work;
  const sets = [...setNames(form)].map(([value, label]) => ({ value, label }));
  const types: Readonly<Record<string, string>> = Object.hasOwn(typeText, item.type)
    ? typeText
    : { ...typeText, [item.type]: item.type };
  const options = optionsOf(item, form);
  const hasRange = item.type === 'QUESTION_RANGE_INDICATOR' || item.type === 'QUESTION_INTEGER';
  const change = (changed: Partial<FormItem>) => editForm((now) => withItem(now, item.id, changed));
  return (
    <>
      <div className="columns">
        <SelectField
          label={text.type}
          value={item.type}
          // The options are types of items.
          onChange={(type) => isItemType(type) && editForm((now) => retyped(now, item, type))}
          options={Object.entries(types).map(([value, label]) => ({ value, label }))}
        />
        {isChoice(item) && (
          <SelectField
            label={text.answers}
            value={typeof item.options === 'string' ? item.options : OWN}
            onChange={(set) => set && change({ options: set === OWN ? options : set })}
            options={[...sets, { value: OWN, label: text.ownAnswers }]}
          />
        )}
        {hasRange && (
          <>
            <NumberField
              label={text.min}
              value={wordsOf(item.min) && item.min}
              onChange={(min) => change({ min })}
            />
            <NumberField
              label={text.max}
              value={wordsOf(item.max) && item.max}
              onChange={(max) => change({ max })}
            />
          </>
        )}
      </div>
      {isChoice(item) && typeof item.options !== 'string' && (
        <OptionsEditor
          of={text.question(number)}
          options={options}
          onChange={(next) => editForm((now) => withOptions(now, { item: item.id }, next))}
        />
      )}
    </>
  );
}
