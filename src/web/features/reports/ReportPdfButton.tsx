import { useState } from 'react';
import { clinicianReportText as text } from '../../../text/clinician.ts';
import { call } from '../../api/call.ts';
import { showFailure } from '../../frame/messages.ts';
import { Button } from '../../ui/Button.tsx';

/** Saves the report as a PDF file. Its name says nothing about a person. */
export function ReportPdfButton({ surveySessionId }: { surveySessionId: string }) {
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      const bytes = await call('getClinicianReportPdf', { params: { id: surveySessionId } });
      saveFile(bytes);
    } catch (error) {
      void showFailure('loadReports', error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button look="secondary" icon="download" pending={isPending} onClick={() => void save()}>
      {text.saveAsPdf}
    </Button>
  );
}

function saveFile(bytes: Uint8Array): void {
  // The bytes were made of an ArrayBuffer; the type does not tell it from a shared one.
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'bericht.pdf';
  link.click();
  URL.revokeObjectURL(url);
}
