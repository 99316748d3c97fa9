import { useMemo, useState } from 'react';
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
import { DataTable } from '../../../web/ui/DataTable.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Link, navigate } from '../../../web/ui/navigation.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Spinner } from '../../../web/ui/Spinner.tsx';
import { type Column, plainView } from '../../../web/ui/table-rows.ts';
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

function Instruments({ instruments }: { instruments: readonly ListedInstrument[] }) {
  const [view, setView] = useState(plainView);
  const create = useChange(createDraft, { refreshes: [listInstruments] });
  const { mutate, isPending } = create;
  const columns = useMemo(() => {
    const begin = ({ id, version }: ListedInstrument) =>
      mutate(
        { body: { copy_of: { id, version } } },
        {
          onSuccess: ({ draft_id }) => navigate(draftPlace(draft_id)),
          onError: (error) => void showFailure(actionText.create, error),
        },
      );
    return columnsOf(begin, isPending);
  }, [mutate, isPending]);
  return (
    <DataTable
      label={text.table}
      rows={instruments}
      columns={columns}
      rowKey={({ id, version }) => `${id} ${version}`}
      view={view}
      onViewChange={setView}
      empty={<p className="muted">{text.none}</p>}
    />
  );
}

const statusWord = ({ status, own }: ListedInstrument) =>
  own ? `${text.status['published'] ?? ''}, ${text.own}` : (text.status[status] ?? status);
const isLicence = (licence: string): licence is keyof typeof licenceText =>
  Object.hasOwn(licenceText, licence);
const licenceWord = ({ licence }: ListedInstrument) => (isLicence(licence) ? licenceText[licence] : licence);
const windowWords = ({ used_in: windows }: ListedInstrument) => windows.join(', ') || text.notUsed;

type Columns = readonly Column<ListedInstrument>[];

function columnsOf(begin: (one: ListedInstrument) => void, isBusy: boolean): Columns {
  const plain = { filter: { kind: 'text' } } as const;
  const ofWords = (value: (one: ListedInstrument) => string) => ({
    ...plain,
    value,
    cell: (one: ListedInstrument) => <span className={css.cell}>{value(one)}</span>,
  });
  return [
    { id: 'title', title: text.column.title, width: 13, isRowHeader: true, ...ofWords(({ title }) => title) },
    { id: 'version', title: text.column.version, width: 5.5, ...ofWords(({ version }) => version) },
    { id: 'status', title: text.column.status, width: 9, ...ofWords(statusWord) },
    { id: 'licence', title: text.column.licence, width: 11, ...ofWords(licenceWord) },
    {
      id: 'minutes',
      title: text.column.minutes,
      width: 7,
      value: ({ minutes }) => minutes,
      cell: ({ minutes }) => text.minutes(minutes),
    },
    { id: 'used_in', title: text.column.usedIn, width: 12, ...ofWords(windowWords) },
    {
      id: 'actions',
      title: text.column.actions,
      width: 8.5,
      leads: 1,
      isControl: true,
      cell: (one) =>
        one.own && (
          <Button
            look="quiet"
            pending={isBusy}
            aria-label={text.newVersionOf(one.title)}
            onClick={() => begin(one)}
          >
            {text.newVersion}
          </Button>
        ),
    },
  ];
}
