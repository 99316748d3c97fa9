import { useState } from 'react';
import { clinicianReportText as text } from '../../../text/clinician.ts';
import { call } from '../../api/call.ts';
import { codeOf } from '../../api/failure.ts';
import { refreshAnswers } from '../../api/queries.ts';
import { showFailure } from '../../api/failed-action.ts';
import { Button } from '../../ui/Button.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** Saves the report as a PDF file. Its name says nothing about a person. */
export function ReportPdfButton({ surveySessionId }: { surveySessionId: string }) {
  const [isPending, setIsPending] = useState(false);
  const save = async () => {
    setIsPending(true);
    try {
      const bytes = await call('getClinicianReportPdf', { params: { id: surveySessionId } });
      // The bytes come from an ArrayBuffer; the type also allows a shared one.
      saveFile(text.pdfName, bytes as Uint8Array<ArrayBuffer>, 'application/pdf');
    } catch (error) {
      void tellFailure(error);
    } finally {
      setIsPending(false);
    }
  };
  return (
    <Button look="secondary" icon="download" pending={isPending} onClick={() => void save()}>
      {text.saveAsPdf}
    </Button>
  );
}

// After the patient was assigned to another clinician, the report must disappear as well: the page loads it again.
function tellFailure(error: unknown): Promise<void> {
  return codeOf(error) === 'not_found'
    ? refreshAnswers(['getClinicianReport'])
    : showFailure('loadReports', error);
}
