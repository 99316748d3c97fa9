import { type Connection, DatabaseError, Query, type QueryResult, type TypeOverrides } from 'pg';

/** A statement did not reach PostgreSQL, because one in front of it in the same exchange failed. */
export class SkippedError extends Error {
  override name = 'SkippedError';
}

export type Statement = { text: string; values: unknown[]; name: string | undefined; types: TypeOverrides };
export type Answered = (error: Error | null, result: QueryResult) => void;

// pg calls these methods when the database answers. Its types do not name them; the tests of transactions hold them.
type Listening = Query & {
  name: string | undefined;
  text: string;
  queryMode: 'extended';
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
};

type Names = Record<'submittedNamedStatements' | 'parsedStatements', Record<string, string>>;
const namesOf = (connection: Connection) => connection as unknown as Names;

function forget(connection: Connection, statement: Listening): void {
  const { submittedNamedStatements: submitted, parsedStatements: parsed } = namesOf(connection);
  if (statement.name === undefined) return;
  delete submitted[statement.name];
  delete parsed[statement.name];
  statement.name = undefined;
}

/** What pg makes of the columns of an answer. */
type Shape = { fields?: unknown; _parsers?: unknown; _prebuiltEmptyResultObject?: unknown };

/** The columns of the answers of named statements, which a connection asks for once. */
export type Columns = Map<string, Shape>;

const resultOf = (statement: Query): Shape => Reflect.get(statement, '_result');

/** Lets a statement read the rows of its answer without a description of their columns. */
function giveShape(statement: Query, shape: Shape): void {
  Object.assign(resultOf(statement), shape);
  Reflect.set(statement, '_accumulateRows', true);
}

function shapeOf(statement: Query): Shape {
  const { fields, _parsers, _prebuiltEmptyResultObject } = resultOf(statement);
  return { fields, _parsers, _prebuiltEmptyResultObject };
}

const skip = { value: () => {} };

type Silent = { readonly together: Connection; readonly described: Connection };
const silent = new WeakMap<Connection, Silent>();

/** A connection as a statement sees it in an exchange. A statement alone would send a Sync, and ask for its columns each time. */
function silenced(connection: Connection): Silent {
  const known = silent.get(connection);
  if (known) return known;
  const together: Connection = Object.create(connection, { sync: skip });
  const made = { together, described: Object.create(together, { describe: skip }) };
  silent.set(connection, made);
  return made;
}

/**
 * Statements that travel together. They end with one Sync, so PostgreSQL writes once to answer all of them and wakes this
 * process once. Where one fails, PostgreSQL skips those behind it.
 */
export class Exchange extends Query {
  readonly #statements: Listening[] = [];
  // The statement that the database answers next.
  #at = 0;
  // pg could not send a value, so the exchange ends before its statement.
  #isCut = false;

  // pg reads the first three, and replaces `callback` to end its time limit.
  declare name: string | undefined;
  declare text: string;
  readonly query_timeout: number | undefined;
  callback: (error?: Error) => void = () => {};

  readonly #columns: Columns;

  constructor(columns: Columns, answerMs: number | undefined) {
    super('');
    this.#columns = columns;
    this.query_timeout = answerMs;
  }

  add({ text, values, name, types }: Statement, answered: Answered): void {
    const statement = new Query(text, values, (error, result) => {
      if (error) this.#isCut = true;
      // pg gives one result, because the text is one statement.
      answered(error ?? null, result as unknown as QueryResult);
    }) as Listening;
    // Set here, because pg copies a configuration slowly.
    statement.name = name;
    statement.queryMode = 'extended';
    Reflect.set(resultOf(statement), '_types', types);
    this.#statements.push(statement);
  }

  override submit = (connection: Connection): null => {
    const { together, described } = silenced(connection);
    for (const statement of this.#statements) {
      const shape = this.#columns.get(statement.name ?? '');
      if (shape) giveShape(statement, shape);
      statement.submit(shape ? described : together);
      if (this.#isCut) {
        // pg has told the database to forget the statement.
        forget(connection, statement);
        break;
      }
    }
    connection.sync();
    this.#expect(0);
    return null;
  };

  #expect(at: number): void {
    this.#at = at;
    const next = this.#statements[at];
    // pg notes by them that the database knows the statement.
    this.name = next?.name;
    this.text = next?.text ?? '';
  }

  handleRowDescription(message: unknown): void {
    const statement = this.#statements[this.#at];
    statement?.handleRowDescription(message);
    if (statement?.name !== undefined) this.#columns.set(statement.name, shapeOf(statement));
  }

  handleDataRow(message: unknown): void {
    this.#statements[this.#at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    const statement = this.#statements[this.#at];
    statement?.handleCommandComplete(message, connection);
    // An answer without columns is not described.
    if (statement?.name !== undefined && !this.#columns.has(statement.name))
      this.#columns.set(statement.name, {});
    this.#goOn(connection);
  }

  handleEmptyQuery(connection: Connection): void {
    this.#goOn(connection);
  }

  /** Hands on an answer while the database works on the next one. The last answer comes with the end of the exchange. */
  #goOn(connection: Connection): void {
    const next = this.#at + 1;
    if (next < this.#statements.length) this.#statements[this.#at]?.handleReadyForQuery(connection);
    this.#expect(next);
  }

  handleReadyForQuery(connection: Connection): void {
    this.callback();
    const rest = this.#takeRest(connection);
    for (const statement of rest)
      statement.handleError(new SkippedError('a value could not be sent'), connection);
  }

  handleError(error: Error, connection: Connection): void {
    this.callback(error);
    const [failed, ...rest] = this.#takeRest(connection);
    failed?.handleError(error, connection);
    // The database skips the rest after an error of its own. Else nothing is known of them.
    const cause = error instanceof DatabaseError ? new SkippedError(error.message, { cause: error }) : error;
    for (const statement of rest) statement.handleError(cause, connection);
  }

  /** Hands on the answer of the last statement, if it has come; returns the statements without one. */
  #takeRest(connection: Connection): Listening[] {
    const rest = this.#statements.splice(this.#at);
    // The database may not have read them, so they are sent whole the next time.
    for (const { name } of rest)
      if (name !== undefined) delete namesOf(connection).submittedNamedStatements[name];
    const last = this.#statements.splice(0).at(-1);
    if (rest.length === 0) last?.handleReadyForQuery(connection);
    this.#expect(0);
    return rest;
  }
}
