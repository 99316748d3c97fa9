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

/** The settings for the start of a connection. */
export function startupOptions(changed: ChangedSettings): string {
  return Object.entries({ ...settings, ...changed })
    .map(([key, value]) => `-c ${key}=${value}`)
    .join(' ');
}
