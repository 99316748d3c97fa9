import { type FormEvent, useId, useState } from 'react';
import { consentText as text } from '../../../text/consent.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import css from './consent.module.css';

type DecisionProps = { agreement: string; isSending: boolean; onGive: () => void; onDecline: () => void };

/** The box to tick and the two ways on, both as easy to take. */
export function Decision({ agreement, isSending, onGive, onDecline }: DecisionProps) {
  const [hasAgreed, setHasAgreed] = useState(false);
  const [problems, setProblems] = useState<{ agreement?: string }>({});
  const errorId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (hasAgreed) onGive();
    else setProblems({ agreement: text.tickMissing });
  };
  const tick = (isTicked: boolean) => {
    setHasAgreed(isTicked);
    setProblems({});
  };
  return (
    <section className={css.decision}>
      <h2>{text.decision}</h2>
      <p>{text.voluntary}</p>
      <Contact />
      <Form problems={problems} onSubmit={submit}>
        <div className={css.agreement}>
          <label className={css.check}>
            <input
              type="checkbox"
              checked={hasAgreed}
              aria-invalid={problems.agreement !== undefined}
              aria-describedby={errorId}
              onChange={({ currentTarget }) => tick(currentTarget.checked)}
            />
            <span>{agreement}</span>
          </label>
          <FieldError id={errorId} error={problems.agreement} />
        </div>
        <div className={css.buttons}>
          <Button type="submit" pending={isSending}>
            {text.give}
          </Button>
          <Button look="secondary" onClick={onDecline}>
            {text.decline}
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Contact() {
  const contact = useStore(session)?.clinicContact;
  if (!contact) return null;
  return (
    <p>
      {text.questions} {contact.includes('@') ? <a href={`mailto:${contact}`}>{contact}</a> : contact}
    </p>
  );
}
