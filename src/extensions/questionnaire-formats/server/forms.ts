import { withoutByteOrderMark } from '../../../domain/byte-order-mark.ts';
import { instrumentKey, type DraftedForm } from '../../../domain/instrument-draft.ts';
import { parseJsonLines } from '../../../domain/json-lines.ts';
import { plainName, type FormReader } from '../../../server/instruments/form-reader.ts';
import { tableRows } from '../../../server/operator/table-rows.ts';
import { textRefusal } from '../../../server/settings/file-refusal.ts';
import { draftInstrument } from '../domain/draft-instrument.ts';
import type { Row } from '../domain/form-columns.ts';
import type { FormMistake, Lost, ReadForm } from '../domain/form.ts';
import { readLimeSurvey } from '../domain/limesurvey-form.ts';
import { readRedcap } from '../domain/redcap-form.ts';
import { isNode, readSurveyJs, surveyKey } from '../domain/surveyjs-form.ts';
import { readTable } from '../domain/table-form.ts';
import { isOfXlsForm, isXlsForm, readXlsForm } from '../domain/xlsform-form.ts';
import { answerWords, tableWords } from '../text.ts';
import { isArchive, namesIn, unpack } from './archive.ts';
import { limeSurveyRows } from './limesurvey-xml.ts';
import { isOldWorkbook, readWorkbook } from './workbook.ts';

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
  if (read.kind === 'rows') return read.rows;
  // What a spreadsheet copies has its quotation marks as they are. Only a cell that begins with one may have several lines.
  const lines = text.split(/\r\n|\n|\r/);
  if (!/(?:^|\t)"/m.test(text) && lines[0]?.includes('\t'))
    return lines.flatMap((line, index) =>
      line.trim() === '' ? [] : [{ line: index + 1, cells: line.split('\t') }],
    );
  return refusal(read.line, `The table is not complete: ${read.message}`);
}

const redcap: FormReader = {
  name: 'a data dictionary of REDCap',
  fits: ({ text }) => text !== null && isRedcap(text),
  draft: ({ text }) => draftRedcap(text ?? '', []),
};

function draftRedcap(text: string, lost: readonly Lost[]): DraftedForm {
  const rows = rowsOf(text);
  if ('kind' in rows) return rows;
  const column = rows[0]?.cells.findIndex((cell) => /^form[ _]name$/i.test(cell.trim())) ?? -1;
  const id = instrumentKey(rows[1]?.cells[column] ?? '');
  return draftInstrument(withMore(readRedcap(rows, id, answerWords), { lost }), id);
}

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
    const id = surveyKey(json.value, instrumentKey(plainName(file)));
    return draftInstrument(readSurveyJs(json.value, id, { lineOf: json.lineOf, words: answerWords }), id);
  },
};

const isLimeSurveyXml = (text: string) => /^\s*<[^]{0,2000}<LimeSurveyDocType>/.test(text);

const limeSurvey: FormReader = {
  name: 'a form of LimeSurvey',
  fits: ({ text }) =>
    text !== null && (isLimeSurveyXml(text) || /(?:^|\t)"?class"?\t"?type\/scale"?\t/.test(firstLine(text))),
  draft(file) {
    const text = file.text ?? '';
    const rows = isLimeSurveyXml(text) ? xmlRowsOf(text) : rowsOf(text);
    if ('kind' in rows) return rows;
    const id = instrumentKey(plainName(file));
    return draftInstrument(readLimeSurvey(rows, id, answerWords), id);
  },
};

function xmlRowsOf(text: string): readonly Row[] | DraftedForm {
  const read = limeSurveyRows(text);
  return read.kind === 'rows' ? read.rows : refusal(read.line, `The XML is broken: ${read.message}`);
}

const table: FormReader = {
  name: 'a table',
  fits: ({ text }) => text !== null && isTable(text),
  draft(file) {
    const rows = rowsOf(file.text ?? '');
    if ('kind' in rows) return rows;
    const id = instrumentKey(plainName(file));
    return draftInstrument(readTable(rows, id, tableWords), id);
  },
};

const workbook: FormReader = {
  name: 'a workbook (XLSX) with a table or an XLSForm',
  fits: ({ bytes }) =>
    isOldWorkbook(bytes) || (isArchive(bytes) && namesIn(bytes).includes('xl/workbook.xml')),
  async draft(file) {
    if (isOldWorkbook(file.bytes))
      return refusal(1, 'It is an old file of Excel or Word, or one with a password: save it as XLSX');
    const read = await readWorkbook(file.bytes);
    if (read.kind === 'refused') return refusal(1, read.message);
    if (isXlsForm(read.sheets)) {
      const { form, id } = readXlsForm(read.sheets, (formId) => instrumentKey(formId || plainName(file)));
      // A version that is a date is no mistake.
      const used = read.sheets
        .filter(isOfXlsForm)
        .map((sheet) => (/^settings$/i.test(sheet.name.trim()) ? { lost: sheet.lost } : sheet));
      return draftInstrument(withMore(form, read, ...used), id);
    }
    const [first, ...others] = read.sheets.filter(({ rows }) => rows.length > 0);
    if (!first) return refusal(1, 'The workbook is empty');
    const id = instrumentKey(plainName(file));
    const lost = others.map(({ name }) => ({ name: `sheet "${name}"`, place: '(file)' }));
    return draftInstrument(withMore(readTable(first.rows, id, tableWords), first, read, { lost }), id);
  },
};

const archive: FormReader = {
  name: 'an instrument ZIP of REDCap',
  fits: ({ bytes }) => isArchive(bytes),
  draft({ bytes }) {
    const unpacked = unpack(bytes, (name) => name === 'instrument.csv');
    if (unpacked.kind === 'refused') return refusal(1, unpacked.message);
    const csv = unpacked.files.get('instrument.csv');
    const others = unpacked.names.filter((name) => name !== 'instrument.csv');
    if (!csv)
      return refusal(
        1,
        `The archive holds no instrument.csv, but ${others.slice(0, 5).join(', ') || 'nothing'}`,
      );
    const broken = textRefusal(Buffer.from(csv));
    if (broken) return refusal(broken.line, `instrument.csv cannot be read: ${broken.reason}`);
    const text = withoutByteOrderMark(Buffer.from(csv).toString('utf8'));
    if (!isRedcap(text)) return refusal(1, 'instrument.csv is no data dictionary of REDCap');
    return draftRedcap(
      text,
      others.map((name) => ({ name: `file "${name}"`, place: '(file)' })),
    );
  },
};

/** The form with what its container loses and gets wrong. */
function withMore(
  form: ReadForm,
  ...more: readonly { readonly lost: readonly Lost[]; readonly mistakes?: readonly FormMistake[] }[]
): ReadForm {
  return {
    ...form,
    lost: [...form.lost, ...more.flatMap(({ lost }) => lost)],
    mistakes: [...form.mistakes, ...more.flatMap(({ mistakes = [] }) => mistakes)],
  };
}

/** The first reader that fits a file reads it. */
export const forms: readonly FormReader[] = [workbook, archive, redcap, surveyJs, limeSurvey, table];
