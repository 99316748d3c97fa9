import { useId, useState } from 'react';
import type { ClinicianPatient } from '../../../contract/patients.ts';
import type { Answer } from '../../../contract/routes.ts';
import type { CourseRoutes } from '../contract/routes.ts';
import { SIGNAL_ACTS, type SignalAct } from '../domain/signal-acts.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { courseSignalText as text, signalActText } from '../text/signals.ts';
import { momentText } from '../../../web/api/clinic-time.ts';
import { showFailure } from '../../../web/api/failed-action.ts';
import { useAnswer, useChange } from '../../../web/api/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { LoadFailed } from '../../../web/api/LoadFailed.tsx';
import { Spinner } from '../../../web/ui/Spinner.tsx';
import { DoneMessage } from '../../../web/ui/Notice.tsx';
import { acknowledgeCourseSignal, listCourseSignals } from './calls.ts';
import css from './courses.module.css';
import { fieldsOf } from './signal-fields.ts';
import { SupervisionModal } from './SupervisionModal.tsx';
import { moreIcons } from '../../../web/ui/more-icons.ts';

type Signal = Answer<CourseRoutes['listCourseSignals']>['signals'][number];

/** Where the course of a patient deviates from the expected one, with what may be thought of next (product 20.3). */
export default function CourseSignals({ patient }: { patient: ClinicianPatient }) {
  const isAsked = fieldsOf(patient).has_course_signals;
  const { data, error, refetch } = useAnswer(
    listCourseSignals,
    { params: { id: patient.id } },
    { enabled: isAsked },
  );
  if (!isAsked) return null;
  if (data) return <Signals signals={data.signals} />;
  if (error) return <LoadFailed what={text.load} error={error} retry={refetch} />;
  return <Spinner label={text.loading} />;
}

function Signals({ signals }: { signals: readonly Signal[] }) {
  const id = useId();
  const [done, setDone] = useState<string>();
  const [supervised, setSupervised] = useState<Signal | null>(null);
  const { mutate, isPending } = useChange(acknowledgeCourseSignal, {
    refreshes: ['listOwnPatients', listCourseSignals],
  });
  const acknowledge = (signal: Signal, act: DoneAtOnce) =>
    mutate(
      { params: { id: signal.id }, body: { done: act } },
      {
        onSuccess: () => setDone(text.done),
        onError: (error) => void showFailure(text.acknowledge, error),
      },
    );
  const open = signals.filter(({ acknowledged }) => acknowledged === null);
  const past = signals.filter(({ acknowledged }) => acknowledged !== null);
  return (
    <section className={`stack box ${css.signals}`} aria-labelledby={id}>
      <h3 id={id} className={`beside ${css.title}`}>
        <Icon name={moreIcons.chart} />
        <span>{open.length > 0 || done ? text.title : text.past}</span>
      </h3>
      <p className="muted small">{text.research}</p>
      {done && <DoneMessage>{done}</DoneMessage>}
      {open.map((signal) => (
        <OpenSignal
          key={signal.id}
          signal={signal}
          isBusy={isPending}
          acknowledge={(act) => (act === 'supervision' ? setSupervised(signal) : acknowledge(signal, act))}
        />
      ))}
      {past.length > 0 && (
        <ul className="inset" aria-label={text.past}>
          {past.map((signal) => (
            <li key={signal.id}>{pastSentence(signal)}</li>
          ))}
        </ul>
      )}
      {supervised && (
        <SupervisionModal
          signal={supervised}
          onDone={() => {
            setSupervised(null);
            setDone(text.putOff);
          }}
          onClose={() => setSupervised(null)}
        />
      )}
    </section>
  );
}

function pastSentence({ scale, measurement_point: point, acknowledged }: Signal): string {
  if (!acknowledged) return '';
  const { by, at, done } = acknowledged;
  return text.acknowledged(`${scale}, ${point}`, signalActText[done], by, momentText(at));
}

/** The acts that close a signal. */
type DoneAtOnce = Exclude<SignalAct, 'supervision'>;

type OpenSignalProps = { signal: Signal; isBusy: boolean; acknowledge: (done: SignalAct) => void };

function OpenSignal({ signal, isBusy, acknowledge }: OpenSignalProps) {
  const { scale, measurement_point: point, unexpected, recovery, source, hints, postponed } = signal;
  return (
    <article className="stack">
      <p>
        <strong>{text.of(scale, point)}</strong>
        <span>{` ${text.sentence(unexpected, recovery)}`}</span>
      </p>
      {source !== null && <p className="muted small">{text.published(source)}</p>}
      {hints.length > 0 && <Hints hints={hints} />}
      {postponed && (
        <p>
          <strong>{`${text.again(formatIsoDate(postponed.again_on), postponed.by)} `}</strong>
          <span>{postponed.note}</span>
        </p>
      )}
      <fieldset>
        <legend className="visually-hidden">{text.acts(scale, point)}</legend>
        <div className="row gap-2">
          {SIGNAL_ACTS.map((act) => (
            <Button key={act} look="secondary" pending={isBusy} onClick={() => acknowledge(act)}>
              {signalActText[act]}
            </Button>
          ))}
        </div>
      </fieldset>
    </article>
  );
}

function Hints({ hints }: { hints: Signal['hints'] }) {
  return (
    <details className={css.hints}>
      <summary>{text.hints(hints.length)}</summary>
      <ul className="stack inset">
        {hints.map((hint) => (
          <li key={hint.title}>
            <strong>{[hint.title, ...hint.scales].join(': ')}</strong>
            <p>{hint.text}</p>
            <p className="muted small">{text.source(hint.source)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
