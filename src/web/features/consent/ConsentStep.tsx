import { QueryClientProvider } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { consentText as text } from '../../../text/consent.ts';
import { errorText } from '../../../text/errors.ts';
import { codeOf } from '../../api/failure.ts';
import { showFailure } from '../../api/failed-action.ts';
import { showAlert, showNotice } from '../../api/messages.ts';
import { queryClient, refreshAnswers, useAnswer, useChange } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import option from '../../ui/Option.module.css';
import css from './consent.module.css';
import { ConsentBody } from './ConsentBody.tsx';

type ConsentStepProps = { onGiven: () => void; onDecline: () => void };

/** Asks for the study consent before the first survey, after a change of its text and after a withdrawal. */
export default function ConsentStep(props: ConsentStepProps) {
  // The survey itself does not load the query library, so that its first page is small.
  return (
    <QueryClientProvider client={queryClient}>
      <LoadedConsent {...props} />
    </QueryClientProvider>
  );
}

function LoadedConsent({ onGiven, onDecline }: ConsentStepProps) {
  const { data, error, refetch } = useAnswer('getConsent');
  const isNotNeeded = data === null;
  useEffect(() => {
    if (isNotNeeded) onGiven();
  }, [isNotNeeded, onGiven]);
  if (error) return <LoadFailed what="loadConsent" error={error} retry={refetch} />;
  if (!data) return <Spinner label={text.loading} />;
  // A tick is valid for only one version of the text.
  return <Consent key={data.version} consent={data} onGiven={onGiven} onDecline={onDecline} />;
}

type ConsentProps = ConsentStepProps & { consent: NonNullable<Answer<'getConsent'>> };

function Consent({ consent, onGiven, onDecline }: ConsentProps) {
  const { version, title, sections, agreement, state } = consent;
  const heading = useRef<HTMLHeadingElement>(null);
  const giving = useChange('giveConsent', { refreshes: ['getConsent', 'listWindows'] });
  const lead = text.lead[state];
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const decline = () => void showNotice(text.declined).then(onDecline);
  const give = () =>
    giving.mutate({ body: { version } }, { onSuccess: onGiven, onError: (error) => void tellFailure(error) });
  return (
    <article className="stack gap-5 reading">
      <header className="stack gap-1">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="muted">{text.version(version)}</p>
      </header>
      {lead && <Notice tone="info">{lead}</Notice>}
      <ConsentBody sections={sections} heading="h2" />
      <Decision agreement={agreement} isSending={giving.isPending} onGive={give} onDecline={decline} />
    </article>
  );
}

async function tellFailure(failure: Error): Promise<void> {
  if (codeOf(failure) !== 'consent_changed') return showFailure('giveConsent', failure);
  await showAlert({ text: errorText.consent_changed });
  await refreshAnswers(['getConsent']);
}

type DecisionProps = { agreement: string; isSending: boolean; onGive: () => void; onDecline: () => void };

/** The checkbox and two buttons of equal weight. */
function Decision({ agreement, isSending, onGive, onDecline }: DecisionProps) {
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
    <section className={`card stack ${css.decision}`}>
      <h2>{text.decision}</h2>
      <p>{text.voluntary}</p>
      <Contact />
      <Form problems={problems} onSubmit={submit}>
        <div className={`stack gap-2 ${css.agreement}`}>
          <label className={`box beside gap-3 ${option.option} ${css.check}`}>
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
        <div className={`row ${css.buttons}`}>
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
      <span>{`${text.questions} `}</span>
      {contact.includes('@') ? <a href={`mailto:${contact}`}>{contact}</a> : <span>{contact}</span>}
    </p>
  );
}
