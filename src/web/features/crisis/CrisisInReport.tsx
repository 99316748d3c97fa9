import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { crisisText as text } from '../../../text/crisis-events.ts';
import { momentText } from '../../api/clinic-time.ts';
import { useAnswer } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import css from './crisis.module.css';
import { DoneMessage } from '../../ui/Notice.tsx';
import { endsSight, useAcknowledging } from './acknowledging.tsx';
import type { CrisisEvent, MarkedPatient } from './crisis-event.ts';

type CrisisInReportProps = {
  patient: Pick<MarkedPatient, 'id' | 'as_deputy'>;
  /** The shown report. */
  report: HTMLElement | null;
  /** The acknowledgement has ended the sight of a deputy: the report must go. */
  onSightEnded: () => void;
};

/** A button in the report's own box for each open event. The report itself is made by the server and only shows them. */
export function CrisisInReport({ patient, report, onSightEnded }: CrisisInReportProps) {
  const places = useMemo(() => (patient.id === '' ? [] : placesIn(report)), [patient.id, report]);
  const { data, error, refetch } = useAnswer(
    'listCrisisEvents',
    { params: { id: patient.id } },
    { enabled: places.length > 0 },
  );
  const events = data?.events ?? [];
  const endsNow = endsSight(patient, events);
  const { modal, acknowledge, done } = useAcknowledging(patient, events, endsNow ? onSightEnded : undefined);
  return (
    <>
      {done && <DoneMessage>{done}</DoneMessage>}
      {places.length > 0 && error && <LoadFailed what="loadCrisisEvents" error={error} retry={refetch} />}
      {places.map(({ eventId, element }) => {
        const event = events.find(
          ({ id, acknowledged, may_acknowledge: mayAcknowledge }) =>
            id === eventId && acknowledged === null && mayAcknowledge,
        );
        return (
          event &&
          createPortal(
            <AcknowledgeButton event={event} onPress={() => acknowledge(event)} />,
            element,
            eventId,
          )
        );
      })}
      {modal}
    </>
  );
}

function AcknowledgeButton({ event, onPress }: { event: CrisisEvent; onPress: () => void }) {
  return (
    <div className={`off-paper ${css.inReport}`}>
      <Button
        icon="check"
        look={event.level === 'urgent' ? 'danger' : 'primary'}
        aria-label={text.acknowledgeOf(event.measurement_point, momentText(event.raised_at))}
        aria-haspopup="dialog"
        onClick={onPress}
      >
        {text.acknowledge}
      </Button>
    </div>
  );
}

type Place = { eventId: string; element: HTMLElement };

/** The open events of the report. */
function placesIn(report: HTMLElement | null): readonly Place[] {
  const boxes = [...(report?.querySelectorAll<HTMLElement>('[data-crisis-event]') ?? [])];
  return boxes.map((element) => ({ eventId: element.dataset['crisisEvent'] ?? '', element }));
}
