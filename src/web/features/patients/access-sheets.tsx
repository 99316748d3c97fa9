import { type MouseEvent, useEffect, useState, useRef } from 'react';
import { MAX_ACCESS_SHEETS } from '../../../domain/patient-record.ts';
import { accessSheetText as text } from '../../../text/access-sheet.ts';
import { useStore } from '../../api/use-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import css from './patient-table.module.css';
import { call } from '../../api/call.ts';
import { showFailure } from '../../api/failed-action.ts';
import { createStore } from '../../api/store.ts';
import { saveFile } from '../../ui/save-file.ts';
import { moreIcons } from '../../ui/more-icons.ts';

type Listed = { id: string; code: string };

/** The patients of a list that this page has just created. A patient of a colleague is not among them. */
export function useCreatedPatients<Patient extends Listed>(patients: readonly Patient[]): readonly Patient[] {
  const codes = useStore(createdCodes);
  return codes.length === 0 ? [] : patients.filter(({ code }) => codes.includes(code));
}

/** Says who was created, and offers the access sheets. It ends with a visit to another page. */
export function CreatedPatients({ created }: { created: readonly Listed[] }) {
  const [isPending, setIsPending] = useState(false);
  useEffect(() => () => createdCodes.set([]), []);
  if (created.length === 0) return null;
  const save = async () => {
    setIsPending(true);
    await saveAccessSheets(created.slice(0, MAX_ACCESS_SHEETS).map(({ id }) => id));
    setIsPending(false);
  };
  return (
    <Notice tone="success">
      <p>
        <b>{text.created(created.map(({ code }) => code))}</b>
        <span>{` ${text.lead}`}</span>
      </p>
      {created.length > MAX_ACCESS_SHEETS && <p>{text.firstOnly(MAX_ACCESS_SHEETS)}</p>}
      <div className={`row ${css.toolbar}`}>
        <Button look="secondary" icon={moreIcons.download} pending={isPending} onClick={() => void save()}>
          {text.download(created.length)}
        </Button>
        <Button look="quiet" onClick={dismiss}>
          {text.dismiss}
        </Button>
      </div>
    </Notice>
  );
}

function dismiss(event: MouseEvent<HTMLElement>): void {
  // The button that has the focus vanishes. The first one above the table takes it.
  const area = event.currentTarget.closest('[data-patients]');
  area?.querySelector('button')?.focus({ preventScroll: true });
  createdCodes.set([]);
}

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
