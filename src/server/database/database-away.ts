/**
 * No connection to the database could be made, or the one that a transaction worked on was lost. Nothing was changed, so
 * the same work may be done again. It has the code and the message of its cause.
 */
export class DatabaseAway extends Error {
  readonly code: string | undefined;

  constructor(cause: Error & { code?: string }) {
    // An attempt at several addresses of one name has a code and no message.
    super(cause.message || cause.code, { cause });
    this.name = 'DatabaseAway';
    this.code = cause.code;
  }
}
