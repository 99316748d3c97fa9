import { useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { clinicText as text } from '../../../text/clinic.ts';
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
import css from './clinic.module.css';
import { HelpPreview } from './HelpPreview.tsx';
import { NumbersEditor } from './NumbersEditor.tsx';
import { type ClinicFormState, useClinicForm } from './use-clinic-form.ts';

type Settings = Answer<'getClinicSettings'>;

/** Contact, help, duty address and hours, saved by one button (product 2.16). */
export function ClinicForm({ settings }: { settings: Settings }) {
  const form = useClinicForm(settings);
  return (
    <Form {...form.bind} aria-label={text.form}>
      <fieldset className={css.group}>
        <legend className={css.heading}>{text.contact.title}</legend>
        <TextField
          {...form.field('contact')}
          label={text.contact.label}
          hint={text.contact.hint}
          maxLength={200}
          autoComplete="off"
        />
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.heading}>{text.help.title}</legend>
        <p>{text.help.lead}</p>
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
    <Field label={text.help.text} error={error}>
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
    if (isSameHelp(helpOf(form.values), standard)) return setNews(text.help.isDefault);
    const question = { title: text.help.reset, text: text.help.resetQuestion, confirmLabel: text.help.reset };
    if (!(await ask(question))) return;
    form.change(helpValues(standard));
    setNews(text.help.resetDone);
  };
  return (
    <div className="line">
      <Button look="secondary" onClick={() => void reset()}>
        {text.help.reset}
      </Button>
      <output className={`muted small ${css.hint}`}>{news}</output>
    </div>
  );
}

function Reminding({ form }: PartProps) {
  const hours = { inputMode: 'numeric', autoComplete: 'off', maxLength: 4, required: true } as const;
  return (
    <fieldset className={css.group}>
      <legend className={css.heading}>{text.reminder.title}</legend>
      <p>{text.reminder.lead}</p>
      <div className={css.reminder}>
        <TextField
          {...form.field('dutyAddress')}
          name="duty_address"
          type="email"
          label={text.reminder.dutyAddress}
          hint={text.reminder.dutyHint}
          maxLength={254}
          autoComplete="off"
        />
        <TextField
          {...form.field('urgent')}
          {...hours}
          label={text.reminder.hours.urgent}
          hint={text.reminder.hoursHint}
        />
        <TextField {...form.field('notice')} {...hours} label={text.reminder.hours.notice} />
      </div>
    </fieldset>
  );
}

function SaveBar({ form, settings }: PartProps & { settings: Settings }) {
  const { isDirty, isSaved, isPending, failure } = form;
  const discard = async () => {
    const question = { title: text.discard, text: text.discardQuestion, confirmLabel: text.discard } as const;
    if (await ask({ ...question, tone: 'danger' })) form.reopen(settings);
  };
  return (
    <div className={`stack ${css.bar}`}>
      {failure && <Notice tone="error">{failure}</Notice>}
      <div className="line end">
        <output className={`beside ${css.state}`}>
          {isDirty && <span>{text.isUnsaved}</span>}
          {isSaved && (
            <>
              <Icon name="check" />
              <span>{` ${text.isSaved}`}</span>
            </>
          )}
        </output>
        {isDirty && (
          <Button look="secondary" disabled={isPending} onClick={() => void discard()}>
            {text.discard}
          </Button>
        )}
        <Button type="submit" pending={isPending}>
          {text.save}
        </Button>
      </div>
    </div>
  );
}
