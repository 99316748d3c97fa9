import { setTimeout as wait } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import { DatabaseClient } from '../database/client.ts';
import { StartError } from '../settings/start-error.ts';

// The process that owns a data folder holds this lock. PostgreSQL frees it when the connection ends, also after a crash.
const OWNER_LOCK = 5_263_417;
const namePrefix = 'resonanz owner ';

export type Claim =
  | { kind: 'owned'; query: (text: string) => Promise<QueryResult>; release: () => Promise<void> }
  | { kind: 'refused'; owner: string };

/**
 * Claims the server at `url` for this process. It waits `patienceMs` for a process that is just ending. `onLost` is called
 * if the lock is lost later because the server crashed or was stopped.
 */
export async function claimServer(url: string, patienceMs: number, onLost: () => void): Promise<Claim> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: `${namePrefix}${process.pid}`,
    keepAlive: true,
  });
  let lose = ignore;
  client.on('error', () => lose());
  client.on('end', () => lose());
  await connect(client);
  const deadline = performance.now() + patienceMs;
  while (!(await tryLock(client))) {
    if (performance.now() > deadline) return refuse(client);
    await wait(100);
  }
  lose = once(onLost);
  const release = () => ((lose = ignore), client.end());
  return { kind: 'owned', query: (text) => client.query(text), release };
}

async function connect(client: DatabaseClient): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error;
    throw new StartError(
      'The password in keys/postgres-password does not belong to this database. Restore both from the same backup.',
      { cause: error },
    );
  }
}

async function tryLock(client: DatabaseClient): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [OWNER_LOCK]);
  return rows[0].locked;
}

async function refuse(client: DatabaseClient): Promise<Claim> {
  const { rows } = await client.query(
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND objid = $1 AND granted`,
    [OWNER_LOCK],
  );
  await client.end();
  return {
    kind: 'refused',
    owner: String(rows[0]?.application_name ?? '').replace(namePrefix, '') || 'unknown',
  };
}

function ignore(): void {}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
