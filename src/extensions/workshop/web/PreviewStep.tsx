import { useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { LoadFailed } from '../../../web/api/LoadFailed.tsx';
import { ReportView } from '../../../web/features/reports/ReportView.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { SelectField } from '../../../web/ui/SelectField.tsx';
import { Spinner } from '../../../web/ui/Spinner.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import type { Draft, WorkshopRoutes } from '../contract/routes.ts';
import { type Form, formOf, wordsOf } from '../domain/form.ts';
import { previewText as text } from '../text/late-steps.ts';
import { actionText, draftText } from '../text/workshop.ts';
import type { StepProps } from './use-draft.ts';
import { Remarks } from './NewQuestionnaire.tsx';
import { PhonePreview } from './PhonePreview.tsx';
import { usePreview } from './use-preview.ts';

/** The pages of the survey, and both reports, as the saved draft makes them. */
export function PreviewStep({ work }: StepProps) {
  return (
    <>
      {work.isDirty && <Notice tone="info">{draftText.saveFirst}</Notice>}
      <Preview draft={work.draft} />
    </>
  );
}

/** The preview of a saved draft. */
export function Preview({ draft }: { draft: Draft }) {
  const [point, setPoint] = useState('');
  const { data, error, refetch } = usePreview(draft, point);
  if (error && !data) return <LoadFailed what={actionText.preview} error={error} retry={refetch} />;
  if (!data) return <Spinner label={text.loading} />;
  const { points } = data;
  return (
    <div className="stack gap-5">
      {error && <LoadFailed what={actionText.preview} error={error} retry={refetch} />}
      {points.length > 0 && (
        <SelectField
          label={text.point}
          value={point || (points[0]?.key ?? '')}
          onChange={setPoint}
          options={points.map(({ key, title }) => ({ value: key, label: title }))}
        />
      )}
      <Parts preview={data} form={formOf(draft.instrument)} />
    </div>
  );
}

type Shown = Answer<WorkshopRoutes['previewDraft']>;

function Parts({ preview, form }: { preview: Shown; form: Form }) {
  const { pages, scores, reasons, clinician_report: clinician, patient_report: patient } = preview;
  const notYet = (
    <Notice tone="info">
      <p>{text.notYet}</p>
      <Remarks remarks={reasons} />
    </Notice>
  );
  const report = (html: string | null, label: string) =>
    html ? <ReportView html={html} label={label} /> : notYet;
  const phone = pages.length > 0 ? <PhonePreview pages={pages} form={form} /> : notYet;
  return (
    <>
      {scores.length > 0 && (
        <section className="stack gap-1" aria-label={text.scores}>
          <h3>{text.scores}</h3>
          <dl>
            {scores.map(({ scale, title, score, band }) => (
              <div key={scale} className="row">
                <dt className="strong">{title}</dt>
                <dd>
                  {score === null ? text.noScore : text.score(wordsOf(Math.round(score * 100) / 100), band)}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Tabs
        label={text.parts}
        tabs={[
          { id: 'survey', title: text.survey, content: phone },
          { id: 'clinician', title: text.clinician, content: report(clinician, text.clinician) },
          { id: 'patient', title: text.patient, content: report(patient, text.patient) },
        ]}
      />
    </>
  );
}
