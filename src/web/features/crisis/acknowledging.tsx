import { useRef, useState } from 'react';
import {
  CRISIS_ACTS,
  type CrisisAct,
  MAX_CRISIS_NOTE_LENGTH as MOST,
  leavesOpen,
} from '../../../domain/crisis.ts';
import { isWithin } from '../../../domain/iso-date.ts';
import { acknowledgeText as text, crisisActText, crisisText } from '../../../text/crisis-events.ts';
import { call } from '../../api/call.ts';
import { momentText, today } from '../../api/clinic-time.ts';
import { codeOf, fieldErrorsOf } from '../../api/failure.ts';
import { failureSentence, showFailure } from '../../api/failed-action.ts';
import { useForm } from '../../api/use-form.ts';
import { refreshAnswers, useAnswer, useChange } from '../../api/queries.ts';
import { DateField } from '../../ui/DateField.tsx';
import { FormModal } from '../../ui/FormModal.tsx';
import { LongTextField } from '../../ui/LongTextField.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import { acknowledgeBody, acknowledgeProblems, type AcknowledgeValues } from './acknowledge-form.ts';
import css from './crisis.module.css';
import type { CrisisEvent, MarkedPatient } from './crisis-event.ts';
import { session } from '../../api/session.ts';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { Elements } from '../../ui/elements.ts';

type AcknowledgeModalProps = {
  patientId: string;
  event: CrisisEvent;
  /** Reloads the lists after the acknowledgement. The form stays busy meanwhile. */
  refresh: (act: CrisisAct) => Promise<void>;
  onDone: (act: CrisisAct) => void;
  onClose: () => void;
};

const acts = CRISIS_ACTS.map((value) => ({ value, label: crisisActText[value] }));

/** Asks what was done about an answer, and acknowledges its event (product 19.3). */
function AcknowledgeModal(props: AcknowledgeModalProps) {
  const { event } = props;
  const { form, close } = useAcknowledgement(props);
  const deputyId = useDeputyOfToday();
  const done = form.field('done');
  const note = form.field('note');
  const submits = { handed_over: text.submitHandOver, other: text.submitAgain };
  const act = done.value;
  return (
    <FormModal
      title={text.title}
      form={form}
      submit={act === 'handed_over' || act === 'other' ? submits[act] : text.submit}
      lead={
        <div>
          <p>
            <strong>{crisisText.title[event.level]}</strong>
            <span>{`, ${event.measurement_point}, ${momentText(event.raised_at)}`}</span>
          </p>
          <p>{text.lead}</p>
        </div>
      }
      onClose={close}
    >
      <RadioField
        {...done}
        label={text.done}
        options={acts}
        onChange={(value) => {
          // The options are the acts.
          const chosen = value as CrisisAct;
          // Most often the event goes to the deputy.
          const isFirst = chosen === 'handed_over' && form.values.to === '';
          form.change(isFirst ? { done: chosen, to: deputyId } : { done: chosen });
          // Each act needs other fields, so what the last check missed is no longer true. What concerns the event still is.
          form.refuse({ form: form.failure });
        }}
      />
      {act === 'handed_over' && <HandOverFields event={event} field={form.field('to')} />}
      {act === 'other' && <DateField {...form.field('again')} label={text.again} hint={text.againHint} />}
      <LongTextField
        {...note}
        label={act === 'other' ? text.noteNeeded : text.note}
        hint={<NoteHint length={note.value.trim().length} />}
      />
    </FormModal>
  );
}

function NoteHint({ length }: { length: number }) {
  return (
    <span className={`row between ${css.counted}`}>
      <span>{`${text.noteHint} `}</span>
      <span>{text.count(length, MOST)}</span>
    </span>
  );
}

/** The own deputy of today; empty if there is none. */
function useDeputyOfToday(): string {
  const deputy = useAnswer('getDeputy').data?.deputy;
  return deputy && isWithin(today(), { start: deputy.from, end: deputy.until }) ? deputy.deputy_id : '';
}

/** The form, and how it closes. */
function useAcknowledgement({ patientId, event, refresh, onDone, onClose }: AcknowledgeModalProps) {
  const isStale = useRef(false);
  const form = useForm({
    defaults: { done: '', note: '', to: '', again: '' } as AcknowledgeValues,
    check: (values) => acknowledgeProblems(values, today()),
    send: (values, send) => {
      const body = acknowledgeBody(values);
      const params = { id: event.id };
      return send('acknowledgeCrisisEvent', { params, body }).then(() => refresh(body.done));
    },
    onRefused: (error) => {
      const code = codeOf(error);
      if (code === 'clinician_disabled') {
        // The colleague leaves the list.
        void refreshAnswers(['listClinicians']);
        return { to: failureSentence('acknowledge', error) };
      }
      if (code !== 'not_found' && code !== 'already_acknowledged' && code !== 'already_handed_over')
        return refusedFields(error) ?? { form: failureSentence('acknowledge', error) };
      // The form stays with what was entered, so that a note is not lost. The lists are loaded again when it closes.
      isStale.current = true;
      if (code === 'not_found') return { form: text.gone };
      void nameColleague();
      return { form: text.already };
    },
    onDone: (_answer, { done }) => onDone(done as CrisisAct),
  });
  const nameColleague = async () => form.refuse({ form: await whoDidIt(patientId, event.id) });
  const close = () => {
    onClose();
    // Whatever was done meanwhile: the list says it.
    if (isStale.current) void refresh('talked');
  };
  return { form, close };
}

/** The server's sentences at the fields of the form. */
function refusedFields(error: unknown) {
  const { to, note, again_on: again } = fieldErrorsOf(error);
  if (!to && !note && !again) return undefined;
  return { to: to?.message, note: note?.message, again: again?.message };
}

/** The sentence about a colleague who was faster. A deputy may no longer see the event. */
async function whoDidIt(patientId: string, eventId: string): Promise<string> {
  try {
    const { events } = await call('listCrisisEvents', { params: { id: patientId } });
    const event = events.find(({ id }) => id === eventId);
    const acknowledged = event?.acknowledged;
    if (event?.handed_over && !acknowledged) return text.alreadyHandedOver(event.handed_over.to);
    if (!acknowledged?.by) return text.already;
    const { by, at, done } = acknowledged;
    return text.alreadyBy(by, momentText(at), crisisActText[done]);
  } catch {
    return text.already;
  }
}

type HandOverFieldsProps = {
  event: CrisisEvent;
  field: { value: string; error: string | undefined; onChange: (value: string) => void };
};

/** The choice of the colleague who becomes responsible for an event (product 19.3). */
function HandOverFields({ event, field }: HandOverFieldsProps) {
  const { data, error, refetch } = useAnswer('listClinicians');
  if (error) return <LoadFailed what="listClinicians" error={error} retry={refetch} />;
  if (!data) return <Spinner />;
  const others = [session.get()?.userName, event.handed_over?.to];
  const colleagues = data.clinicians.filter(({ enabled, username }) => enabled && !others.includes(username));
  if (colleagues.length === 0) return <Notice tone="info">{text.noColleagues}</Notice>;
  return (
    <SelectField
      {...field}
      label={text.to}
      hint={text.handOverHint}
      options={colleagues.map(({ id, username }) => ({ value: id, label: username }))}
    />
  );
}

type Acknowledging = {
  /** The open form. */
  modal: Elements;
  acknowledge: (event: CrisisEvent) => void;
  /** Makes the treating clinician responsible again. */
  takeBack: (event: CrisisEvent, clinicianId: string) => void;
  /** What was done here, as a sentence. */
  done: string | undefined;
};

const everything = ['listOwnPatients', 'listCrisisEvents', 'getClinicianReport'] as const;

/** True if the acknowledgement of one event ends the sight of a colleague on the patient (product 19.4). */
export function endsSight({ as_deputy }: Pick<MarkedPatient, 'as_deputy'>, events: readonly CrisisEvent[]) {
  return as_deputy && events.filter(({ acknowledged }) => acknowledged === null).length <= 1;
}

/** The form to acknowledge an event. Afterwards it reloads the lists that have changed. */
export function useAcknowledging(
  patient: Pick<MarkedPatient, 'id' | 'as_deputy'>,
  events: readonly CrisisEvent[],
  onSightEnded?: (() => void) | undefined,
): Acknowledging {
  const [chosen, setChosen] = useState<CrisisEvent | null>(null);
  const [done, setDone] = useState<string>();
  const taking = useChange('acknowledgeCrisisEvent', { refreshes: everything });
  // A colleague whose sight ends would be refused the events and the report.
  const staleAfter = (act: CrisisAct) =>
    endsSight(patient, events) && !leavesOpen(act) ? (['listOwnPatients'] as const) : everything;
  const modal = chosen && (
    <AcknowledgeModal
      patientId={patient.id}
      event={chosen}
      refresh={(act) => refreshAnswers(staleAfter(act))}
      onDone={(act) => {
        setChosen(null);
        setDone(leavesOpen(act) ? crisisText.doneFor[act] : crisisText.done);
        if (!leavesOpen(act)) onSightEnded?.();
      }}
      onClose={() => setChosen(null)}
    />
  );
  const acknowledge = (event: CrisisEvent) => {
    setDone(undefined);
    setChosen(event);
  };
  const takeBack = (event: CrisisEvent, clinicianId: string) => {
    setDone(undefined);
    const body = { done: 'handed_over', to: clinicianId, note: '' } as const;
    taking.mutate(
      { params: { id: event.id }, body },
      {
        onSuccess: () => setDone(crisisText.doneFor.taken_back),
        onError: (error) => void showFailure('takeBack', error),
      },
    );
  };
  return { modal, acknowledge, takeBack, done };
}
