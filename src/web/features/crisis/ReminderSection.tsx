import { useId, useState } from 'react';
import { reminderText as text } from '../../../text/crisis-events.ts';
import { crisisReminderText } from '../../../text/mail.ts';
import { config } from '../../api/config.ts';
import { fieldErrorsOf } from '../../api/failure.ts';
import { failureSentence } from '../../api/failed-action.ts';
import { refreshing, useAnswer } from '../../api/queries.ts';
import { useForm } from '../../api/use-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { TextField } from '../../ui/TextField.tsx';
import css from './crisis.module.css';
import { DoneMessage } from './DoneMessage.tsx';

/** The own address for reminders of open events, and what such a mail says. */
export function ReminderSection() {
  const id = useId();
  const { data, error, refetch } = useAnswer('getReminderAddress');
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 id={id}>{text.title}</h3>
      <p>{`${text.lead} ${text.says(crisisReminderText.subject(config().product_name))}`}</p>
      {data ? (
        <AddressForm address={data.address} />
      ) : error ? (
        <LoadFailed sentence={failureSentence('loadReminderAddress', error)} retry={refetch} />
      ) : (
        <Spinner label={text.loading} />
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
      setDone(typed.address.trim() === '' ? text.removed : text.saved);
    },
  });
  return (
    <Form {...form.bind}>
      <TextField
        {...form.field('address')}
        label={text.address}
        hint={text.hint}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      {form.failure && <Notice tone="error">{form.failure}</Notice>}
      {done && <DoneMessage>{done}</DoneMessage>}
      <div className="row">
        <Button type="submit" pending={form.isPending}>
          {text.save}
        </Button>
      </div>
    </Form>
  );
}
