import { useState } from 'react';
import { shortMomentText } from '../../../web/api/clinic-time.ts';
import { showFailure } from '../../../web/api/failed-action.ts';
import { useAnswer, useChange } from '../../../web/api/queries.ts';
import { session } from '../../../web/api/session.ts';
import { useStore } from '../../../web/api/use-store.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { DoneMessage, Notice } from '../../../web/ui/Notice.tsx';
import { type Draft, SIGNATURE_ROLES, type SignatureRole } from '../contract/routes.ts';
import { signText as text } from '../text/late-steps.ts';
import { actionText, draftText, stepText } from '../text/workshop.ts';
import { SIGNED_STEPS } from '../domain/steps.ts';
import { askSigner, getDraft, listInstruments, signDraft } from './calls.ts';
import type { StepProps } from './use-draft.ts';
import { Check } from './fields.tsx';
import css from './workshop.module.css';

/** Two people answer for a questionnaire, and an admin may ask clinicians. */
export function SignaturesStep({ work }: StepProps) {
  return (
    <>
      <p>{text.lead}</p>
      {work.isDirty && <Notice tone="info">{draftText.saveFirst}</Notice>}
      <Signatures draft={work.draft} isDirty={work.isDirty} />
      <AskSigners key={work.draft.revision} draft={work.draft} />
    </>
  );
}

/** The signatures of a saved draft, with a button for each that is missing. */
export function Signatures({ draft, isDirty }: { draft: Draft; isDirty: boolean }) {
  const { draft_id: id, revision, signatures } = draft;
  const user = useStore(session);
  const [done, setDone] = useState<SignatureRole | null>(null);
  const { mutate, isPending } = useChange(signDraft, { refreshes: [getDraft, listInstruments] });
  const sign = (role: SignatureRole) =>
    mutate(
      { params: { id }, body: { role, revision } },
      { onSuccess: () => setDone(role), onError: (error) => void showFailure(actionText.sign, error) },
    );
  const isSigner = signatures.some(({ by }) => by === user?.userName);
  return (
    <div className={`columns ${css.roles}`}>
      {SIGNATURE_ROLES.map((role) => {
        const given = signatures.find((one) => one.role === role);
        const { title, meaning, sign: label } = text.roles[role];
        const open = SIGNED_STEPS[role].filter((step) => draft.reasons.some((one) => one.step === step));
        return (
          <Card key={role}>
            <h3>{title}</h3>
            <p>{meaning}</p>
            {given ? (
              <p className={`beside ${css.done}`}>
                <Icon name="check" />
                <span>{text.signed(given.by, shortMomentText(given.at))}</span>
              </p>
            ) : (
              <p className="muted">{isSigner ? text.other : text.missing}</p>
            )}
            {done === role && given && <DoneMessage>{text.done}</DoneMessage>}
            {!given && !isSigner && (
              <div className="stack gap-2">
                {open.length > 0 && <p>{text.first(open.map((step) => stepText[step].title))}</p>}
                <Button pending={isPending} disabled={isDirty || open.length > 0} onClick={() => sign(role)}>
                  {label}
                </Button>
              </div>
            )}
          </Card>
        );
      })}
    </div>
  );
}

function AskSigners({ draft }: { draft: Draft }) {
  const { data } = useAnswer('listCliniciansWithCounts');
  const [chosen, setChosen] = useState<readonly string[]>(draft.signers.map(({ id }) => id));
  const [isDone, setDone] = useState(false);
  const { mutate, isPending } = useChange(askSigner, { refreshes: [getDraft, listInstruments] });
  const clinicians = data?.clinicians.filter(({ enabled }) => enabled) ?? [];
  const send = () =>
    mutate(
      { params: { id: draft.draft_id }, body: { clinician_ids: [...chosen] } },
      { onSuccess: () => setDone(true), onError: (error) => void showFailure(actionText.askSigners, error) },
    );
  const toggle = (id: string, isAsked: boolean) => {
    setDone(false);
    setChosen(isAsked ? [...chosen, id] : chosen.filter((one) => one !== id));
  };
  return (
    <Card>
      <fieldset>
        <legend className="strong">{text.ask}</legend>
        <div className="stack">
          <p className="muted small hint">{text.askHint}</p>
          {data && clinicians.length === 0 && <p>{text.noClinicians}</p>}
          {clinicians.map(({ id, username }) => (
            <Check
              key={id}
              label={username}
              checked={chosen.includes(id)}
              onChange={(isAsked) => toggle(id, isAsked)}
            />
          ))}
        </div>
      </fieldset>
      <div className="line">
        <Button look="secondary" pending={isPending} disabled={clinicians.length === 0} onClick={send}>
          {text.send}
        </Button>
        <output>{isDone && <span>{text.asked}</span>}</output>
      </div>
    </Card>
  );
}
