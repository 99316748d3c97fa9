import { csvLine, type CsvValue } from '../../domain/csv-export.ts';
import type { WindowType } from '../../domain/window-types.ts';
import type { AnswerContext } from './answers.ts';
import type { Table, TableShape } from './columns.ts';
import { eventTable } from './events.ts';
import { personTable, windowTable } from './person-tables.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import type { ReadPerson, ReadSession } from './read-person.ts';
import { answerTable, scoreTable, sessionTable } from './session-tables.ts';
import { traceRows, traceTable } from './trace.ts';
import { wideRow, wideTables, type WideRow } from './wide-table.ts';

/** Lines for one file. */
export type Lines = { readonly file: string; readonly text: string; readonly rows: number };

/** A file format for persons: the first lines of its files, and the lines that each person adds. */
export type Writer = {
  readonly heads: ReadonlyMap<string, string>;
  write(persons: readonly ReadPerson[]): readonly Lines[];
};

/** Writes the CSV files (RFC 4180: commas, CRLF). */
export function csvWriter(
  ids: Pseudonyms,
  context: AnswerContext,
): Writer & { tables: readonly TableShape[] } {
  const persons = personTable(ids);
  const wide = wideTables(context);
  const tables = [
    persons,
    windowTable,
    sessionTable,
    answerTable,
    scoreTable,
    traceTable,
    eventTable,
    ...wide.values(),
  ];
  return {
    tables,
    heads: new Map(tables.map((table) => [table.file, headOf(table)])),
    write: (files) => {
      const sessions = files.flatMap((file) => file.sessions);
      const records = sessions.map(({ record }) => record);
      const answers = sessions.flatMap(({ record, answers, notAsked }) =>
        [...answers, ...notAsked].map((answer) => ({ record, answer })),
      );
      const people = files.map(({ person }) => person);
      const windows = files.flatMap((file) => file.windows);
      const scores = sessions.flatMap((session) => session.scores);
      return [
        lines(persons, people),
        lines(windowTable, windows),
        lines(sessionTable, records),
        lines(answerTable, answers),
        lines(scoreTable, scores),
        lines(
          traceTable,
          sessions.flatMap((session) => traceRows(session, context.catalogue)),
        ),
        lines(
          eventTable,
          sessions.flatMap(({ events }) => events),
        ),
        ...[...wide].map(([type, table]) => lines(table, wideRows(sessions, type))),
      ];
    },
  };
}

function wideRows(sessions: readonly ReadSession[], type: WindowType): readonly WideRow[] {
  return sessions.filter(({ record }) => record.session.window_type === type).map(wideRow);
}

/** The first line of a file. */
export function headOf({ columns }: Pick<TableShape, 'columns'>): string {
  return line(columns.map(({ name }) => name));
}

/** The lines of rows. */
export function lines<Row>({ file, columns }: Table<Row>, rows: readonly Row[]): Lines {
  const text = rows.map((row) => line(columns.map(({ read }) => oneLine(read(row))))).join('');
  return { file, text, rows: rows.length };
}

const line = (values: readonly CsvValue[]) => `${csvLine(values, ',')}\r\n`;

const HAS_BREAK = /[\r\n]/;
const LINE_BREAK = /\r\n|\r|\n/g;

// SPSS ends a row at every line break, even in quotes. A sign replaces the line break, and the R script restores it.
function oneLine(value: CsvValue): CsvValue {
  return typeof value === 'string' && HAS_BREAK.test(value) ? value.replaceAll(LINE_BREAK, '\u2424') : value;
}
