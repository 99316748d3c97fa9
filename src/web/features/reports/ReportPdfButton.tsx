import { useState } from 'react';
import { partSign } from '../../../domain/part-sign.ts';
import { clinicianReportText as text } from '../../../text/clinician.ts';
import { call } from '../../api/call.ts';
import { codeOf } from '../../api/failure.ts';
import { refreshAnswers } from '../../api/queries.ts';
import { showFailure } from '../../api/failed-action.ts';
import { showNotice } from '../../api/messages.ts';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { chosenParts, isAnyChosen } from './chosen-parts.ts';
import { moreIcons } from '../../ui/more-icons.ts';

type ReportPdfButtonProps = {
  surveySessionId: string;
  /** The report on the page, with the boxes of its print options. */
  report: HTMLElement | null;
  /** The names of the patient and of the measurement point, for the file. */
  code: string;
  point: string;
};

type Extent = keyof typeof text.pdf;

const extents = ['first', 'all', 'chosen'] as const satisfies readonly Extent[];

/** Saves the report as a PDF file: its first page, everything, or what the print options say. */
export function ReportPdfButton({ surveySessionId: id, report, code, point }: ReportPdfButtonProps) {
  const [isPending, setIsPending] = useState(false);
  const load = (extent: Extent) => {
    if (extent === 'all') return call('getClinicianReportPdf', { params: { id } });
    const parts = extent === 'first' || !report ? partSign('overview') : chosenParts(report);
    return call('getClinicianReportPart', { params: { id, parts } });
  };
  const save = async (extent: Extent) => {
    if (isPending) return;
    if (extent === 'chosen' && report && !isAnyChosen(report)) {
      void showNotice(text.nothingChosen);
      return;
    }
    setIsPending(true);
    try {
      const name = text.pdfName(code, point, extent);
      // The bytes come from an ArrayBuffer; the type also allows a shared one.
      saveFile(name, (await load(extent)) as Uint8Array<ArrayBuffer>, 'application/pdf');
    } catch (error) {
      void tellFailure(error);
    } finally {
      setIsPending(false);
    }
  };
  return (
    <div aria-busy={isPending}>
      <MenuButton label={text.saveAsPdf} icon={moreIcons.download} text="PDF">
        {extents.map((extent) => (
          <MenuItem key={extent} icon={moreIcons.document} onChoose={() => void save(extent)}>
            {text.pdf[extent]}
          </MenuItem>
        ))}
      </MenuButton>
    </div>
  );
}

// After the patient was assigned to another clinician, the report must disappear as well: the page loads it again.
function tellFailure(error: unknown): Promise<void> {
  return codeOf(error) === 'not_found'
    ? refreshAnswers(['getClinicianReport'])
    : showFailure('loadReports', error);
}
