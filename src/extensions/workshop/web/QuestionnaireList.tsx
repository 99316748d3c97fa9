import type { Answer } from '../../../contract/routes.ts';
import { shortMomentText } from '../../../web/api/clinic-time.ts';
import { showFailure } from '../../../web/api/failed-action.ts';
import { statusOf } from '../../../web/api/failure.ts';
import { LoadFailed } from '../../../web/api/LoadFailed.tsx';
import { ask } from '../../../web/api/messages.ts';
import { useAnswer, useChange } from '../../../web/api/queries.ts';
import { useStore } from '../../../web/api/use-store.ts';
import { moreIcons } from '../../../web/ui/more-icons.ts';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Link, navigate } from '../../../web/ui/navigation.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Spinner } from '../../../web/ui/Spinner.tsx';
import { useMedia } from '../../../web/ui/use-media.ts';
import type { ListedDraft, ListedInstrument, WorkshopRoutes } from '../contract/routes.ts';
import { actionText, licenceText, listText as text, pageText } from '../text/workshop.ts';
import { createDraft, deleteDraft, listInstruments } from './calls.ts';
import { draftPlace, placeOf } from './places.ts';
import { isDirty, keepWork, works } from './unsaved.ts';
import css from './workshop.module.css';

/** All questionnaires of the clinic, its own and the operator's, and the drafts. */
export function QuestionnaireList() {
  const { data, error, refetch } = useAnswer(listInstruments);
  return (
    <div className="stack gap-5">
      <h1>{pageText.title}</h1>
      <p className="muted readable">{pageText.lead}</p>
      {error && statusOf(error) === 404 && <Notice tone="info">{pageText.off}</Notice>}
      {error && statusOf(error) !== 404 && (
        <LoadFailed what={actionText.load} error={error} retry={refetch} />
      )}
      {!data && !error && <Spinner label={pageText.loading} />}
      {data && <Lists {...data} />}
    </div>
  );
}

function Lists({ instruments, drafts }: Answer<WorkshopRoutes['listInstruments']>) {
  return (
    <>
      <div className="row">
        <Link className={buttonClass('primary')} to={placeOf.new}>
          <Icon name="plus" />
          <span>{pageText.create}</span>
        </Link>
        <Link className={buttonClass('secondary')} to={placeOf.windows}>
          <Icon name={moreIcons.calendar} />
          <span>{pageText.toWindows}</span>
        </Link>
      </div>
      <section className="stack" aria-labelledby="drafts">
        <h2 id="drafts">{text.drafts}</h2>
        {drafts.length === 0 && <p className="muted">{text.noDrafts}</p>}
        <ul className="stack plain">
          {drafts.map((draft) => (
            <DraftRow key={draft.draft_id} draft={draft} />
          ))}
        </ul>
      </section>
      <section className="stack" aria-labelledby="questionnaires">
        <h2 id="questionnaires">{pageText.title}</h2>
        <Instruments instruments={instruments} />
      </section>
    </>
  );
}

function DraftRow({ draft }: { draft: ListedDraft }) {
  const { draft_id: id, version, open, signed, changed } = draft;
  const work = useStore(works)[id];
  const remove = useChange(deleteDraft, { refreshes: [listInstruments] });
  const title = draft.title || text.untitled;
  const removeAfterQuestion = async () => {
    if (!(await ask(text.removeQuestion(title)))) return;
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => keepWork(id, null),
        onError: (error) => void showFailure(actionText.remove, error),
      },
    );
  };
  return (
    <li className={`framed line between ${css.draft}`}>
      <div className="stack gap-1">
        <h3>{text.draftOf(title, version)}</h3>
        <p>
          <strong>{text.open(open)}</strong>
          {work && isDirty(work) && <span>{` · ${text.unsaved}`}</span>}
        </p>
        {signed.length > 0 && <p>{signed.map(({ by, role }) => text.signed(by, role)).join(' · ')}</p>}
        <p className="muted small">{text.changed(changed.by, shortMomentText(changed.at))}</p>
      </div>
      <div className="row gap-2">
        <Link className={buttonClass('secondary')} to={draftPlace(id)} aria-label={text.goOn(title)}>
          <Icon name={moreIcons.edit} />
          <span>{text.go}</span>
        </Link>
        <Button
          look="quiet"
          icon={moreIcons.trash}
          pending={remove.isPending}
          aria-label={text.removeOf(title)}
          onClick={() => void removeAfterQuestion()}
        >
          {text.remove}
        </Button>
      </div>
    </li>
  );
}

/** All columns have room beside the navigation. */
const WIDE = '(min-width: 60rem)';

function Instruments({ instruments }: { instruments: readonly ListedInstrument[] }) {
  const isNarrow = !useMedia(WIDE);
  if (instruments.length === 0) return <p className="muted">{text.none}</p>;
  if (isNarrow)
    return (
      <ul className="stack plain">
        {instruments.map((one) => (
          <li key={`${one.id} ${one.version}`} className={`framed stack ${css.draft}`}>
            <h3>{one.title}</h3>
            <dl>
              {facts.map(({ title, words }) => (
                <div key={title} className="row">
                  <dt className="strong">{title}</dt>
                  <dd>{words(one)}</dd>
                </div>
              ))}
            </dl>
            <NewVersion instrument={one} />
          </li>
        ))}
      </ul>
    );
  return (
    // The keyboard scrolls only a focused element.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`framed scrolls ${css.grid}`} tabIndex={0} data-scrolls aria-label={text.table}>
      <table aria-label={text.table}>
        <thead>
          <tr>
            {[text.column.title, ...facts.map(({ title }) => title)].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instruments.map((one) => (
            <tr key={`${one.id} ${one.version}`}>
              <th scope="row">
                <span className="strong">{one.title}</span>
                <NewVersion instrument={one} />
              </th>
              {facts.map(({ title, words }) => (
                <td key={title}>{words(one)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A published version never changes, so a change begins with a draft of the next one. */
function NewVersion({ instrument: { id, version, title, own } }: { instrument: ListedInstrument }) {
  const { mutate, isPending } = useChange(createDraft, { refreshes: [listInstruments] });
  if (!own) return null;
  const begin = () =>
    mutate(
      { body: { copy_of: { id, version } } },
      {
        onSuccess: ({ draft_id }) => navigate(draftPlace(draft_id)),
        onError: (error) => void showFailure(actionText.create, error),
      },
    );
  return (
    <div>
      <Button look="secondary" pending={isPending} aria-label={text.newVersionOf(title)} onClick={begin}>
        {text.newVersion}
      </Button>
    </div>
  );
}

type Fact = { readonly title: string; readonly words: (one: ListedInstrument) => string };

const { column } = text;
const isLicence = (licence: string): licence is keyof typeof licenceText =>
  Object.hasOwn(licenceText, licence);

/** What the list says of a questionnaire beside its title. */
const facts: readonly Fact[] = [
  { title: column.version, words: ({ version }) => version },
  {
    title: column.status,
    words: ({ status, own }) => `${text.status[status] ?? status}${own ? `, ${text.own}` : ''}`,
  },
  {
    title: column.licence,
    words: ({ licence, own }) => {
      if (isLicence(licence)) return licenceText[licence];
      return own ? licence : text.ofOperator;
    },
  },
  { title: column.minutes, words: ({ minutes }) => text.minutes(minutes) },
  { title: column.usedIn, words: ({ used_in: windows }) => windows.join(', ') || text.notUsed },
];
