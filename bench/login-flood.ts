// R72: a flood of logins from one address, and what other users notice. Patients with known browsers log in and read from
// addresses of their own, first in quiet and then during the flood. The ratios compare the two.
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { provisionalHash } from '../src/server/login/password-hash.ts';
import { withTenant } from '../src/server/database/transaction.ts';
import { sealContent } from '../src/server/keys/patient-cells.ts';
import { insertPatients } from '../src/server/patients/queries.ts';
import type { Services } from '../src/server/services.ts';
import { aClinic, aClinician } from '../test/builders.ts';
import type { Flood } from './load/flood.ts';
import { closeConnections, logIn, type Login } from './load/logins.ts';
import { startLoadedServer } from './load/server.ts';

export const name = 'A flood of logins';

type Row = { what: string; value: string; target: string };
type Measured = { status: number; milliseconds: number };

const PATIENTS = 12;
const LOGINS = 60;
const FLOOD_A_SECOND = 300;
const DATE = '1990-01-01';

async function patientsOf(services: Services): Promise<{ clinicId: string; codes: string[] }> {
  const { id: clinicId } = await aClinic(services);
  const { id: clinicianId } = await aClinician(services, clinicId);
  const codes = Array.from({ length: PATIENTS }, (_, index) => `P${1000 + index}`);
  const records = codes.map((code) => {
    const id = crypto.randomUUID();
    const shared = { id, code, clinicianId, gender: 'DIVERSE' } as const;
    const days = { admission: '2026-01-01', discharge: '2027-01-01' } as const;
    const birthDateEncrypted = sealContent(services.keys, id, {
      birthDate: DATE,
      diagnosisIds: [],
      labels: [],
    });
    return { ...shared, ...days, birthDateEncrypted, secretHash: provisionalHash(services.keys, DATE) };
  });
  await withTenant(services.pool, clinicId, (db) => insertPatients(db, clinicId, records));
  return { clinicId, codes };
}

/** Patients log in one after the other, each in a known browser at an address of its own. */
async function measureLogins(port: number, logins: readonly Login[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (let count = 0; count < LOGINS; count++) {
    const began = performance.now();
    const { status } = await logIn(port, logins[count % logins.length]!);
    measured.push({ status, milliseconds: performance.now() - began });
    await wait(100);
  }
  return measured;
}

/** Starts the flood. `stop` returns the statuses of its answers. */
function startFlood(port: number, clinicId: string): { stop(): Promise<Record<string, number>> } {
  const workerData: Flood = { port, clinicId, aSecond: FLOOD_A_SECOND, connections: 260, from: '127.0.3.1' };
  const worker = new Worker(new URL('load/flood.ts', import.meta.url), { workerData });
  return {
    async stop() {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('stop');
      // The thread answers with these alone.
      const [statuses] = (await once(worker, 'message')) as [Record<string, number>];
      return statuses;
    },
  };
}

const timesOf = (measured: readonly Measured[]) =>
  measured.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
const median = (measured: readonly Measured[]) => timesOf(measured)[Math.floor(measured.length / 2)] ?? 0;
const longest = (measured: readonly Measured[]) => timesOf(measured).at(-1) ?? 0;

function rowsOf(quiet: Measured[], flooded: Measured[], statuses: Record<string, number>): Row[] {
  const done = flooded.filter(({ status }) => status === 200).length;
  const ratio = median(flooded) / median(quiet);
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const answers = Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
  return [
    {
      what: `logins of known browsers during ${FLOOD_A_SECOND} logins/s of one address`,
      value: `${done} of ${LOGINS}`,
      target: `${LOGINS}`,
    },
    {
      what: 'such a login, median, compared with the quiet server',
      value: `${ratio.toFixed(1)} × (${median(flooded).toFixed(0)} ms)`,
      target: '≤ 4 ×',
    },
    {
      what: 'such a login, the longest',
      value: `${longest(flooded).toFixed(0)} ms (quiet: ${longest(quiet).toFixed(0)} ms)`,
      target: '≤ 2000 ms',
    },
    { what: `the flood: ${all} answers`, value: answers, target: 'no 503' },
  ];
}

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  const { port, services, stop } = await startLoadedServer();
  try {
    const { clinicId, codes } = await patientsOf(services);
    const logins: Login[] = [];
    for (const [index, code] of codes.entries()) {
      const login: Login = { clinicId, code, date: DATE, from: `127.0.2.${index + 1}`, solves: false };
      logins.push({ ...login, device: (await logIn(port, login)).device });
    }
    const quiet = await measureLogins(port, logins);
    const flood = startFlood(port, clinicId);
    await wait(2000);
    const flooded = await measureLogins(port, logins);
    return { rows: rowsOf(quiet, flooded, await flood.stop()) };
  } finally {
    closeConnections();
    await stop();
  }
}

if (import.meta.main) {
  console.table((await run()).rows);
  process.exit(0);
}
