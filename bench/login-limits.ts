// The worth of the login limits (R45-R51): a day of guessing from 200 addresses against a clinic of 500 patients with known
// codes, while 50 of them log in. Ageing the recorded failures simulates the hours of the day.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { sql } from 'kysely';
import { addDays } from '../src/domain/dates.ts';
import { findNonce } from '../src/domain/proof-of-work.ts';
import { randomSource } from '../src/psychometrics/random.ts';
import { buildApp } from '../src/server/app.ts';
import { provisionalHash } from '../src/server/login/password-hash.ts';
import { readConfig } from '../src/server/settings/config.ts';
import { startEmbeddedDatabase } from '../src/server/trial-database/embedded.ts';
import { withTenant } from '../src/server/database/transaction.ts';
import { sealContent } from '../src/server/keys/patient-cells.ts';
import { insertPatients } from '../src/server/patients/queries.ts';
import type { Services } from '../src/server/services.ts';
import { closePools, createServices } from '../src/server/start.ts';
import { aClinic, aClinician } from '../test/builders.ts';
import { closeConnections, logIn, type Login, type Reply } from './load/logins.ts';

export const name = 'Guessing logins';

type Row = { what: string; value: string; target: string };
type Patient = { code: string; birthDate: string };
type Site = { services: Services; port: number };

const GUESSES = 10_000;
const ADDRESSES = 200;
const PATIENTS = 500;
const HONEST = 50;
const TYPOS = 0.05;
const HOURS = 24;
const AT_ONCE = 16;

const numbers = randomSource('guessing logins');
let drawn = 0;
const random = (limit: number) => Math.floor(numbers(drawn++) * limit);

/** A birth date between 1945 and 2007. */
const anyDate = () => addDays('1945-01-01', random(63 * 365));

async function aClinicWith(
  services: Services,
  count: number,
): Promise<{ clinicId: string; patients: Patient[] }> {
  const { id: clinicId } = await aClinic(services);
  const { id: clinicianId } = await aClinician(services, clinicId);
  const patients = Array.from({ length: count }, (_, index) => ({
    code: `P${1000 + index}`,
    birthDate: anyDate(),
  }));
  const records = patients.map(({ code, birthDate }) => {
    const id = crypto.randomUUID();
    const shared = {
      id,
      code,
      clinicianId,
      gender: 'DIVERSE',
      admission: '2026-01-01',
      discharge: '2027-01-01',
    } as const;
    const birthDateEncrypted = sealContent(services.keys, id, { birthDate, diagnosisIds: [], labels: [] });
    return { ...shared, birthDateEncrypted, secretHash: provisionalHash(services.keys, birthDate) };
  });
  await withTenant(services.pool, clinicId, (db) => insertPatients(db, clinicId, records));
  return { clinicId, patients };
}

/** Ages every recorded failure by an hour. */
async function passHour({ pool }: Services, clinicId: string): Promise<void> {
  await withTenant(pool, clinicId, async (db) => {
    await sql`UPDATE login_failures SET at = at - interval '1 hour'`.execute(db);
    await sql`UPDATE security_notices SET at = at - interval '1 hour', until = until - interval '1 hour'`.execute(
      db,
    );
  });
}

/** Runs all pieces of work, a few at a time. */
async function inParallel<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const left = work.values();
  const worker = async () => {
    for (const piece of left) results.push(await piece());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

const attacker = (index: number) => `127.0.1.${1 + (index % ADDRESSES)}`;
const isLookedAt = ({ status }: Reply) => status === 200 || status === 401;
const count = (replies: readonly Reply[], is: (reply: Reply) => boolean) => replies.filter(is).length;

/** An honest user who sometimes mistypes the date and tries again until it is right. */
async function honest(site: Site, login: Login): Promise<{ refused: boolean; milliseconds: number }> {
  for (let tries = 0; tries < 4; tries++) {
    const date = numbers(drawn++) < TYPOS ? anyDate() : login.date;
    const began = performance.now();
    const { status } = await logIn(site.port, { ...login, date });
    if (status === 200) return { refused: false, milliseconds: performance.now() - began };
    if (status !== 401) break;
  }
  return { refused: true, milliseconds: Number.NaN };
}

/** Twenty guesses on each of 500 codes in a day, by an attacker who solves no tasks. */
async function dayOfGuessing(site: Site): Promise<Row[]> {
  const { services } = site;
  const { clinicId, patients } = await aClinicWith(services, PATIENTS);
  // Four of five log in from a known device, the others from a new one.
  const users = await Promise.all(
    patients.slice(0, HONEST).map(async ({ code, birthDate: date }, index) => {
      const login: Login = { clinicId, code, date, from: `127.0.2.${index + 1}`, solves: true };
      const { device } = index % 5 === 0 ? { device: undefined } : await logIn(site.port, login);
      return { ...login, device };
    }),
  );
  const replies: Reply[] = [];
  const logins: Awaited<ReturnType<typeof honest>>[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    const [from, to] = [hour, hour + 1].map((end) => Math.round((GUESSES * end) / HOURS));
    const guesses = Array.from({ length: to! - from! }, (_, index) => from! + index).map(
      (index) => async () => {
        const { code } = patients[index % PATIENTS]!;
        replies.push(
          await logIn(site.port, { clinicId, code, date: anyDate(), from: attacker(index), solves: false }),
        );
      },
    );
    const visits = users
      .filter((_, index) => index % HOURS === hour)
      .map((login) => async () => {
        logins.push(await honest(site, login));
      });
    await inParallel([
      ...guesses.slice(0, guesses.length / 2),
      ...visits,
      ...guesses.slice(guesses.length / 2),
    ]);
    await passHour(services, clinicId);
  }
  const times = logins
    .map(({ milliseconds }) => milliseconds)
    .filter((time) => !Number.isNaN(time))
    .toSorted((a, b) => a - b);
  return [
    {
      what: `guesses looked at, of ${replies.length.toLocaleString('en')} from ${ADDRESSES} addresses in a day`,
      value: `${count(replies, isLookedAt)}`,
      target: '≤ 300',
    },
    {
      what: `accounts opened, of ${PATIENTS} whose codes are known`,
      value: `${count(replies, ({ status }) => status === 200)}`,
      target: '0',
    },
    {
      what: `honest users refused, of ${logins.length} with ${TYPOS * 100} % typos (10 in a new browser)`,
      value: `${logins.filter(({ refused }) => refused).length}`,
      target: '0',
    },
    {
      what: 'honest login meanwhile, median',
      value: `${times[Math.floor(times.length / 2)]?.toFixed(0)} ms`,
      target: '< 1000 ms',
    },
  ];
}

/** The same for an hour by an attacker who solves every task, on a fifth of the codes because every guess is hashed. */
async function hourOfSolving(site: Site): Promise<Row[]> {
  const size = PATIENTS / 5;
  const { clinicId, patients } = await aClinicWith(site.services, size);
  const work = Array.from({ length: GUESSES / 5 }, (_, index) => () => {
    const { code } = patients[index % size]!;
    return logIn(site.port, { clinicId, code, date: anyDate(), from: attacker(index), solves: true });
  });
  const replies = await inParallel(work);
  return [
    {
      what: `the same where every task is solved: looked at in an hour, of ${replies.length.toLocaleString('en')} on ${size} codes`,
      value: `${count(replies, isLookedAt)}`,
      target: `≤ ${size * 20}`,
    },
    {
      what: 'accounts opened by that',
      value: `${count(replies, ({ status }) => status === 200)}`,
      target: '0',
    },
  ];
}

/** An attacker who knows a patient's birth date guesses the code from many addresses. */
async function dayOfSpraying(site: Site): Promise<Row> {
  const { clinicId } = await aClinicWith(site.services, 1);
  const replies: Reply[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    const work = Array.from({ length: 20 }, (_, index) => async () => {
      const code = `X${hour}Q${index}`;
      replies.push(
        await logIn(site.port, {
          clinicId,
          code,
          date: '1990-01-01',
          from: attacker(hour * 20 + index),
          solves: true,
        }),
      );
    });
    for (const guess of work) await guess();
    await passHour(site.services, clinicId);
  }
  return {
    what: 'codes looked at in a day with one known birth date',
    value: `${count(replies, isLookedAt)}`,
    target: '≤ 120',
  };
}

// The cost of the task on this processor with the browser's code. A phone takes two to four times as long.
function taskRow(bits: number): Row {
  const times = Array.from({ length: 9 }, (_, index) => {
    const began = process.cpuUsage();
    findNonce({ challenge: `bench ${index}`, difficulty: bits }, 0, 2 ** 30);
    return process.cpuUsage(began).user / 1000;
  }).toSorted((a, b) => a - b);
  return {
    what: `task of an unknown device during an alarm (${bits} bits), median`,
    value: `${times[4]?.toFixed(0)} ms`,
    target: '≤ 1000 ms here',
  };
}

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-bench-'));
  // If we are root, the account of PostgreSQL must pass this folder.
  chmodSync(dataDir, 0o711);
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  const standard = readConfig(undefined);
  // The attacker's work is not measured.
  const config = { ...standard, proofOfWorkBits: 1 };
  const settings = {
    extensions: [],
    host: '127.0.0.1',
    port: 0,
    databaseUrl: database.url,
    dataDir,
    configFile: undefined,
    instrumentsDir: undefined,
    smtpUrl: undefined,
    publicOrigin: 'http://localhost',
    requireAppHeader: false,
    demo: false,
    isProduction: false,
    prepares: true,
  };
  const services = await createServices(settings, config, { info() {}, warn() {}, error() {} }, database.url);
  const app = await buildApp(services);
  try {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const site = { services, port: (app.server.address() as AddressInfo).port };
    const rows = [...(await dayOfGuessing(site)), ...(await hourOfSolving(site)), await dayOfSpraying(site)];
    return { rows: [...rows, taskRow(standard.proofOfWorkBits)] };
  } finally {
    closeConnections();
    await app.close();
    await closePools(services);
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

if (import.meta.main) {
  console.table((await run()).rows);
  process.exit(0);
}
