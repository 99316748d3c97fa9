import { useId } from 'react';
import { formatIsoDate, isWithin } from '../../../domain/iso-date.ts';
import { todayText as text } from '../../../text/crisis-events.ts';
import { today } from '../../api/clinic-time.ts';
import { useAnswer } from '../../api/queries.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Elements } from '../../ui/elements.ts';
import css from './crisis.module.css';
import { NamedTag, StandingNote } from './CrisisTag.tsx';
import { openMark, withOpenEvent } from './open-events.ts';
import type { MarkedPatient } from './crisis-event.ts';

type OpenPatientsProps = { patients: readonly MarkedPatient[]; onShow: (patientId: string) => void };

/** `waiting`: what else waits, if anything does. */
type TodayProps = OpenPatientsProps & { waiting: Elements };

/** What waits today: open events with the way to each patient, other counts and deputyships. Nothing if there is none. */
export function Today({ patients, onShow, waiting }: TodayProps) {
  const id = useId();
  const open = withOpenEvent(patients);
  const sentences = useDeputySentences();
  if (open.length === 0 && sentences.length === 0 && !waiting) return null;
  return (
    <section className={`stack ${css.today}`} aria-labelledby={id}>
      <h2 id={id}>{text.title}</h2>
      {open.length > 0 && <OpenPatients patients={open} onShow={onShow} />}
      {waiting}
      {sentences.map((sentence) => (
        <p key={sentence} className="beside muted">
          <Icon name="people" />
          <span>{sentence}</span>
        </p>
      ))}
    </section>
  );
}

const MOST_SHOWN = 6;

function OpenPatients({ patients, onShow }: OpenPatientsProps) {
  const urgent = patients.filter(({ crisis }) => crisis?.level === 'urgent').length;
  const left = patients.length - MOST_SHOWN;
  return (
    <div className={`line ${css.waiting} ${urgent > 0 ? css.urgent : css.notice}`}>
      <p className={css.title}>
        <Icon name="warning" />
        <span>{text.open(patients.length, urgent)}</span>
      </p>
      <ul className="line gap-2 plain" aria-label={text.patients}>
        {patients.slice(0, MOST_SHOWN).map((patient) => (
          <WaitingPatient key={patient.id} patient={patient} onShow={onShow} />
        ))}
        {left > 0 && <li className="small">{text.more(left)}</li>}
      </ul>
    </div>
  );
}

type WaitingPatientProps = { patient: MarkedPatient; onShow: OpenPatientsProps['onShow'] };

function WaitingPatient({ patient, onShow }: WaitingPatientProps) {
  const mark = openMark(patient);
  return (
    <li>
      {mark && <NamedTag code={patient.code} mark={mark} onOpen={() => onShow(patient.id)} />}
      <StandingNote standing={patient.crisis_standing} />
    </li>
  );
}

/** The deputyships of today in sentences. They are a courtesy: if they cannot be loaded, the page says nothing. */
function useDeputySentences(): readonly string[] {
  const { data } = useAnswer('getDeputy');
  if (!data) return [];
  const day = today();
  const isToday = ({ from, until }: { from: string; until: string }) =>
    isWithin(day, { start: from, end: until });
  const deputies = data.deputy && isToday(data.deputy) ? [data.deputy] : [];
  return [
    ...data.deputy_of
      .filter(isToday)
      .map(({ username, until }) => text.deputyOf(username, formatIsoDate(until))),
    ...deputies.map(({ username, until }) => text.deputy(username, formatIsoDate(until))),
  ];
}
