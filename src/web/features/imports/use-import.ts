import { useRef, useState } from 'react';
import type { RouteName } from '../../../contract/routes.ts';
import { MAX_IMPORT_BYTES } from '../../../domain/csv-import.ts';
import { importText as text } from '../../../text/imports.ts';
import { call } from '../../api/call.ts';
import { codeOf, isNetworkFailure } from '../../api/failure.ts';
import { newKey } from '../../api/retry-key.ts';
import { refreshAnswers } from '../../api/queries.ts';
import { failureSentence } from '../../api/messages.ts';
import { type Conversion, type CsvCheck, fileRefusal, offerConversion, snapshot } from './checked-file.ts';

/** Where an import stands. A `checked` file is in memory; what it was made from by conversion, `changes` says. */
export type ImportState =
  | { kind: 'choosing'; problems: { file?: string }; offer: Conversion | null }
  | { kind: 'checking' }
  | {
      kind: 'checked';
      check: CsvCheck;
      file: File;
      isConverted: boolean;
      offer: Conversion | null;
      failure?: string;
    }
  | { kind: 'importing'; check: CsvCheck; file: File; isConverted: boolean };

const changedLists = [
  'listClinicPatients',
  'listCliniciansWithCounts',
] as const satisfies readonly RouteName[];

function choosing(problem?: string, offer: Conversion | null = null): ImportState {
  return { kind: 'choosing', problems: problem === undefined ? {} : { file: problem }, offer };
}

/** Choose, check, import (product 4.8). A newly chosen file resets the check. */
export function useImport(onImported: () => void) {
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState<ImportState>(choosing());
  // A file that is chosen while another one is checked wins.
  const latest = useRef<AbortController | null>(null);
  // The same key for a repetition after a lost answer: a file is imported once (R26).
  const key = useRef('');

  function choose(chosen: File | null) {
    latest.current?.abort();
    setFile(chosen);
    setState(choosing());
  }

  async function check(source: File | null, isConverted: boolean) {
    if (!source) return setState(choosing(text.fileMissing));
    // Not even sent: a server that stops listening in the middle would look like a lost connection.
    if (source.size > MAX_IMPORT_BYTES) return setState(choosing(text.fileTooLarge));
    const controller = new AbortController();
    latest.current?.abort();
    latest.current = controller;
    setState({ kind: 'checking' });
    const next = await checkFile(source, isConverted, controller.signal);
    if (controller.signal.aborted) return;
    key.current = newKey();
    setState(next);
  }

  async function importChecked() {
    if (state.kind !== 'checked') return;
    const { check, file, isConverted } = state;
    setState({ kind: 'importing', check, file, isConverted });
    try {
      await importOnce(file, key.current);
      await refreshAnswers(changedLists);
      onImported();
    } catch (error) {
      if (codeOf(error) === 'csv_invalid')
        return setState(choosing(`${text.failed} ${text.changedMeanwhile}`));
      const failure = isNetworkFailure(error) ? failureSentence('importPatients', error) : text.failed;
      setState({ kind: 'checked', check, file, isConverted, offer: null, failure });
    }
  }

  return {
    state,
    choose,
    check: () => check(file, false),
    convert: (converted: File) => check(converted, true),
    importChecked,
  };
}

async function checkFile(source: File, isConverted: boolean, signal: AbortSignal): Promise<ImportState> {
  const file = await snapshot(source).catch(() => null);
  if (!file) return choosing(text.fileChanged);
  try {
    const check = await call('validateCsv', { file, signal });
    const offer = check.valid ? null : await offerConversion(file);
    return { kind: 'checked', check, file, isConverted, offer };
  } catch (error) {
    const refusal = fileRefusal(error);
    if (refusal === undefined) return choosing(failureSentence('checkFile', error));
    return choosing(refusal, await offerConversion(file));
  }
}

async function importOnce(file: File, key: string): Promise<void> {
  try {
    await call('importCsv', { file, key });
  } catch (lost) {
    if (!isNetworkFailure(lost)) throw lost;
    // It may have been the answer that was lost: asked again under the same key, the server tells what became of it.
    await call('importCsv', { file, key }).catch((error: unknown) => {
      // Where it does not, nobody may say that nothing was imported.
      throw codeOf(error) === 'csv_invalid' ? error : lost;
    });
  }
}
