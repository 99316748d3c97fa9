import { useEffect, useRef, useState, useId } from 'react';
import { overdueText, clinicText } from '../../../text/clinic.ts';
import { useAnswer } from '../../api/queries.ts';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { DeputyOverview } from '../clinicians/DeputyOverview.tsx';
import css from './clinic.module.css';
import { OverdueCounts } from './ClinicNotices.tsx';
import type { Answer } from '../../../contract/routes.ts';
import { config } from '../../api/config.ts';
import { ask } from '../../api/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { helpOf, helpValues, isSameHelp } from './clinic-form.ts';
import { NumbersEditor } from './NumbersEditor.tsx';
import { type ClinicFormState, useClinicForm } from './use-clinic-form.ts';
import type { Help } from '../../../domain/crisis.ts';
import { HelpBlock } from '../help/HelpBlock.tsx';

/** The section "Klinik" of the admin's home (product 2.16). Each new `atAddress` puts the focus on the duty address. */
export default function ClinicSection({ atAddress }: { atAddress: number }) {
  const { data, error, refetch } = useAnswer('getClinicSettings');
  const section = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (atAddress > 0 && isLoaded)
      section.current?.querySelector<HTMLElement>('[name=duty_address]')?.focus();
  }, [atAddress, isLoaded]);
  const failed = error && <LoadFailed what="loadClinic" error={error} retry={refetch} />;
  if (!data) return failed ?? <Spinner />;
  return (
    <div className={`stack gap-6 ${css.section}`} ref={section}>
      {failed}
      <Overdue />
      <DeputyOverview />
      <ClinicForm settings={data} />
    </div>
  );
}

function Overdue() {
  const { data, error, refetch } = useAnswer('countCrisisEvents');
  return (
    <div className={`stack gap-4 ${css.group}`}>
      <h3>{overdueText.title}</h3>
      {error && <LoadFailed what="countEvents" error={error} retry={refetch} />}
      {data ? <OverdueCounts {...data} /> : !error && <Spinner />}
    </div>
  );
}

type Settings = Answer<'getClinicSettings'>;

/** Contact, help, duty address and hours, saved by one button (product 2.16). */
function ClinicForm({ settings }: { settings: Settings }) {
  const form = useClinicForm(settings);
  return (
    <Form {...form.bind} aria-label={clinicText.form}>
      <fieldset className={css.group}>
        <legend className={css.heading}>{clinicText.contact.title}</legend>
        <TextField
          {...form.field('contact')}
          label={clinicText.contact.label}
          hint={clinicText.contact.hint}
          maxLength={200}
          autoComplete="off"
        />
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.heading}>{clinicText.help.title}</legend>
        <p>{clinicText.help.lead}</p>
        <div className={`stack gap-5 ${css.help}`}>
          <div className={`stack gap-5 ${css.editor}`}>
            <HelpText form={form} />
            <NumbersEditor form={form} />
            <ResetHelp form={form} />
          </div>
          <HelpPreview help={helpOf(form.values)} />
        </div>
      </fieldset>
      <Reminding form={form} />
      <ChangedMeanwhile changes={form.changes} />
      <SaveBar form={form} settings={settings} />
    </Form>
  );
}

type PartProps = { form: ClinicFormState };

function HelpText({ form }: PartProps) {
  const { value, error, onChange } = form.field('text');
  return (
    <Field label={clinicText.help.text} error={error}>
      {(attributes) => (
        <textarea
          {...attributes}
          autoComplete="off"
          // The clinic's own words for all patients, not those of a person.
          spellCheck
          rows={5}
          maxLength={2000}
          required
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function ResetHelp({ form }: PartProps) {
  const [news, setNews] = useState('');
  const reset = async () => {
    const standard = config().help;
    if (isSameHelp(helpOf(form.values), standard)) return setNews(clinicText.help.isDefault);
    const question = {
      title: clinicText.help.reset,
      text: clinicText.help.resetQuestion,
      confirmLabel: clinicText.help.reset,
    };
    if (!(await ask(question))) return;
    form.change(helpValues(standard));
    setNews(clinicText.help.resetDone);
  };
  return (
    <div className="line">
      <Button look="secondary" onClick={() => void reset()}>
        {clinicText.help.reset}
      </Button>
      <output className="muted small hint">{news}</output>
    </div>
  );
}

function Reminding({ form }: PartProps) {
  const hours = { inputMode: 'numeric', autoComplete: 'off', maxLength: 4, required: true } as const;
  return (
    <fieldset className={css.group}>
      <legend className={css.heading}>{clinicText.reminder.title}</legend>
      <p>{clinicText.reminder.lead}</p>
      <div className={`columns ${css.reminder}`}>
        <TextField
          {...form.field('dutyAddress')}
          name="duty_address"
          type="email"
          label={clinicText.reminder.dutyAddress}
          hint={clinicText.reminder.dutyHint}
          maxLength={254}
          autoComplete="off"
        />
        <TextField
          {...form.field('urgent')}
          {...hours}
          label={clinicText.reminder.hours.urgent}
          hint={clinicText.reminder.hoursHint}
        />
        <TextField {...form.field('notice')} {...hours} label={clinicText.reminder.hours.notice} />
      </div>
    </fieldset>
  );
}

function SaveBar({ form, settings }: PartProps & { settings: Settings }) {
  const { isDirty, isSaved, isPending, failure } = form;
  const discard = async () => {
    const question = {
      title: clinicText.discard,
      text: clinicText.discardQuestion,
      confirmLabel: clinicText.discard,
    } as const;
    if (await ask({ ...question, tone: 'danger' })) form.reopen(settings);
  };
  return (
    <div className={`stack ${css.bar}`}>
      {failure && <Notice tone="error">{failure}</Notice>}
      <div className="line end">
        <output className={`beside shrinks ${css.state}`}>
          {isDirty && <span>{clinicText.isUnsaved}</span>}
          {isSaved && (
            <>
              <Icon name="check" />
              <span>{` ${clinicText.isSaved}`}</span>
            </>
          )}
        </output>
        {isDirty && (
          <Button look="secondary" disabled={isPending} onClick={() => void discard()}>
            {clinicText.discard}
          </Button>
        )}
        <Button type="submit" pending={isPending}>
          {clinicText.save}
        </Button>
      </div>
    </div>
  );
}

/** The help as patients see it, while the admin types. A number without any word is not shown yet. */
function HelpPreview({ help }: { help: Help }) {
  const id = useId();
  const numbers = help.numbers.filter(({ name, number, hours }) => name || number || hours);
  return (
    <section className={`stack ${css.preview}`} aria-labelledby={id}>
      <h3 id={id}>{clinicText.help.preview}</h3>
      <div className={css.previewBody}>
        <HelpBlock help={{ text: help.text || clinicText.help.previewEmpty, numbers }} />
      </div>
    </section>
  );
}
