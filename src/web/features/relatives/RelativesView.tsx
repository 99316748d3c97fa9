import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { systemViewText as text } from '../../../text/relatives.ts';
import { call } from '../../api/call.ts';
import { showFailure } from '../../api/failed-action.ts';
import { statusOf } from '../../api/failure.ts';
import { showNotice } from '../../api/messages.ts';
import { useAnswer } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { onReturn } from '../../ui/on-return.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { Charts } from '../reports/Charts.tsx';
import css from '../reports/reports.module.css';
import { moreIcons } from '../../ui/more-icons.ts';

type Refetch = UseQueryResult['refetch'];

type SystemViewProps = { patientId: string; code: string };

/** Own patients with the same System-ID side by side, as far as each agreed (record 140). */
export default function SystemView({ patientId, code }: SystemViewProps) {
  const { data, error, refetch } = useAnswer('getSystemView', { params: { id: patientId } });
  // A person may have withdrawn, or have another clinician, while the clinician was elsewhere. Where two events come together,
  // the running call serves both.
  useEffect(() => onReturn(() => void refetch({ cancelRefetch: false })), [refetch]);
  if (statusOf(error) === 404)
    return (
      <Notice tone="info">
        <p>{text.gone}</p>
      </Notice>
    );
  if (error) return <LoadFailed what="loadSystemView" error={error} retry={refetch} />;
  if (data?.html === '') return null;
  return (
    <section className={`stack ${css.course}`} aria-label={text.title} aria-busy={data === undefined}>
      {data ? <Charts html={data.html} /> : <Spinner label={text.loading} />}
      {data?.has_view && (
        <Button
          look="secondary"
          icon={moreIcons.download}
          onClick={() => void savePdf(patientId, code, refetch)}
        >
          {text.pdf}
        </Button>
      )}
    </section>
  );
}

async function savePdf(id: string, code: string, refetch: Refetch): Promise<void> {
  try {
    const pdf = await call('getSystemViewPdf', { params: { id } });
    // The bytes come from an ArrayBuffer; the type also allows a shared one.
    saveFile(text.fileName(code), pdf as Uint8Array<ArrayBuffer>, 'application/pdf');
  } catch (error) {
    if (statusOf(error) !== 404) return void showFailure('loadSystemView', error);
    await refetch();
    void showNotice(text.changed);
  }
}
