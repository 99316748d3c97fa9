import process from 'node:process';
import type { SurveyPage } from '../src/contract/surveys.ts';
import { aClinic, aClinician, aPatient, cookieOf, type TestUser } from '../test/builders.ts';
import { answersTo, withAnswer } from '../test/survey-calls.ts';
import { openClient, type Client } from './load/client.ts';
import { median } from './load/figures.ts';
import { manyPatients } from './load/patients.ts';
import { startLoadedServer, type LoadedServer } from './load/server.ts';

export const name = 'An answer that shows danger, with 10,000 patients in the clinic';

type Row = { what: string; value: string; target: string };

const SURVEY = '/api/auth/patients/survey';
const LIST = '/api/auth/clinicians/patients';
const ITEM = 'dep-31';
const COUNT = 10_000;
// Each needs a patient who has come to the question.
const SEEN = 15;
const PAIRS = 60;

async function ask(client: Client, method: string, path: string, cookie: string, body?: string) {
  const answer = await client.request(method, path, cookie, body);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
  return answer.body;
}

type Asked = { cookie: string; page: SurveyPage };

/** Brings a new patient to the page with the question. */
async function aPatientAsked(server: LoadedServer, client: Client, clinician: TestUser): Promise<Asked> {
  const { clinicId, id: clinicianId } = clinician;
  const cookie = await cookieOf(server.services, await aPatient(server.services, clinicId, { clinicianId }));
  for (;;) {
    const page: SurveyPage = JSON.parse(await ask(client, 'GET', SURVEY, cookie));
    if (page.items.some(({ id }) => id === ITEM)) return { cookie, page };
    await ask(client, 'POST', SURVEY, cookie, bodyOf(answersTo(page)));
  }
}

const bodyOf = (answers: unknown) => JSON.stringify({ type: 'json', value: JSON.stringify(answers) });

/** Milliseconds to submit the page with an answer of this value. */
async function submit(client: Client, { cookie, page }: Asked, value: string): Promise<number> {
  const option = page.items[0]?.response_options.find((one) => String(one.value) === value);
  if (!option) throw new Error(`${ITEM} has no option ${value}`);
  const body = bodyOf(withAnswer(answersTo(page), ITEM, { value: option.value, label: option.label }));
  const began = performance.now();
  await ask(client, 'POST', SURVEY, cookie, body);
  return performance.now() - began;
}

const openEvents = (list: string) => list.match(/"level":"urgent"/g)?.length ?? 0;

/** Milliseconds from the submit until a list with the event has arrived, and of each such list alone. */
async function timesToSee(server: LoadedServer, client: Client, clinician: TestUser) {
  const cookie = await cookieOf(server.services, clinician);
  const seen: number[] = [];
  const lists: number[] = [];
  let known = openEvents(await ask(client, 'GET', LIST, cookie));
  for (let round = 0; round < SEEN; round += 1) {
    const asked = await aPatientAsked(server, client, clinician);
    const began = performance.now();
    await submit(client, asked, '3');
    const submitted = performance.now();
    const list = await ask(client, 'GET', LIST, cookie);
    seen.push(performance.now() - began);
    lists.push(performance.now() - submitted);
    known += 1;
    if (openEvents(list) !== known) throw new Error('an event is not in the next list');
  }
  return { seen, lists };
}

/** Milliseconds to submit the page with an event and without, in turn. */
async function pageTimes(server: LoadedServer, client: Client, clinician: TestUser) {
  const times = { event: [] as number[], none: [] as number[] };
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const event = await aPatientAsked(server, client, clinician);
    const none = await aPatientAsked(server, client, clinician);
    times.event.push(await submit(client, event, '3'));
    times.none.push(await submit(client, none, '0'));
  }
  return times;
}

const ratio = (a: readonly number[], b: readonly number[]) => (median(a) / median(b)).toFixed(2);

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  const server = await startLoadedServer();
  try {
    const clinic = await aClinic(server.services);
    const clinician = await aClinician(server.services, clinic.id);
    await manyPatients(server.services, clinician, COUNT);
    const client = await openClient(server.port);
    const { seen, lists } = await timesToSee(server, client, clinician);
    const { event, none } = await pageTimes(server, client, clinician);
    client.close();
    return {
      rows: [
        {
          what: 'submit until the event is in the list',
          value: `median ${median(seen).toFixed(0)} ms, ${ratio(seen, lists)} times the list alone`,
          target: '≤ 2 s',
        },
        {
          what: 'page with an event, in pages without one',
          value: `${ratio(event, none)} (median ${median(event).toFixed(1)} ms and ${median(none).toFixed(1)} ms)`,
          target: '≤ 1.5',
        },
      ],
    };
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  console.table((await run()).rows);
  process.exit(0);
}
