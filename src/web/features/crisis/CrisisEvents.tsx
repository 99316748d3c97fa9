import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { crisisActText, crisisText as text, sinceWords } from '../../../text/crisis-events.ts';
import { momentText } from '../../api/clinic-time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import css from './crisis.module.css';
import { LevelTag, useAge } from './CrisisTag.tsx';
import { DoneMessage } from '../../ui/Notice.tsx';
import { useAcknowledging } from './acknowledging.tsx';
import type { CrisisEvent, MarkedPatient } from './crisis-event.ts';

type CrisisEventsProps = {
  patient: MarkedPatient;
  /** The answer for `listCrisisEvents`. */
  answer: UseQueryResult<Answer<'listCrisisEvents'>>;
};

/** The open events of a patient, each with the button to acknowledge it, and the acknowledged ones folded below. */
export function CrisisEvents({ patient, answer }: CrisisEventsProps) {
  const { data, error, refetch } = answer;
  if (patient.crisis === null) return null;
  if (data) return <Events patient={patient} events={data.events} />;
  if (error) return <LoadFailed what="loadCrisisEvents" error={error} retry={refetch} />;
  return <Spinner label={text.loading} />;
}

function Events({ patient, events }: { patient: MarkedPatient; events: readonly CrisisEvent[] }) {
  const id = useId();
  const { modal, acknowledge, takeBack, done } = useAcknowledging(patient, events);
  const open = events.filter(({ acknowledged }) => acknowledged === null);
  const past = events.filter(({ acknowledged }) => acknowledged !== null);
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 className="visually-hidden" id={id}>
        {text.list}
      </h3>
      {done && <DoneMessage>{done}</DoneMessage>}
      {open.map((event) => (
        <OpenEvent
          key={event.id}
          event={event}
          isOnly={open.length === 1}
          onAcknowledge={() => acknowledge(event)}
          onTakeBack={patient.as_deputy ? undefined : () => takeBack(event, patient.clinician_id)}
        />
      ))}
      {past.length > 0 && <PastEvents events={past} />}
      {modal}
    </section>
  );
}

type OpenEventProps = {
  event: CrisisEvent;
  isOnly: boolean;
  onAcknowledge: () => void;
  /** Undefined for a colleague of the treating clinician. */
  onTakeBack: (() => void) | undefined;
};

function OpenEvent({ event, isOnly, onAcknowledge, onTakeBack }: OpenEventProps) {
  const { level, raised_at, measurement_point } = event;
  const moment = momentText(raised_at);
  const age = useAge(raised_at);
  return (
    <article className={`stack start ${css.event} ${css[level]}`}>
      <div className={css.head}>
        <h4 className={css.title}>
          <Icon name="warning" />
          <span>{text.title[level]}</span>
        </h4>
        <p className="small">{`${measurement_point}, ${moment} (${sinceWords(age)})`}</p>
      </div>
      <Answered event={event} />
      <Standing event={event} />
      {event.may_acknowledge && (
        <Button
          look={level === 'urgent' ? 'danger' : 'primary'}
          icon="check"
          aria-label={isOnly ? undefined : text.acknowledgeOf(measurement_point, moment)}
          aria-haspopup="dialog"
          onClick={onAcknowledge}
        >
          {text.acknowledge}
        </Button>
      )}
      {!event.may_acknowledge && onTakeBack && (
        <Button
          look="secondary"
          aria-label={isOnly ? undefined : text.takeBackOf(measurement_point, moment)}
          onClick={onTakeBack}
        >
          {text.takeBack}
        </Button>
      )}
    </article>
  );
}

/** Who is responsible for the event, and from which day on it waits again. */
function Standing({ event: { handed_over: handed, postponed } }: { event: CrisisEvent }) {
  return (
    <>
      {handed && (
        <div className={css.agreement}>
          <p>
            <strong>{text.handedOver(handed.to, momentText(handed.at))}</strong>
          </p>
          {handed.by && <p className="small">{text.handedBy(handed.by)}</p>}
          <NoteLine note={handed.note} />
        </div>
      )}
      {postponed && (
        <div className={css.agreement}>
          <p>
            <strong>{text.postponed(formatIsoDate(postponed.again_on), postponed.by)}</strong>
          </p>
          <NoteLine note={postponed.note} />
        </div>
      )}
    </>
  );
}

function NoteLine({ note }: { note: string }) {
  if (!note) return null;
  return <p className="paragraphs">{`${text.note}: ${note}`}</p>;
}

function Answered({ event: { question, answer } }: { event: CrisisEvent }) {
  return (
    <div className={css.answered}>
      <q>{question}</q>
      <p className={css.answer}>{text.answered(answer)}</p>
    </div>
  );
}

function PastEvents({ events }: { events: readonly CrisisEvent[] }) {
  return (
    <details className={css.past}>
      <summary>{text.past(events.length)}</summary>
      <ul>
        {events.map((event) => (
          <PastEvent key={event.id} event={event} />
        ))}
      </ul>
    </details>
  );
}

function PastEvent({ event }: { event: CrisisEvent }) {
  const { level, measurement_point, raised_at, acknowledged } = event;
  if (!acknowledged) return null;
  const { by, at, done, note } = acknowledged;
  return (
    <li>
      <p className="small">
        <LevelTag level={level} />
        <span>{` ${measurement_point}, ${momentText(raised_at)}`}</span>
      </p>
      <Answered event={event} />
      <p>
        <span>{`${text.acknowledged(by, momentText(at))}: `}</span>
        <strong>{crisisActText[done]}</strong>
      </p>
      <NoteLine note={note} />
    </li>
  );
}
