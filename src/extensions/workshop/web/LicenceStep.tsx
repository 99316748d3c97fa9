import { formatIsoDate } from '../../../domain/iso-date.ts';
import { Card } from '../../../web/ui/Card.tsx';
import { readTypedDate } from '../../../web/ui/date-text.ts';
import { DateField } from '../../../web/ui/DateField.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { RadioField } from '../../../web/ui/RadioField.tsx';
import { useState } from 'react';
import { LICENCES, type LicenceKind } from '../contract/routes.ts';
import { licenceStepText as text } from '../text/steps.ts';
import { freeLicenceText } from '../text/workshop.ts';
import type { StepProps } from './use-draft.ts';
import { WordsField } from './fields.tsx';

/** By which right the clinic uses the wording. */
export function LicenceStep({ work: { content, edit } }: StepProps) {
  const { kind, number, date } = content.licence;
  const [typed, setTyped] = useState<string | null>(null);
  const change = (changed: Partial<typeof content.licence>) =>
    edit((now) => ({ ...now, licence: { ...now.licence, ...changed } }));
  const changeDate = (value: string) => {
    const read = readTypedDate(value);
    setTyped(value);
    change({ date: read.kind === 'date' ? read.iso : null });
  };
  return (
    <Card>
      <RadioField
        label={text.kind}
        error={undefined}
        value={kind ?? ''}
        // The options are the kinds of licences.
        onChange={(value) => change({ kind: value as LicenceKind })}
        options={LICENCES.map((value) => ({
          value,
          label: value === 'free' ? freeLicenceText : text.options[value],
        }))}
      />
      {kind === 'not_allowed' && <Notice tone="warning">{text.notAllowed}</Notice>}
      {(kind === 'registered' || kind === 'licensed') && (
        <div className="columns">
          <WordsField
            label={text.number}
            value={number}
            onChange={(value) => change({ number: value })}
            maxLength={200}
          />
          <DateField
            label={text.date}
            value={typed ?? (date ? formatIsoDate(date) : '')}
            onChange={changeDate}
          />
        </div>
      )}
    </Card>
  );
}
