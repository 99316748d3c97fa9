import { useId, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { ownDeputyText as text } from '../../../text/crisis-events.ts';
import { today } from '../../api/clinic-time.ts';
import type { Problems } from '../../api/form.ts';
import { failureSentence, showFailure } from '../../api/failed-action.ts';
import { refreshAnswers, refreshing, useAnswer, useChange } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { useEditForm } from '../../api/use-edit-form.ts';
import { Button } from '../../ui/Button.tsx';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Form } from '../../ui/Form.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import css from './crisis.module.css';
import {
  deputyBody,
  deputyFormOf,
  deputyParts,
  deputyProblems,
  type DeputyValues,
  refusedDeputy,
  withDeputy,
} from './deputy-form.ts';
import { DoneMessage } from './DoneMessage.tsx';

type Deputies = Answer<'getDeputy'>;
type Colleague = { id: string; username: string };

/** Names the own deputy, and says whose deputy the clinician is. */
export function DeputySection() {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
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
  return <LoadFailed sentence={failureSentence('loadDeputy', error)} retry={again} />;
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
      <div className={css.days}>
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
