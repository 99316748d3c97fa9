import { QueryClientProvider } from '@tanstack/react-query';
import { ownDeputyText as text, reminderText } from '../../../text/crisis-events.ts';
import { uiText } from '../../../text/ui.ts';
import { queryClient, refreshAnswers, refreshing, useAnswer, useChange } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import css from './crisis.module.css';
import { useId, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { today } from '../../api/clinic-time.ts';
import type { Problems } from '../../api/form.ts';
import { failureSentence, showFailure } from '../../api/failed-action.ts';
import { session } from '../../api/session.ts';
import { useEditForm } from '../../api/use-edit-form.ts';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Form } from '../../ui/Form.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import {
  deputyBody,
  deputyFormOf,
  deputyParts,
  deputyProblems,
  type DeputyValues,
  refusedDeputy,
  withDeputy,
} from './deputy-form.ts';
import { DoneMessage } from '../../ui/Notice.tsx';
import { crisisReminderText } from '../../../text/mail.ts';
import { config } from '../../api/config.ts';
import { fieldErrorsOf } from '../../api/failure.ts';
import { useForm } from '../../api/use-form.ts';
import { TextField } from '../../ui/TextField.tsx';

/** The own deputy and the own address for reminders (product 19.4 and 19.6). */
export default function DeputyDialog({ onClose }: { onClose: () => void }) {
  return (
    // The frame opens this dialog outside of the page that it lies over.
    <QueryClientProvider client={queryClient}>
      <Modal
        title={text.title}
        onClose={onClose}
        footer={
          <Button look="secondary" onClick={onClose}>
            {uiText.close}
          </Button>
        }
      >
        <div className="stack gap-6">
          <DeputySection />
          <ReminderSection />
        </div>
      </Modal>
    </QueryClientProvider>
  );
}

type Deputies = Answer<'getDeputy'>;
type Colleague = { id: string; username: string };

/** Names the own deputy, and says whose deputy the clinician is. */
function DeputySection() {
  const id = useId();
  return (
    <section className={`stack gap-4 ${css.section}`} aria-labelledby={id}>
      <h3 id={id}>{text.deputy}</h3>
      <p>{text.lead}</p>
      <Content />
    </section>
  );
}

function Content() {
  const deputies = useAnswer('getDeputy');
  const clinicians = useAnswer('listClinicians');
  const error = deputies.error ?? clinicians.error;
  if (deputies.data && clinicians.data) {
    const own = session.get()?.userName;
    const colleagues = clinicians.data.clinicians.filter(
      ({ enabled, username }) => enabled && username !== own,
    );
    return <OwnDeputy deputies={deputies.data} colleagues={colleagues} />;
  }
  if (!error) return <Spinner label={text.loading} />;
  const again = () => Promise.all([deputies.refetch(), clinicians.refetch()]);
  return <LoadFailed what="loadDeputy" error={error} retry={again} />;
}

type OwnDeputyProps = { deputies: Deputies; colleagues: readonly Colleague[] };

function OwnDeputy({ deputies, colleagues }: OwnDeputyProps) {
  const { deputy, deputy_of, revision } = deputies;
  const [done, setDone] = useState<string>();
  const ending = useChange('setDeputy', { refreshes: ['getDeputy'] });
  const end = () =>
    ending.mutate(
      { body: { revision, deputy_id: null } },
      {
        onSuccess: () => setDone(text.ended),
        onError: (error) => {
          // The page then shows what was changed, and the button is pressed again.
          void refreshAnswers(sources);
          void showFailure('setDeputy', error);
        },
      },
    );
  return (
    <>
      <p className="strong">{standingOf(deputy)}</p>
      {done && <DoneMessage>{done}</DoneMessage>}
      {colleagues.length === 0 ? (
        <Notice tone="info">{text.nobody}</Notice>
      ) : (
        <DeputyForm deputies={deputies} colleagues={colleagues} onDone={setDone} />
      )}
      {deputy && (
        <div className="row">
          <Button look="secondary" pending={ending.isPending} onClick={end}>
            {text.end}
          </Button>
        </div>
      )}
      {deputy_of.map(({ clinician_id, username, from, until }) => (
        <p key={clinician_id}>{text.deputyOf(username, formatIsoDate(from), formatIsoDate(until))}</p>
      ))}
    </>
  );
}

function standingOf(deputy: Deputies['deputy']): string {
  if (!deputy) return text.none;
  const { username, from, until } = deputy;
  if (until < today()) return text.over(username, formatIsoDate(until));
  return text.named(username, formatIsoDate(from), formatIsoDate(until));
}

/** Shows what was done; undefined takes an earlier message away. */
type OnDone = (sentence: string | undefined) => void;

type DeputyFormProps = { deputies: Deputies; colleagues: readonly Colleague[]; onDone: OnDone };

const sources = ['getDeputy'] as const;

function DeputyForm({ deputies, colleagues, onDone }: DeputyFormProps) {
  const form = useEditForm({
    row: deputies,
    formOf: ({ deputy }) => deputyFormOf(deputy, today()),
    parts: deputyParts(colleagues),
    sources,
    withTheirs: withDeputy,
    check: (typed) => {
      onDone(undefined);
      return deputyProblems(typed, deputies.deputy, today());
    },
    send: (typed, call, { revision }) =>
      refreshing(sources, call('setDeputy', { body: { revision, ...deputyBody(typed) } })),
    onRefused: refusalOf,
    onDone: (_answer, typed) => {
      form.restart(typed);
      onDone(text.saved);
    },
  });
  const chosen = form.field('deputy');
  const isKnown = colleagues.some(({ id }) => id === chosen.value);
  return (
    <Form {...form.bind}>
      <ChangedMeanwhile changes={form.changes} />
      <SelectField
        {...chosen}
        // A colleague disabled meanwhile cannot be chosen.
        value={isKnown ? chosen.value : ''}
        label={text.colleague}
        options={colleagues.map(({ id, username }) => ({ value: id, label: username }))}
      />
      <div className={`columns ${css.days}`}>
        <DateField {...form.field('from')} label={text.from} />
        <DateField {...form.field('until')} label={text.until} hint={text.untilHint} />
      </div>
      {form.failure && <Notice tone="error">{form.failure}</Notice>}
      <div className="row">
        <Button type="submit" pending={form.isPending}>
          {text.save}
        </Button>
      </div>
    </Form>
  );
}

function refusalOf(error: unknown): Problems<DeputyValues> {
  const refused = refusedDeputy(error);
  // A colleague disabled meanwhile must not be chosen again.
  if (refused.deputy !== undefined) void refreshAnswers(['listClinicians']);
  return Object.values(refused).some(Boolean) ? refused : { form: failureSentence('setDeputy', error) };
}

/** The own address for reminders of open events, and what such a mail says. */
function ReminderSection() {
  const id = useId();
  const { data, error, refetch } = useAnswer('getReminderAddress');
  return (
    <section className={`stack gap-4 ${css.section}`} aria-labelledby={id}>
      <h3 id={id}>{reminderText.title}</h3>
      <p>{`${reminderText.lead} ${reminderText.says(crisisReminderText.subject(config().product_name))}`}</p>
      {data ? (
        <AddressForm address={data.address} />
      ) : error ? (
        <LoadFailed what="loadReminderAddress" error={error} retry={refetch} />
      ) : (
        <Spinner label={reminderText.loading} />
      )}
    </section>
  );
}

function AddressForm({ address }: { address: string }) {
  const [done, setDone] = useState<string>();
  const form = useForm({
    defaults: { address },
    check: () => {
      setDone(undefined);
      return {};
    },
    send: (typed, call) =>
      refreshing(
        ['getReminderAddress'],
        call('setReminderAddress', { body: { address: typed.address.trim() } }),
      ),
    onRefused: (error) => {
      const refused = fieldErrorsOf(error)['address']?.message;
      return refused ? { address: refused } : { form: failureSentence('setReminderAddress', error) };
    },
    onDone: (_answer, typed) => {
      form.restart(typed);
      setDone(typed.address.trim() === '' ? reminderText.removed : reminderText.saved);
    },
  });
  return (
    <Form {...form.bind}>
      <TextField
        {...form.field('address')}
        label={reminderText.address}
        hint={reminderText.hint}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      {form.failure && <Notice tone="error">{form.failure}</Notice>}
      {done && <DoneMessage>{done}</DoneMessage>}
      <div className="row">
        <Button type="submit" pending={form.isPending}>
          {reminderText.save}
        </Button>
      </div>
    </Form>
  );
}
