import { useRef, useState } from 'react';
import type { RouteName } from '../../../contract/routes.ts';
import type { MissingEnd, TypedDates } from '../../../domain/csv-convert.ts';
import { IMPORT_COLUMNS, MAX_IMPORT_BYTES } from '../../../domain/csv-import.ts';
import { convertText, importText as text } from '../../../text/imports.ts';
import { call, type RepeatableCall, repeatableCall } from '../../api/call.ts';
import { codeOf, isNetworkFailure } from '../../api/failure.ts';
import { ask } from '../../api/messages.ts';
import { refreshAnswers } from '../../api/queries.ts';
import { failureSentence } from '../../api/failed-action.ts';
import {
  type Conversion,
  countFarDates,
  type CsvCheck,
  fileWithEnds,
  fileRefusal,
  headerSentence,
  offerConversion,
  snapshot,
  withTypedDates,
} from './checked-file.ts';

/** The state of an import. The `file` is a copy in memory. */
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
export function useImport(onImported: (codes: readonly string[]) => void) {
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState<ImportState>(choosing());
  // A file chosen during the check of another file replaces it.
  const latest = useRef<AbortController | null>(null);
  // One for each checked file, so that a file is imported once even if an answer is lost (R26).
  const callOnce = useRef(repeatableCall());

  function choose(chosen: File | null) {
    latest.current?.abort();
    setFile(chosen);
    setState(choosing());
  }

  async function check(source: File | null, converted: TypedDates | null) {
    if (!source) return setState(choosing(text.fileMissing));
    // A too large file is not sent. The server would stop reading, and this looks like a lost connection.
    if (source.size > MAX_IMPORT_BYTES) return setState(choosing(text.fileTooLarge));
    const controller = new AbortController();
    latest.current?.abort();
    latest.current = controller;
    setState({ kind: 'checking' });
    const next = await checkFile(source, converted, controller.signal);
    if (controller.signal.aborted) return;
    callOnce.current = repeatableCall();
    setState(next);
  }

  async function importChecked() {
    if (state.kind !== 'checked') return;
    const { check, file, isConverted } = state;
    const far = countFarDates(check);
    if (far > 0 && !(await ask(text.farDates(far)))) return;
    setState({ kind: 'importing', check, file, isConverted });
    try {
      await importOnce(file, callOnce.current);
      await refreshAnswers(changedLists);
      onImported(check.patients.map(codeOfRow));
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
    check: () => check(file, null),
    convert: (offer: Conversion) => check(offer.file, offer.typedDates),
    /** Checks the file anew with these ends of therapies in place of the missing ones. */
    fillEnds: async (end: MissingEnd) => {
      if (state.kind === 'checked') await check(await fileWithEnds(state.file, end), new Map());
    },
    importChecked,
  };
}

const CODE = IMPORT_COLUMNS.indexOf('code');
const codeOfRow = ({ items }: CsvCheck['patients'][number]) => items[CODE]?.value.trim() ?? '';

/** `converted`: the typed dates of a converted file, null for the file of the user. */
async function checkFile(
  source: File,
  converted: TypedDates | null,
  signal: AbortSignal,
): Promise<ImportState> {
  const file = await snapshot(source).catch(() => null);
  if (!file) return choosing(text.fileChanged);
  try {
    const answer = await call('validateCsv', { file, signal });
    const offer = answer.valid ? null : await offerConversion(file);
    const check = converted ? withTypedDates(answer, converted) : answer;
    const isConverted = converted !== null;
    return { kind: 'checked', check, file, isConverted, offer: offer === 'no_text' ? null : offer };
  } catch (error) {
    const refusal = fileRefusal(error);
    if (refusal === undefined) return choosing(failureSentence('checkFile', error));
    const offer = await offerConversion(file);
    if (offer === 'no_text') return choosing(convertText.noText);
    // A conversion of the dates alone would only lead to the same refusal.
    const header = codeOf(error) === 'csv_wrong_format' ? await headerSentence(file) : null;
    return header ? choosing(`${refusal} ${header}`) : choosing(refusal, offer);
  }
}

async function importOnce(file: File, callOnce: RepeatableCall): Promise<void> {
  try {
    await callOnce('importCsv', { file });
  } catch (lost) {
    if (!isNetworkFailure(lost)) throw lost;
    // Perhaps only the answer was lost. The server answers a repetition with the outcome of the first call (R26).
    await callOnce('importCsv', { file }).catch((error: unknown) => {
      // Without this answer the file may still be imported, so the message must not deny it.
      throw codeOf(error) === 'csv_invalid' ? error : lost;
    });
  }
}
