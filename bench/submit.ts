import process from 'node:process';
import { Client } from 'pg';
import type { SurveyPage } from '../src/contract/surveys.ts';
import { aClinic, aPatient, signIn } from '../test/builders.ts';
import { answersTo } from '../test/survey-calls.ts';
import { openClient, type Client as Browser } from './load/client.ts';
import { processorTime, spentEach } from './load/processor-time.ts';
import { createEmptySessions, sameWrites, type Baseline } from './load/same-writes.ts';
import { startLoadedServer, type LoadedServer } from './load/server.ts';

export const name = 'Submit a page and get the next';

type Row = { what: string; value: string; target: string };
type Load = { clients: number; seconds: number };

const SURVEY = '/api/auth/patients/survey';
const CLIENTS = 16;
const ROUNDS = 3;

/** Patients with an open survey and a session cookie, used one after the other. */
async function signedIn({ services }: LoadedServer, clinicId: string, count: number): Promise<string[]> {
  const first = await aPatient(services, clinicId);
  const cookies: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const patient = await aPatient(services, clinicId, { clinicianId: first.clinicianId });
    const jar = await signIn(services, patient);
    cookies.push(
      Object.entries(jar)
        .map(([key, value]) => `${key}=${value}`)
        .join('; '),
    );
  }
  return cookies;
}

async function firstPage(client: Browser, cookie: string): Promise<SurveyPage> {
  const { status, body } = await client.request('GET', SURVEY, cookie);
  if (status !== 200) throw new Error(`GET survey answered ${status}: ${body}`);
  return JSON.parse(body);
}

/** Sends the answers of a page and gets the next page, or null at the end of the survey. */
async function turnPage(client: Browser, cookie: string, page: SurveyPage): Promise<SurveyPage | null> {
  const value = JSON.stringify(answersTo(page));
  const sent = await client.request('POST', SURVEY, cookie, JSON.stringify({ type: 'json', value }));
  if (sent.status !== 200) throw new Error(`POST survey answered ${sent.status}: ${sent.body}`);
  const next = await client.request('GET', SURVEY, cookie);
  return next.status === 204 ? null : JSON.parse(next.body);
}

type Measured = { perSecond: number; milliseconds: number[]; answersPerPage: number };

async function measure(port: number, cookies: string[], { clients, seconds }: Load): Promise<Measured> {
  const milliseconds: number[] = [];
  let answers = 0;
  const end = performance.now() + seconds * 1000;
  const work = async () => {
    const client = await openClient(port);
    while (performance.now() < end) {
      const cookie = cookies.pop();
      if (cookie === undefined) throw new Error('there are too few patients for this bench');
      let page: SurveyPage | null = await firstPage(client, cookie);
      while (page && performance.now() < end) {
        const start = performance.now();
        answers += page.items.length;
        page = await turnPage(client, cookie, page);
        milliseconds.push(performance.now() - start);
      }
    }
    client.close();
  };
  await Promise.all(Array.from({ length: clients }, work));
  return {
    perSecond: milliseconds.length / seconds,
    milliseconds,
    answersPerPage: answers / milliseconds.length,
  };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The work that autovacuum does within a minute on a new server. */
async function refreshStatistics({ databaseUrl }: LoadedServer): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
}

/** Measures our server and the bare writes in turn, so that other work of the machine affects both. */
async function compare(server: LoadedServer, clinicId: string, cookies: string[]) {
  const load = { clients: CLIENTS, seconds: 5 };
  await measure(server.port, cookies, { ...load, seconds: 4 });
  await refreshStatistics(server);
  const rounds: { ours: Measured; bare: Baseline }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await measure(server.port, cookies, load);
    const answers = Math.max(1, Math.round(ours.answersPerPage));
    rounds.push({ ours, bare: await sameWrites(server, { clinicId, ...load, answers }) });
  }
  return rounds;
}

function ratioRow(rounds: Awaited<ReturnType<typeof compare>>): Row {
  const ours = mean(rounds.map((round) => round.ours.perSecond));
  const bare = mean(rounds.map((round) => round.bare.perSecond));
  const tool = rounds[0]?.bare.tool ?? '';
  return {
    what: `${CLIENTS} concurrent, one process, against ${tool} with the same writes`,
    value: `${((100 * ours) / bare).toFixed(0)} % (${ours.toFixed(0)}/s, ${tool} ${bare.toFixed(0)}/s)`,
    target: '≥ 40 %',
  };
}

/** The processor time of one page turn. */
async function processorRow(server: LoadedServer, cookies: string[]): Promise<Row[]> {
  const before = await processorTime(server);
  const { milliseconds } = await measure(server.port, cookies, { clients: CLIENTS, seconds: 5 });
  const after = await processorTime(server);
  if (!before || !after) return [];
  const { node, database, client } = spentEach(before, after, milliseconds.length);
  const parts = [node, database, client].map((time) => time.toFixed(2));
  return [
    {
      what: `${CLIENTS} concurrent, processor time of a turn`,
      value: `${(node + database + client).toFixed(2)} ms (server ${parts[0]}, PostgreSQL ${parts[1]}, client ${parts[2]})`,
      target: '≤ 1.6 ms',
    },
  ];
}

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  const server = await startLoadedServer();
  try {
    const clinic = await aClinic(server.services);
    const cookies = await signedIn(server, clinic.id, 1100);
    const reserve = await aPatient(server.services, clinic.id);
    await createEmptySessions(server, { clinicId: clinic.id, patientId: reserve.id, count: CLIENTS });
    const rounds = await compare(server, clinic.id, cookies);
    const each = await processorRow(server, cookies);
    const alone = await measure(server.port, cookies, { clients: 1, seconds: 5 });
    const [median, p99] = [0.5, 0.99].map((part) => quantile(alone.milliseconds, part).toFixed(1));
    const p99Row = { what: '1 client, p99', value: `${p99} ms (median ${median} ms)`, target: '< 40 ms' };
    return { rows: [ratioRow(rounds), ...each, p99Row] };
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  console.table((await run()).rows);
  process.exit(0);
}
