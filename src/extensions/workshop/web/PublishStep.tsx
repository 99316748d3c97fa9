import { useState } from 'react';
import { failureSentence } from '../../../web/api/failed-action.ts';
import { fieldErrorsOf } from '../../../web/api/failure.ts';
import { ask } from '../../../web/api/messages.ts';
import { useChange } from '../../../web/api/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { Link, navigate } from '../../../web/ui/navigation.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { type Remark, STEPS } from '../contract/routes.ts';
import { wordsOf } from '../domain/form.ts';
import { publishText as text } from '../text/late-steps.ts';
import { actionText, draftText, listText, newText, stepText } from '../text/workshop.ts';
import { listInstruments, publishDraft } from './calls.ts';
import type { StepProps } from './use-draft.ts';
import { Remarks } from './NewQuestionnaire.tsx';
import { draftPlace, publishedPlace } from './places.ts';
import { type FoundReason, foundReasons, seek } from './reason-fields.ts';
import { keepWork } from './unsaved.ts';

/** What is left before a draft can be published, and the publication. */
export function PublishStep({ work }: StepProps) {
  const { draft, form, isDirty } = work;
  const { mutate, isPending } = useChange(publishDraft, { refreshes: [listInstruments] });
  const [refusal, setRefusal] = useState<{ sentence: string; reasons: readonly Remark[] } | null>(null);
  const publish = async () => {
    const title = wordsOf(form['title']) || listText.untitled;
    if (!(await ask(text.question(title, form.version)))) return;
    setRefusal(null);
    mutate(
      { params: { id: draft.draft_id }, body: { revision: draft.revision } },
      {
        onSuccess: ({ id, version }) => {
          keepWork(draft.draft_id, null);
          navigate(publishedPlace(id, version), { replace: true });
        },
        onError: (error) =>
          setRefusal({
            sentence: failureSentence(actionText.publish, error),
            reasons: Object.values(fieldErrorsOf(error)).map(({ path, message }) => ({
              where: path,
              what: message,
            })),
          }),
      },
    );
  };
  return (
    <Card>
      {isDirty && <Notice tone="info">{draftText.saveFirst}</Notice>}
      <Reasons work={work} />
      {refusal && (
        <Notice tone="error">
          <p>{refusal.sentence}</p>
          <Remarks remarks={refusal.reasons} />
        </Notice>
      )}
      <div>
        <Button
          icon="check"
          pending={isPending}
          disabled={isDirty || draft.reasons.length > 0}
          onClick={() => void publish()}
        >
          {text.submit}
        </Button>
      </div>
    </Card>
  );
}

function Reasons({ work: { id, draft } }: StepProps) {
  if (draft.reasons.length === 0) return <Notice tone="success">{text.ready}</Notice>;
  const found = foundReasons(draft);
  const steps = STEPS.map((step) => ({ step, reasons: found.filter((one) => one.step === step) }));
  return (
    <>
      <p className="strong">{text.reasons(draft.reasons.length)}</p>
      {steps.map(
        ({ step, reasons }) =>
          reasons.length > 0 && (
            <section key={step} className="stack gap-2" aria-label={stepText[step].title}>
              <h3>{stepText[step].title}</h3>
              <ul className="stack gap-1 marked">
                {reasons.map((reason) => (
                  <li key={newText.where(reason.where, reason.what)}>
                    <FoundReasonLine id={id} reason={reason} />
                  </li>
                ))}
              </ul>
              <p>
                <Link to={draftPlace(id, step)}>{text.to(stepText[step].title)}</Link>
              </p>
            </section>
          ),
      )}
    </>
  );
}

/** A reason, which leads to its field where the page knows it. */
function FoundReasonLine({ id, reason }: { id: string; reason: FoundReason }) {
  const { where, what, step, field } = reason;
  const words = newText.where(where, what);
  if (field === null) return <span>{words}</span>;
  return (
    <Link to={draftPlace(id, step)} onClick={() => seek(field)}>
      {words}
    </Link>
  );
}
