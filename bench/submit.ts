import process from 'node:process';
import { Client } from 'pg';
import type { SurveyPage } from '../src/contract/surveys.ts';
import { aClinic, aPatient, cookieOf } from '../test/builders.ts';
import { answersTo } from '../test/survey-calls.ts';
import { openClient, type Client as Browser } from './load/client.ts';
import { quantile } from './load/figures.ts';
import { spentEach, usedSoFar } from './load/used.ts';
import { createEmptySessions, sameWrites, type Baseline } from './load/same-writes.ts';
import { startLoadedServer, type LoadedProcess, type LoadedServer } from './load/server.ts';

export const name = 'Submit a page and get the next';

type Row = { what: string; value: string; target: string };
/** `isOneCall`: the answer of POST carries the next page. Otherwise GET asks for it. */
type Load = { clients: number; seconds: number; isOneCall: boolean };

const SURVEY = '/api/auth/patients/survey';
const CLIENTS = 16;
const ROUNDS = 3;
// A patient turns about 16 pages.
const PATIENTS = 12_000;
const PATIENTS_OF_EACH = 30;

/** Patients with an open survey and a session cookie, used one after the other. */
async function signedIn({ services }: LoadedServer, clinicId: string, count: number): Promise<string[]> {
  const first = await aPatient(services, clinicId);
  const cookies: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const patient = await aPatient(services, clinicId, { clinicianId: first.clinicianId });
    cookies.push(await cookieOf(services, patient));
  }
  return cookies;
}

async function firstPage(client: Browser, cookie: string): Promise<SurveyPage> {
  const { status, body } = await client.request('GET', SURVEY, cookie);
  if (status !== 200) throw new Error(`GET survey answered ${status}: ${body}`);
  return JSON.parse(body);
}

type Turn = { cookie: string; page: SurveyPage; isOneCall: boolean };

/** Sends the answers of a page and gets the next page, or null at the end of the survey. */
async function turnPage(client: Browser, { cookie, page, isOneCall }: Turn): Promise<SurveyPage | null> {
  const body = { type: 'json', value: JSON.stringify(answersTo(page)), next: isOneCall };
  const sent = await client.request('POST', SURVEY, cookie, JSON.stringify(body));
  if (sent.status !== 200) throw new Error(`POST survey answered ${sent.status}: ${sent.body}`);
  if (isOneCall) return JSON.parse(sent.body).next;
  const next = await client.request('GET', SURVEY, cookie);
  return next.status === 204 ? null : JSON.parse(next.body);
}

/** A browser whose calls go to one process after the other. */
async function openClients(processes: readonly LoadedProcess[], first: number): Promise<Browser> {
  const clients = await Promise.all(processes.map(({ port }) => openClient(port)));
  let calls = first;
  return {
    request: (...call) => clients[(calls += 1) % clients.length]!.request(...call),
    close: () => clients.forEach((client) => client.close()),
  };
}

type Measured = { perSecond: number; milliseconds: number[]; answersPerPage: number };

/** Each client asks the processes in turn, as nginx does. */
async function measure(
  processes: readonly LoadedProcess[],
  cookies: string[],
  { clients, seconds, isOneCall }: Load,
): Promise<Measured> {
  const milliseconds: number[] = [];
  let answers = 0;
  const end = performance.now() + seconds * 1000;
  const work = async (index: number) => {
    const client = await openClients(processes, index);
    while (performance.now() < end) {
      const cookie = cookies.pop();
      if (cookie === undefined) throw new Error('there are too few patients for this bench');
      let page: SurveyPage | null = await firstPage(client, cookie);
      while (page && performance.now() < end) {
        const start = performance.now();
        answers += page.items.length;
        page = await turnPage(client, { cookie, page, isOneCall });
        milliseconds.push(performance.now() - start);
      }
    }
    client.close();
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => work(index)));
  return {
    perSecond: milliseconds.length / seconds,
    milliseconds,
    answersPerPage: answers / milliseconds.length,
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The work that autovacuum does within a minute on a new server. */
async function refreshStatistics({ databaseUrl }: LoadedServer): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
}

type Round = { twoCalls: Measured; oneCall: Measured; bare: Baseline };

/** The work of a server's first minute: V8 compiles what is used often, and PostgreSQL counts its rows. */
async function warmUp(server: LoadedServer, cookies: string[]): Promise<void> {
  await measure([server], cookies, { clients: CLIENTS, seconds: 4, isOneCall: false });
  await refreshStatistics(server);
  for (const isOneCall of [false, true])
    await measure([server], cookies, { clients: CLIENTS, seconds: 8, isOneCall });
}

/** Measures our server and the bare writes in turn, so that other work of the machine affects both. */
async function compare(server: LoadedServer, clinicId: string, cookies: string[]): Promise<Round[]> {
  const load = { clients: CLIENTS, seconds: 4 };
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const twoCalls = await measure([server], cookies, { ...load, isOneCall: false });
    const oneCall = await measure([server], cookies, { ...load, isOneCall: true });
    const answers = Math.max(1, Math.round(twoCalls.answersPerPage));
    rounds.push({ twoCalls, oneCall, bare: await sameWrites(server, { clinicId, ...load, answers }) });
  }
  return rounds;
}

const ways = [
  { isOneCall: false, way: 'POST and GET', rounds: 'twoCalls', ratio: '–' },
  { isOneCall: true, way: 'POST with the next page', rounds: 'oneCall', ratio: '≥ 25 %' },
] as const;
type Way = (typeof ways)[number];

function ratioRow(rounds: readonly Round[], { way, rounds: which, ratio }: Way): Row {
  const ours = mean(rounds.map((round) => round[which].perSecond));
  const bare = mean(rounds.map((round) => round.bare.perSecond));
  const tool = rounds[0]?.bare.tool ?? '';
  return {
    what: `${CLIENTS} concurrent, one process, ${way}, against ${tool} with the same writes`,
    value: `${((100 * ours) / bare).toFixed(0)} % (${ours.toFixed(0)}/s, ${tool} ${bare.toFixed(0)}/s)`,
    target: ratio,
  };
}

/** What one page turn uses of the processor, of the connections and of the database's log. */
async function usedRows(server: LoadedServer, cookies: string[], { isOneCall, way }: Way): Promise<Row[]> {
  const before = await usedSoFar(server);
  const { milliseconds } = await measure([server], cookies, { clients: CLIENTS, seconds: 4, isOneCall });
  const after = await usedSoFar(server);
  if (!before || !after) return [];
  const spent = spentEach(before, after, milliseconds.length);
  const [node, database, client] = [spent.node, spent.database, spent.client].map((time) => time.toFixed(2));
  // Each HTTP answer is one write of the server. The others go to the database, each for one exchange.
  const exchanges = spent.writes - (isOneCall ? 1 : 2);
  return [
    {
      what: `${CLIENTS} concurrent, ${way}, processor time of a turn`,
      value: `${(spent.node + spent.database + spent.client).toFixed(2)} ms (server ${node}, PostgreSQL ${database}, client ${client})`,
      target: '–',
    },
    {
      what: `${CLIENTS} concurrent, ${way}, exchanges with the database, commits and WAL of a turn`,
      value: `${exchanges.toFixed(1)} exchanges, ${spent.commits.toFixed(1)} commits, ${spent.walBytes.toFixed(0)} bytes`,
      target: '–',
    },
  ];
}

/** Whether the patients of one clinic wait for each other: as many of them, all of one clinic or each of another. */
async function clinicsRow(server: LoadedServer, ofOne: string[]): Promise<Row> {
  const clinics = await Promise.all(Array.from({ length: CLIENTS }, () => aClinic(server.services)));
  const each: string[][] = [];
  for (const clinic of clinics) each.push(await signedIn(server, clinic.id, PATIENTS_OF_EACH));
  const ofMany = Array.from({ length: PATIENTS_OF_EACH }, (_, at) =>
    each.map((cookies) => cookies[at]!),
  ).flat();
  const load = { clients: CLIENTS, seconds: 3, isOneCall: true };
  const perSecond = { one: [] as number[], many: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    perSecond.one.push((await measure([server], ofOne, load)).perSecond);
    perSecond.many.push((await measure([server], ofMany, load)).perSecond);
  }
  const [one, many] = [mean(perSecond.one), mean(perSecond.many)];
  return {
    what: `${CLIENTS} concurrent, in one clinic against in ${CLIENTS} clinics, POST with the next page`,
    value: `${(one / many).toFixed(2)} (${one.toFixed(0)}/s, ${many.toFixed(0)}/s)`,
    target: '≥ 0.9',
  };
}

/** What a second process costs. It is warm before it is measured; both have the same number of clients. */
async function processesRow(server: LoadedServer, cookies: string[]): Promise<Row[]> {
  await server.addProcess();
  const two = server.processes;
  const load = { clients: CLIENTS, isOneCall: true };
  await measure(two.slice(1), cookies, { ...load, seconds: 12 });
  const spent = { one: [] as number[], two: [] as number[] };
  const perSecond = { one: [] as number[], two: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, processes] of [['one', two.slice(0, 1)] as const, ['two', two] as const]) {
      const before = await usedSoFar(server);
      const measured = await measure(processes, cookies, { ...load, seconds: 4 });
      const after = await usedSoFar(server);
      if (!before || !after) return [];
      const { node, database } = spentEach(before, after, measured.milliseconds.length);
      spent[name].push(node + database);
      perSecond[name].push(measured.perSecond);
    }
  const times = (of: Record<'one' | 'two', number[]>) => (mean(of.two) / mean(of.one)).toFixed(2);
  return [
    {
      what: `${CLIENTS} concurrent, two processes in turn against one, POST with the next page, processor time of servers and PostgreSQL for a turn`,
      value: `${times(spent)} times (${mean(spent.one).toFixed(2)} ms, ${mean(spent.two).toFixed(2)} ms), ${times(perSecond)} times the turns`,
      target: '≤ 1.15 times',
    },
  ];
}

async function aloneRow(server: LoadedServer, cookies: string[], { isOneCall, way }: Way): Promise<Row> {
  const alone = await measure([server], cookies, { clients: 1, seconds: 4, isOneCall });
  const [median, p99] = [0.5, 0.99].map((part) => quantile(alone.milliseconds, part).toFixed(1));
  return {
    what: `1 client, ${way}, p99`,
    value: `${p99} ms (median ${median} ms)`,
    target: isOneCall ? '≤ 8 ms' : '–',
  };
}

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  const server = await startLoadedServer();
  try {
    const clinic = await aClinic(server.services);
    const cookies = await signedIn(server, clinic.id, PATIENTS);
    const reserve = await aPatient(server.services, clinic.id);
    await createEmptySessions(server, { clinicId: clinic.id, patientId: reserve.id, count: CLIENTS });
    await warmUp(server, cookies);
    const rounds = await compare(server, clinic.id, cookies);
    const rows: Row[] = [];
    for (const way of ways) {
      const used = await usedRows(server, cookies, way);
      rows.push(ratioRow(rounds, way), ...used, await aloneRow(server, cookies, way));
    }
    rows.push(await clinicsRow(server, cookies));
    rows.push(...(await processesRow(server, cookies)));
    return { rows };
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  console.table((await run()).rows);
  process.exit(0);
}
