import { csvLine, type CsvValue } from '../../../domain/csv-export.ts';
import { WINDOW_TYPES } from '../../../domain/window-types.ts';
import { shownAnswers, type AnswerContext } from './answers.ts';
import type { Table, TableShape } from './columns.ts';
import { personTable, windowTable } from './person-tables.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import type { PersonFile, SessionRecord } from './records.ts';
import { scoreRecords } from './scales.ts';
import { answerTable, scoreTable, sessionTable } from './session-tables.ts';
import { wideRow, wideTables } from './wide-table.ts';

/** Lines for one file. */
export type Lines = { readonly file: string; readonly text: string; readonly rows: number };

/** One way to write persons down: what its files begin with, and what each person adds to them. */
export type Writer = {
  readonly heads: ReadonlyMap<string, string>;
  write(persons: readonly PersonFile[]): readonly Lines[];
};

/** The CSV files (RFC 4180: commas, CRLF), and what is in them. */
export function csvWriter(
  ids: Pseudonyms,
  context: AnswerContext,
): Writer & { tables: readonly TableShape[] } {
  const persons = personTable(ids);
  const wide = wideTables(context);
  const tables = [persons, windowTable, sessionTable, answerTable, scoreTable, ...wide.values()];
  return {
    tables,
    heads: new Map(tables.map(({ file, columns }) => [file, line(columns.map(({ name }) => name))])),
    write: (files) => {
      const sessions = files.flatMap((file) => file.sessions.map((record) => readSession(record, context)));
      return [
        lines(
          persons,
          files.map(({ person }) => person),
        ),
        lines(
          windowTable,
          files.flatMap(({ windows }) => windows),
        ),
        lines(
          sessionTable,
          sessions.map(({ record }) => record),
        ),
        lines(
          answerTable,
          sessions.flatMap(({ record, answers }) => answers.map((answer) => ({ record, answer }))),
        ),
        lines(
          scoreTable,
          sessions.flatMap(({ scores }) => scores),
        ),
        ...WINDOW_TYPES.flatMap((type) => {
          const table = wide.get(type);
          const own = sessions.filter(({ record }) => record.session.window_type === type);
          return table
            ? [
                lines(
                  table,
                  own.map(({ record, answers, scores }) => wideRow(record, answers, scores)),
                ),
              ]
            : [];
        }),
      ];
    },
  };
}

function readSession(record: SessionRecord, context: AnswerContext) {
  const scores = scoreRecords(record, context.catalogue.instruments);
  return { record, answers: shownAnswers(record, context), scores };
}

function lines<Row>({ file, columns }: Table<Row>, rows: readonly Row[]): Lines {
  const text = rows.map((row) => line(columns.map(({ read }) => oneLine(read(row))))).join('');
  return { file, text, rows: rows.length };
}

const line = (values: readonly CsvValue[]) => `${csvLine(values, ',')}\r\n`;

// SPSS ends a row at every line break, quoted or not: it stands there as a sign that the R script turns back.
const LINE_BREAK = /\r\n|\r|\n/g;

function oneLine(value: CsvValue): CsvValue {
  return typeof value === 'string' ? value.replaceAll(LINE_BREAK, '\u2424') : value;
}
