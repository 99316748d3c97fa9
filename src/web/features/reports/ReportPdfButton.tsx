import { useState } from 'react';
import { clinicianReportText as text } from '../../../text/clinician.ts';
import { call } from '../../api/call.ts';
import { codeOf } from '../../api/failure.ts';
import { refreshAnswers } from '../../api/queries.ts';
import { showFailure } from '../../api/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** Saves the report as a PDF file. Its name says nothing about a person. */
export function ReportPdfButton({ surveySessionId }: { surveySessionId: string }) {
  const [isPending, setIsPending] = useState(false);
  const save = async () => {
    setIsPending(true);
    try {
      const bytes = await call('getClinicianReportPdf', { params: { id: surveySessionId } });
      // The bytes were made of an ArrayBuffer; the type does not tell it from a shared one.
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

// Who has lost the patient meanwhile must not go on looking at the report either: the page asks for it anew.
function tellFailure(error: unknown): Promise<void> {
  return codeOf(error) === 'not_found'
    ? refreshAnswers(['getClinicianReport'])
    : showFailure('loadReports', error);
}
