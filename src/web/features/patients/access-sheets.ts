import { useRef } from 'react';
import { accessSheetText as text } from '../../../text/access-sheet.ts';
import { call } from '../../api/call.ts';
import { showFailure } from '../../api/failed-action.ts';
import { createStore } from '../../api/store.ts';
import { saveFile } from '../../ui/save-file.ts';

/** The codes of the patients that this page has just created. */
export const createdCodes = createStore<readonly string[]>([]);

/** Collects the codes while a form is open. The page behind it names them when it is closed. */
export function useCreated(onClose: () => void) {
  const codes = useRef<string[]>([]);
  return {
    add: (code: string) => void codes.current.push(code),
    close: () => {
      if (codes.current.length > 0) createdCodes.set(codes.current);
      onClose();
    },
  };
}

/** Saves the access sheets of these patients as one PDF file. */
export async function saveAccessSheets(patientIds: readonly string[]): Promise<void> {
  try {
    const pdf = await call('makeAccessSheets', { body: { patient_ids: [...patientIds] } });
    // The bytes come from an ArrayBuffer; the type also allows a shared one.
    saveFile(text.fileName(patientIds.length), pdf as Uint8Array<ArrayBuffer>, 'application/pdf');
  } catch (error) {
    void showFailure('accessSheets', error);
  }
}
