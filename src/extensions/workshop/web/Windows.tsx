import { useCallback, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import type { Action } from '../../../text/failures.ts';
import { uiText } from '../../../text/ui.ts';
import { failureSentence } from '../../../web/api/failed-action.ts';
import { changedMeanwhile } from '../../../web/api/meanwhile.ts';
import { CallFailed } from '../../../web/api/failure.ts';
import { LoadFailed } from '../../../web/api/LoadFailed.tsx';
import { ask } from '../../../web/api/messages.ts';
import { refreshAnswers, useAnswer, useChange } from '../../../web/api/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { GuardedLink, useLeaveGuard } from '../../../web/ui/GuardedLink.tsx';
import { DoneMessage, Notice } from '../../../web/ui/Notice.tsx';
import { Spinner } from '../../../web/ui/Spinner.tsx';
import { useMedia } from '../../../web/ui/use-media.ts';
import type { ProtocolWindows, Remark, WorkshopRoutes } from '../contract/routes.ts';
import { windowsText as text } from '../text/late-steps.ts';
import { actionText, pageText } from '../text/workshop.ts';
import { getProtocol, listInstruments, setProtocol, tryProtocol } from './calls.ts';
import { Check } from './fields.tsx';
import { Remarks } from './NewQuestionnaire.tsx';
import { placeOf } from './places.ts';
import css from './workshop.module.css';

type Protocol = Answer<WorkshopRoutes['getProtocol']>;
type Tried = Answer<WorkshopRoutes['tryProtocol']>;

/** Which questionnaires each window asks for. */
export function Windows() {
  const { data, error, refetch } = useAnswer(getProtocol);
  const [isSaved, setSaved] = useState(false);
  return (
    <div className="stack gap-5">
      <p>
        <GuardedLink to={placeOf.list}>{pageText.back}</GuardedLink>
      </p>
      <h1>{text.title}</h1>
      <p className="muted readable">{text.lead}</p>
      {error && <LoadFailed what={actionText.load} error={error} retry={refetch} />}
      {!data && !error && <Spinner label={pageText.loading} />}
      {data && (
        <WindowsForm key={data.revision} protocol={data} isSaved={isSaved} onSaved={() => setSaved(true)} />
      )}
    </div>
  );
}

const windowsOf = ({ windows }: Pick<Protocol, 'windows'>): ProtocolWindows =>
  windows.map(({ type, instruments }) => ({ type, instruments }));

type WindowsFormProps = {
  protocol: Protocol;
  /** This page has just saved a protocol. Each saved protocol is a form of its own. */
  isSaved: boolean;
  onSaved: () => void;
};

function WindowsForm({ protocol, isSaved, onSaved }: WindowsFormProps) {
  const { windows, toggle, isDirty, tried, failure, run, submit, isRunning, isSaving } = useWindows(
    protocol,
    onSaved,
  );
  const mayLeave = useCallback(async () => !isDirty || (await ask(uiText.discard)), [isDirty]);
  useLeaveGuard(mayLeave);
  return (
    <Card>
      {isSaved && !isDirty && <DoneMessage>{text.done}</DoneMessage>}
      {!protocol.own && <Notice tone="info">{text.file}</Notice>}
      <WindowsTable protocol={protocol} windows={windows} onToggle={toggle} />
      {failure && (
        <Notice tone="error">
          <p>{failure.sentence}</p>
          <Remarks remarks={failure.reasons} />
        </Notice>
      )}
      {tried && (
        <Notice tone="info">
          <p>{text.result(tried.patients, tried.windows_changed)}</p>
          <p>{text.nothingStored}</p>
        </Notice>
      )}
      <div className="line">
        <Button look="secondary" pending={isRunning} onClick={run}>
          {text.dryRun}
        </Button>
        <Button pending={isSaving} disabled={!isDirty} onClick={submit}>
          {text.submit}
        </Button>
        <output className="muted">{isDirty && <span>{text.unsaved}</span>}</output>
      </div>
    </Card>
  );
}

/** The windows as they stand on the page, their dry run, and how they are saved. */
function useWindows(protocol: Protocol, onSaved: () => void) {
  const stored = windowsOf(protocol);
  const [windows, setWindows] = useState(stored);
  const [tried, setTried] = useState<Tried | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const dryRun = useChange(tryProtocol);
  const save = useChange(setProtocol, { refreshes: [getProtocol, listInstruments] });
  const toggle = (type: string, id: string, isAsked: boolean) => {
    setTried(null);
    setWindows(windows.map((one) => (one.type === type ? asking(one, id, isAsked) : one)));
  };
  const run = () => {
    setFailure(null);
    dryRun.mutate(
      { body: { windows } },
      { onSuccess: setTried, onError: (error) => setFailure(failureOf(error, actionText.dryRun)) },
    );
  };
  const submit = () => {
    setFailure(null);
    const refused = (error: unknown) => {
      setFailure(failureOf(error, actionText.protocol));
      if (changedMeanwhile(error)) void refreshAnswers([getProtocol]);
    };
    save.mutate({ body: { revision: protocol.revision, windows } }, { onSuccess: onSaved, onError: refused });
  };
  const isDirty = JSON.stringify(windows) !== JSON.stringify(stored);
  const isBusy = { isRunning: dryRun.isPending, isSaving: save.isPending };
  return { windows, toggle, isDirty, tried, failure, run, submit, ...isBusy };
}

type Failure = { readonly sentence: string; readonly reasons: readonly Remark[] };

function failureOf(error: unknown, action: Action): Failure {
  if (changedMeanwhile(error)) return { sentence: text.meanwhile, reasons: [] };
  const errors = error instanceof CallFailed ? (error.problem?.errors ?? []) : [];
  return {
    sentence: failureSentence(action, error),
    reasons: errors.map(({ path, message }) => ({ where: path, what: message })),
  };
}

type Window = ProtocolWindows[number];

const asking = (one: Window, id: string, isAsked: boolean): Window => ({
  ...one,
  instruments: isAsked ? [...one.instruments, id] : one.instruments.filter((other) => other !== id),
});

type WindowsTableProps = {
  protocol: Protocol;
  windows: ProtocolWindows;
  onToggle: (type: string, id: string, isAsked: boolean) => void;
};

/** All columns have room beside the navigation. */
const WIDE = '(min-width: 60rem)';

function WindowsTable(props: WindowsTableProps) {
  const isWide = useMedia(WIDE);
  const { protocol, windows } = props;
  const total = (type: string) => {
    const asked = askedIn(windows, type);
    return protocol.available.reduce((sum, { id, minutes }) => (asked.includes(id) ? sum + minutes : sum), 0);
  };
  return isWide ? <WideTable {...props} total={total} /> : <Cards {...props} total={total} />;
}

const askedIn = (windows: ProtocolWindows, type: string) =>
  windows.find((one) => one.type === type)?.instruments ?? [];

type ShownWindows = WindowsTableProps & { total: (type: string) => number };
type Available = Protocol['available'][number];

function Name({ of: { version, title, minutes } }: { of: Available }) {
  return (
    <>
      <span>{title}</span>
      <span className="muted small">{` ${version} · ${text.minutes(minutes)}`}</span>
    </>
  );
}

/** The same where the columns have no room: each box with the name of its window. */
function Cards({ protocol, windows, onToggle, total }: ShownWindows) {
  return (
    <div className="stack">
      <ul className="stack plain" aria-label={text.table}>
        {protocol.available.map((one) => (
          <li key={one.id} className={`framed stack gap-2 ${css.draft}`}>
            <p className="strong">
              <Name of={one} />
            </p>
            <div className="row">
              {protocol.windows.map(({ type, label }) => (
                <Check
                  key={type}
                  label={label}
                  name={text.asked(one.title, label)}
                  checked={askedIn(windows, type).includes(one.id)}
                  onChange={(isAsked) => onToggle(type, one.id, isAsked)}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
      <h2>{text.total}</h2>
      <dl>
        {protocol.windows.map(({ type, label }) => (
          <div key={type} className="row">
            <dt className="strong">{label}</dt>
            <dd>{text.minutes(total(type))}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function WideTable({ protocol, windows, onToggle, total }: ShownWindows) {
  return (
    // The keyboard scrolls only a focused element.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`framed scrolls ${css.grid}`} tabIndex={0} data-scrolls aria-label={text.table}>
      <table aria-label={text.table}>
        <thead>
          <tr>
            <th scope="col">{text.questionnaire}</th>
            {protocol.windows.map(({ type, label }) => (
              <th key={type} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {protocol.available.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Name of={one} />
              </th>
              {protocol.windows.map(({ type, label }) => (
                <td key={type}>
                  <Check
                    // The heads of the columns scroll away, and a box without its name is ticked blind.
                    label={<span className="muted small">{label}</span>}
                    name={text.asked(one.title, label)}
                    checked={askedIn(windows, type).includes(one.id)}
                    onChange={(isAsked) => onToggle(type, one.id, isAsked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            {protocol.windows.map(({ type }) => (
              <td key={type}>{text.minutes(total(type))}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
