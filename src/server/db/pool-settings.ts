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

const entriesOf = (changed: ChangedSettings) => Object.entries({ ...settings, ...changed });

/** The settings for the start of a connection. */
export function startupOptions(changed: ChangedSettings): string {
  return entriesOf(changed)
    .map(([key, value]) => `-c ${key}=${value}`)
    .join(' ');
}

/** The same settings for the start of a transaction. They end with it. */
export function localSettings(changed: ChangedSettings): string {
  return entriesOf(changed)
    .map(([key, value]) => `; set local ${key} = '${value}'`)
    .join('');
}
