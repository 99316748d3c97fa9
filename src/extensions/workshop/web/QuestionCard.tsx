import { isItemType, mayHaveReasons } from '../../../domain/answer-types.ts';
import { moreIcons } from '../../../web/ui/more-icons.ts';
import { IconButton } from '../../../web/ui/Button.tsx';
import { itemTypeText } from '../../../text/test-manual.ts';
import { SelectField } from '../../../web/ui/SelectField.tsx';
import { type Form, type FormItem, formerWords, isChoice, optionsOf, wordsOf } from '../domain/form.ts';
import { retyped, toggledBreak, withItem, withOptions, withPage } from '../domain/questions.ts';
import { questionsText as text, startedText, typeText } from '../text/steps.ts';
import { itemAskedIf, pageAskedIf } from './asked-if.ts';
import { Check, LongWordsField, NumberField, WordsField } from './fields.tsx';
import { OptionsEditor } from './OptionsEditor.tsx';
import type { DraftWork } from './use-draft.ts';
import css from './workshop.module.css';

/** The name of an option set by its place among them. */
export const setNames = ({ option_sets: sets }: Form): ReadonlyMap<string, string> =>
  new Map(Object.keys(sets).map((set, index) => [set, text.set(index + 1)]));

type QuestionCardProps = {
  item: FormItem;
  /** "Frage 3". */
  name: string;
  /** Its place among those with which it can change places. */
  isFirst: boolean;
  isLast: boolean;
  /** Without it there is no questionnaire. */
  isOnly: boolean;
  /** The page that asks it. */
  place:
    | { page: number; isFirstPage: boolean; isFirst: boolean; stem: string; isMatrix: boolean }
    | undefined;
  work: DraftWork;
  onMove: (by: number) => void;
  onRemove: () => void;
};

/** One question with its kind of answer, and whether a page begins with it. */
export function QuestionCard(props: QuestionCardProps) {
  const { item, name, isFirst, place, work } = props;
  const { form, editForm } = work;
  const condition = itemAskedIf(form, item.id);
  const change = (changed: Partial<FormItem>) => editForm((now) => withItem(now, item.id, changed));
  const words = formerWords(item.content);
  const former = words === undefined ? '' : text.formerly(words);
  return (
    <li data-row={item.id} className="stack">
      {place?.isFirst && <PageFields first={item.id} place={place} work={work} />}
      <fieldset className={`framed ${css.question}`}>
        <legend className="visually-hidden">{name}</legend>
        <div className="stack">
          <div className="row between">
            <div className={css.grow}>
              <LongWordsField
                label={name}
                hint={[former, condition].filter(Boolean).join(' ')}
                value={item.content}
                onChange={(content) => change({ content })}
                data-control="content"
              />
            </div>
            <OrderButtons {...props} />
          </div>
          <AnswerFields item={item} name={name} work={work} />
          <div className="row">
            {!isFirst && place && (
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
function PageFields({ first, place, work: { form, editForm } }: PageFieldsProps) {
  const condition = pageAskedIf(form, first);
  return (
    <div className="stack">
      <h3 className="muted">{text.page(place.page)}</h3>
      {condition && <p className="muted small">{condition}</p>}
      <Check
        label={text.matrix}
        checked={place.isMatrix}
        onChange={(isMatrix) =>
          editForm((now) => withPage(now, first, { layout: isMatrix ? 'matrix' : undefined }))
        }
      />
      {(!place.isFirstPage || place.stem !== '') && (
        <WordsField
          label={text.pageText}
          value={place.stem}
          onChange={(stem) => editForm((now) => withPage(now, first, { connector: stem }))}
        />
      )}
    </div>
  );
}

/** At an end the button keeps the focus and does nothing. */
function OrderButtons({ name, isFirst, isLast, isOnly, onMove, onRemove }: QuestionCardProps) {
  return (
    <div className="beside gap-1">
      <IconButton
        icon={moreIcons.up}
        label={text.up(name)}
        data-control="up"
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onMove(-1)}
      />
      <IconButton
        icon={moreIcons.down}
        label={text.down(name)}
        data-control="down"
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && onMove(1)}
      />
      <IconButton icon={moreIcons.trash} label={text.remove(name)} disabled={isOnly} onClick={onRemove} />
    </div>
  );
}

const OWN = 'own';

function AnswerFields({ item, name, work }: Pick<QuestionCardProps, 'item' | 'name' | 'work'>) {
  const { form, editForm } = work;
  const sets = [...setNames(form)].map(([value, label]) => ({ value, label }));
  const types: Readonly<Record<string, string>> = Object.hasOwn(typeText, item.type)
    ? typeText
    : { ...typeText, [item.type]: startedText(itemTypeText[item.type]) };
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
          of={name}
          options={options}
          onChange={(next) => editForm((now) => withOptions(now, { item: item.id }, next))}
        />
      )}
    </>
  );
}
