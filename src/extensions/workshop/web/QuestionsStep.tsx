import { ask } from '../../../web/api/messages.ts';
import { moreIcons } from '../../../web/ui/more-icons.ts';
import { Button, IconButton } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import {
  allItems,
  type FormDimension,
  type FormItem,
  inOrder,
  questionsOf,
  usersOf,
  wordsOf,
} from '../domain/form.ts';
import {
  addedItem,
  addedSet,
  hasEqualAnswers,
  movedItem,
  pagesOf,
  withDimensionTexts,
  withOptions,
  withoutItem,
  withoutSet,
  withSharedAnswers,
} from '../domain/questions.ts';
import { questionsText as text } from '../text/steps.ts';
import type { StepProps } from './use-draft.ts';
import { formAskedIf, itemNames } from './asked-if.ts';
import { LongWordsField, WordsField } from './fields.tsx';
import { OptionsEditor } from './OptionsEditor.tsx';
import { QuestionCard, setNames } from './QuestionCard.tsx';
import { useActs } from '../../../web/ui/use-acts.ts';

/** Questions, answers, their order and their pages. */
export function QuestionsStep({ work }: StepProps) {
  const { form, editForm } = work;
  const condition = formAskedIf(form);
  return (
    <>
      {condition && <Notice tone="info">{condition}</Notice>}
      {form.dimensions.map((dimension, at) => (
        <Card key={dimension.id}>
          <WordsField
            label={text.heading}
            value={dimension.title}
            onChange={(title) => editForm((now) => withDimensionTexts(now, at, { title }))}
            maxLength={200}
          />
          <LongWordsField
            label={text.intro}
            hint={text.introHint}
            value={dimension.paragraph}
            onChange={(paragraph) => editForm((now) => withDimensionTexts(now, at, { paragraph }))}
          />
          <WordsField
            label={text.stem}
            value={dimension.connector}
            onChange={(connector) => editForm((now) => withDimensionTexts(now, at, { connector }))}
          />
        </Card>
      ))}
      <SharedAnswers work={work} />
      <Questions work={work} />
    </>
  );
}

function SharedAnswers({ work: { form, editForm } }: StepProps) {
  const { box, news, act } = useActs<HTMLDivElement>();
  const join = () => {
    // The button goes when there is nothing left to join.
    act(text.joined, { id: 'shared', controls: ['add'] });
    editForm(withSharedAnswers);
  };
  return (
    <Card>
      <h3>{text.shared}</h3>
      <p className="muted small hint">{text.sharedHint}</p>
      <div className="columns">
        {[...setNames(form)].map(([set, name]) => {
          const users = usersOf(form, set).length;
          return (
            <section key={set} className="stack" aria-label={name}>
              <div className="line between">
                <h4>{name}</h4>
                <span className="muted small">{text.usedBy(users)}</span>
                {users === 0 && (
                  <IconButton
                    icon={moreIcons.trash}
                    label={text.removeSet(name)}
                    onClick={() => editForm((now) => withoutSet(now, set))}
                  />
                )}
              </div>
              <OptionsEditor
                of={name}
                options={form.option_sets[set] ?? []}
                onChange={(options) => editForm((now) => withOptions(now, { set }, options))}
              />
            </section>
          );
        })}
      </div>
      <div ref={box}>
        <div className="line" data-row="shared">
          <Button look="secondary" icon="plus" data-control="add" onClick={() => editForm(addedSet)}>
            {text.addSet}
          </Button>
          {hasEqualAnswers(form) && (
            <Button look="secondary" onClick={join}>
              {text.joinAnswers}
            </Button>
          )}
        </div>
        <output className="visually-hidden">{news}</output>
      </div>
    </Card>
  );
}

type Placed = {
  readonly id: string;
  readonly page: number;
  readonly isFirstPage: boolean;
  readonly isFirst: boolean;
  readonly stem: string;
  readonly isMatrix: boolean;
};

/** Where each question of a dimension stands, after so many pages of others. */
function placesOf(dimension: FormDimension, before: number): readonly Placed[] {
  return pagesOf(dimension).flatMap(({ items, connector = '', layout }, page) =>
    items.map((id, at) => ({
      id,
      page: before + page + 1,
      isFirstPage: page === 0,
      isFirst: at === 0,
      stem: connector,
      isMatrix: layout !== undefined,
    })),
  );
}

function Questions({ work }: StepProps) {
  const { form, editForm } = work;
  const { box, news, act } = useActs<HTMLOListElement>();
  const ids = allItems(form).map(({ id }) => id);
  const names = itemNames(form);
  const move = (id: string, by: number) => {
    // At the last place the focus stays on the button that led there: another press moves nothing back.
    act(text.moved(ids.indexOf(id) + 1 + by, ids.length), { id, controls: [by < 0 ? 'up' : 'down'] });
    editForm((now) => movedItem(now, id, by));
  };
  const remove = async ({ id, content }: FormItem) => {
    const name = names.get(id) ?? '';
    if (!(await ask(text.removeQuestion(name, wordsOf(content) || text.noWords)))) return;
    const at = ids.indexOf(id);
    act(text.removed(name), { id: ids[at + 1] ?? ids[at - 1] ?? '', controls: ['content'] });
    editForm((now) => withoutItem(now, id));
  };
  const add = () => {
    const { form: grown, id } = addedItem(form, ids.at(-1));
    act(text.added(questionsOf(grown).length), { id, controls: ['content'] });
    editForm(() => grown);
  };
  return (
    <section className="stack" aria-label={text.list}>
      {form.dimensions.some((one) => one.form === 'adaptive') && <Notice tone="info">{text.adaptive}</Notice>}
      <ol ref={box} className="stack plain">
        {form.dimensions.flatMap((dimension, index) => {
          const before = form.dimensions.slice(0, index).flatMap(pagesOf).length;
          const places = placesOf(dimension, before);
          const items = inOrder(dimension);
          return items.map((item, at) => (
            <QuestionCard
              key={item.id}
              item={item}
              name={names.get(item.id) ?? ''}
              isFirst={at === 0}
              isLast={at === items.length - 1}
              isOnly={ids.length === 1}
              place={places.find(({ id }) => id === item.id)}
              work={work}
              onMove={(by) => move(item.id, by)}
              onRemove={() => void remove(item)}
            />
          ));
        })}
      </ol>
      <div>
        <Button look="secondary" icon="plus" onClick={add}>
          {text.add}
        </Button>
      </div>
      <output className="visually-hidden">{news}</output>
    </section>
  );
}
