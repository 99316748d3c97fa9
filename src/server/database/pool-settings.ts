const settings = {
  role: 'resonanz_app',
  statement_timeout: '5000',
  lock_timeout: '3000',
  idle_in_transaction_session_timeout: '10000',
  synchronous_commit: 'on',
  timezone: 'UTC',
};

/** What differs from the settings of the server's connections (R8, R12). */
export type ChangedSettings = Partial<typeof settings> & { default_transaction_read_only?: string };

export const statementTimeout = (changed: ChangedSettings): number =>
  Number(changed.statement_timeout ?? settings.statement_timeout);

/** Settings of PostgreSQL by their names. */
export type Settings = Record<string, string>;

/** The settings for the start of a connection. */
export function startupOptions(changed: ChangedSettings): string {
  return Object.entries({ ...settings, ...changed })
    .map(([key, value]) => `-c ${key}=${value}`)
    .join(' ');
}

/** The statement that makes these settings for one transaction. */
export function setForTransaction(own: Settings): { text: string; values: string[] } {
  const each = Object.keys(own).map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  return { text: `SELECT ${each.join(', ')}`, values: Object.entries(own).flat() };
}
