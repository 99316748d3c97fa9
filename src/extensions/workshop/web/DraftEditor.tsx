import { type ComponentType, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { statusOf } from '../../../web/api/failure.ts';
import { LoadFailed } from '../../../web/api/LoadFailed.tsx';
import { ask } from '../../../web/api/messages.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { ChangedMeanwhile } from '../../../web/ui/ChangedMeanwhile.tsx';
import { GuardedLink, useLeaveGuard } from '../../../web/ui/GuardedLink.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { navigate } from '../../../web/ui/navigation.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Spinner } from '../../../web/ui/Spinner.tsx';
import { wordsOf } from '../domain/form.ts';
import { actionText, draftText as text, pageText, stepText } from '../text/workshop.ts';
import { BasicsStep } from './BasicsStep.tsx';
import { DangerStep } from './DangerStep.tsx';
import { ExamplesStep } from './ExamplesStep.tsx';
import { LicenceStep } from './LicenceStep.tsx';
import { draftPlace, placeOf, SHOWN_STEPS, type ShownStep } from './places.ts';
import { PreviewStep } from './PreviewStep.tsx';
import { PublishStep } from './PublishStep.tsx';
import { QuestionsStep } from './QuestionsStep.tsx';
import { soughtControl } from './reason-fields.ts';
import { ScoringStep } from './ScoringStep.tsx';
import { SignaturesStep } from './SignaturesStep.tsx';
import { StepList } from './StepList.tsx';
import { type StepProps, useDraft } from './use-draft.ts';
import css from './workshop.module.css';

const contents = {
  basics: BasicsStep,
  licence: LicenceStep,
  questions: QuestionsStep,
  scoring: ScoringStep,
  danger: DangerStep,
  preview: PreviewStep,
  examples: ExamplesStep,
  signatures: SignaturesStep,
  publish: PublishStep,
} as const satisfies Record<ShownStep, ComponentType<StepProps>>;

/** A draft, step by step, saved by one button. */
export function DraftEditor({ id, step }: { id: string; step: ShownStep }) {
  const { work, error, refetch } = useDraft(id);
  return (
    <div className="stack gap-5">
      <p>
        <GuardedLink to={placeOf.list}>{pageText.back}</GuardedLink>
      </p>
      {!work && <h1>{pageText.title}</h1>}
      {!work && !error && <Spinner label={pageText.loading} />}
      {error && statusOf(error) === 404 && <Notice tone="info">{text.gone}</Notice>}
      {error && statusOf(error) !== 404 && (
        <LoadFailed what={actionText.load} error={error} retry={refetch} />
      )}
      {work && <Editor work={work} step={step} />}
    </div>
  );
}

type EditorProps = StepProps & { step: ShownStep };

function Editor({ work, step }: EditorProps) {
  const { isDirty } = work;
  const mayLeave = useCallback(async () => !isDirty || (await ask(text.leaveQuestion)), [isDirty]);
  useLeaveGuard(mayLeave);
  useFreshSignatures(work, step);
  const Content = contents[step];
  return (
    <>
      <h1>{text.title(wordsOf(work.form['title']))}</h1>
      <div className={`stack gap-5 ${css.editor}`}>
        <StepList work={work} shown={step} />
        <form
          className="stack gap-5"
          noValidate
          aria-label={stepText[step].title}
          onSubmit={(event) => {
            event.preventDefault();
            void work.save();
          }}
        >
          <StepTitle step={step} />
          <Content work={work} />
          <ChangedMeanwhile changes={work.changes} />
          <SaveBar work={work} step={step} />
        </form>
      </div>
    </>
  );
}

/** Others sign meanwhile: the steps that show signatures read the draft anew when they are opened, or seen again. */
function useFreshSignatures({ reread }: StepProps['work'], step: ShownStep): void {
  const read = useEffectEvent(() => void reread());
  useEffect(() => {
    if (step !== 'signatures' && step !== 'publish') return;
    const seen = () => read();
    read();
    window.addEventListener('focus', seen);
    return () => window.removeEventListener('focus', seen);
  }, [step]);
}

/** The title of the step. It takes the focus when another step is opened, unless a field is sought there. */
function StepTitle({ step }: { step: ShownStep }) {
  const title = useRef<HTMLHeadingElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    const field = soughtControl();
    if (field) return field.focus();
    window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div className="stack gap-1">
      <h2 ref={title} tabIndex={-1}>
        {stepText[step].title}
      </h2>
      <p className="muted">{stepText[step].lead}</p>
    </div>
  );
}

/** Saves, and leads to the next step. It stays in sight. */
function SaveBar({ work, step }: EditorProps) {
  const { isDirty, isSaving, failure, draft } = work;
  const at = SHOWN_STEPS.indexOf(step);
  const [before, after] = [SHOWN_STEPS[at - 1], SHOWN_STEPS[at + 1]];
  const open = (next: ShownStep) => navigate(draftPlace(work.id, next));
  const discard = async () => {
    if (await ask(text.discardQuestion)) work.discard();
  };
  const goOn = async (next: ShownStep) => {
    if (await work.save()) open(next);
  };
  return (
    <div className={`stack ${css.bar}`}>
      {failure && <Notice tone="error">{failure}</Notice>}
      {isDirty && draft.signatures.length > 0 && <p className="small">{text.signaturesEnd}</p>}
      <div className="line">
        {before && (
          <Button look="secondary" icon="back" disabled={isSaving} onClick={() => open(before)}>
            {text.back}
          </Button>
        )}
        <output className={`beside ${css.state}`}>
          {!isDirty && <Icon name="check" />}
          <span>{isDirty ? text.isUnsaved : text.isSaved}</span>
        </output>
        {isDirty && (
          <Button look="quiet" disabled={isSaving} onClick={() => void discard()}>
            {text.discard}
          </Button>
        )}
        <Button type="submit" look="secondary" pending={isSaving} disabled={!isDirty}>
          {text.save}
        </Button>
        {after && (
          <Button pending={isSaving} onClick={() => void goOn(after)}>
            {isDirty ? text.saveAndNext : text.next(stepText[after].title)}
          </Button>
        )}
      </div>
    </div>
  );
}
