import { parseJsonLines } from '../../../domain/json-lines.ts';
import type { DraftedForm } from '../../../domain/instrument-draft.ts';
import { plainName, type FormReader } from '../../../server/instruments/form-reader.ts';
import { tableRows } from '../../../server/operator/table-rows.ts';
import { draftInstrument } from '../domain/draft-instrument.ts';
import type { Row } from '../domain/form-columns.ts';
import { keyOf } from '../domain/form.ts';
import { readLimeSurvey } from '../domain/limesurvey-form.ts';
import { readRedcap } from '../domain/redcap-form.ts';
import { isNode, readSurveyJs, surveyKey } from '../domain/surveyjs-form.ts';
import { readTable } from '../domain/table-form.ts';
import { answerWords, tableWords } from '../text.ts';

const refusal = (line: number, message: string): DraftedForm => ({
  kind: 'mistakes',
  mistakes: [{ line, place: '(file)', message }],
});

const firstLine = (text: string) => /\S[^\r\n]*/.exec(text)?.[0] ?? '';
const isTable = (text: string) => /^[^{[<]/.test(firstLine(text));
const isRedcap = (text: string) =>
  /^"?(?:variable ?\/ ?field name|field_name)"?[,;\t]/i.test(firstLine(text));

/** The rows with the lines on which they begin, or why there are none. */
function rowsOf(text: string): readonly Row[] | DraftedForm {
  const read = tableRows(text);
  return read.kind === 'rows' ? read.rows : refusal(read.line, `The table is not complete: ${read.message}`);
}

const redcap: FormReader = {
  name: 'a data dictionary of REDCap',
  fits: ({ text }) => text !== null && isRedcap(text),
  draft({ text }) {
    const rows = rowsOf(text ?? '');
    if ('kind' in rows) return rows;
    const form = rows[0]?.cells.findIndex((cell) => /^form[ _]name$/i.test(cell.trim())) ?? -1;
    const id = keyOf(rows[1]?.cells[form] ?? '', 'questionnaire');
    return draftInstrument(readRedcap(rows, id, answerWords), id);
  },
};

const surveyJs: FormReader = {
  name: 'a form of SurveyJS',
  fits({ text }) {
    const json = parseJsonLines(text ?? '');
    if (json.kind === 'mistake' || !isNode(json.value) || json.value['resourceType'] !== undefined)
      return false;
    const { pages, elements } = json.value;
    return [pages, elements].some((list) => Array.isArray(list) && list.some(isNode));
  },
  draft(file) {
    const json = parseJsonLines(file.text ?? '');
    if (json.kind === 'mistake') return refusal(json.line, json.message);
    if (!isNode(json.value)) return refusal(1, 'The file holds no JSON object');
    const id = surveyKey(json.value, keyOf(plainName(file), 'questionnaire'));
    return draftInstrument(readSurveyJs(json.value, id, { lineOf: json.lineOf, words: answerWords }), id);
  },
};

const limeSurvey: FormReader = {
  name: 'a form of LimeSurvey',
  fits: ({ text }) => /(?:^|\t)"?class"?\t"?type\/scale"?\t/.test(firstLine(text ?? '')),
  draft(file) {
    const rows = rowsOf(file.text ?? '');
    if ('kind' in rows) return rows;
    const id = keyOf(plainName(file), 'questionnaire');
    return draftInstrument(readLimeSurvey(rows, id, answerWords), id);
  },
};

const table: FormReader = {
  name: 'a table',
  fits: ({ text }) => text !== null && isTable(text),
  draft(file) {
    const rows = rowsOf(file.text ?? '');
    if ('kind' in rows) return rows;
    const id = keyOf(plainName(file), 'questionnaire');
    return draftInstrument(readTable(rows, id, tableWords), id);
  },
};

/** The first reader that fits a file reads it. */
export const forms: readonly FormReader[] = [redcap, surveyJs, limeSurvey, table];
