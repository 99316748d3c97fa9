import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ClinicianPatient } from '../src/contract/patients.ts';
import { sightOf, type Sight } from './crisis-rights-rules.ts';
import { ask, type Jar, type RightsWorld } from './crisis-rights-world.ts';
import { nth } from './model-chances.ts';

// Every user tries to see the events. One patient in turn is looked at closely.

/** How often a clinician saw a patient in each way. */
export type Seen = Record<Sight, number>;

type Check = (world: RightsWorld, user: number, patient: number) => Promise<void>;

/** After a step each clinician and one stranger ask about a patient. The calls take turns. */
export async function checkInTurn(world: RightsWorld, turn: number, seen: Seen): Promise<void> {
  const patient = nth([...world.patients.keys()], turn);
  await checkClinicians(world, patient, seen, nth([checkEvents, checkReport, checkUnknown], turn));
  await nth(checksOfStrangers, turn)(world, patient);
}

/** At the end of a sequence each clinician and the admin read their lists. */
export async function checkLists(world: RightsWorld, turn: number, seen: Seen): Promise<void> {
  const patient = nth([...world.patients.keys()], turn);
  await checkClinicians(world, patient, seen, checkList);
  await checkClinicians(world, patient, seen, checkEvents);
  await checkListOfAdmin(world);
}

async function checkClinicians(world: RightsWorld, patient: number, seen: Seen, check: Check): Promise<void> {
  for (const clinician of world.clinicians.keys()) {
    if (!world.model.enabled[clinician]) {
      await ask(world, world.jars[clinician]!, 'listOwnPatients', 403);
      continue;
    }
    seen[sightOf(world.model, clinician, patient)] += 1;
    await check(world, clinician, patient);
  }
}

async function checkList(world: RightsWorld, clinician: number): Promise<void> {
  const { body } = await ask(world, world.jars[clinician]!, 'listOwnPatients', 200);
  const due = [...world.patients.keys()].flatMap((number) => expectedRow(world, clinician, number));
  assert.deepEqual(body.list_patient_dto.map(shortRow).sort(), due.sort());
}

const statusFor = ({ model }: RightsWorld, clinician: number, patient: number) =>
  sightOf(model, clinician, patient) === 'none' ? 404 : 200;

async function checkEvents(world: RightsWorld, clinician: number, patient: number): Promise<void> {
  const status = statusFor(world, clinician, patient);
  const params = { id: world.patients[patient]!.id };
  const { body } = await ask(world, world.jars[clinician]!, 'listCrisisEvents', status, { params });
  const { events } = world.model.patients[patient]!;
  if (status === 200) assert.deepEqual(shortEvents(body.events), shortEvents(events));
}

async function checkReport(world: RightsWorld, clinician: number, patient: number): Promise<void> {
  const params = { id: world.surveys[patient]! };
  const status = statusFor(world, clinician, patient);
  await ask(world, world.jars[clinician]!, 'getClinicianReport', status, { params });
}

async function checkUnknown(world: RightsWorld, clinician: number, patient: number): Promise<void> {
  if (statusFor(world, clinician, patient) === 404)
    await checkNoAcknowledgement(world, world.jars[clinician]!, patient);
}

/** What the model expects of a row of the list: patient, deputy or not, and whether an event is open. */
function expectedRow({ model, patients }: RightsWorld, clinician: number, number: number): string[] {
  const sight = sightOf(model, clinician, number);
  if (sight === 'none') return [];
  const { events } = model.patients[number]!;
  const open = events.filter(({ isOpen }) => isOpen).length > 0;
  return [`${patients[number]!.id} ${sight === 'deputy'} ${events.length === 0 ? 'no event' : open}`];
}

const shortRow = ({ id, as_deputy: asDeputy, crisis }: ClinicianPatient) =>
  `${id} ${asDeputy} ${crisis ? crisis.acknowledged_at === null : 'no event'}`;

type ShownEvent = { id: string; isOpen?: boolean; acknowledged?: object | null };

const shortEvents = (events: readonly ShownEvent[]) =>
  events.map(({ id, isOpen, acknowledged }) => `${id} ${isOpen ?? acknowledged === null}`).sort();

/** An event that one may not see is unknown, like an event that does not exist. */
async function checkNoAcknowledgement(world: RightsWorld, jar: Jar, patient: number): Promise<void> {
  const event = world.model.patients[patient]!.events.find(({ isOpen }) => isOpen);
  const params = { id: event?.id ?? randomUUID() };
  await ask(world, jar, 'acknowledgeCrisisEvent', 404, { params, body: { done: 'talked' } });
}

// The clinician of another clinic, and the admin.
const checksOfStrangers: readonly ((world: RightsWorld, patient: number) => Promise<void>)[] = [
  async (world) => {
    const { body } = await ask(world, world.foreign, 'listOwnPatients', 200);
    assert.deepEqual(body.list_patient_dto, []);
  },
  async (world, patient) => {
    const params = { id: world.patients[patient]!.id };
    await ask(world, world.foreign, 'listCrisisEvents', 404, { params });
  },
  async (world, patient) => {
    const params = { id: world.surveys[patient]! };
    await ask(world, world.foreign, 'getClinicianReport', 404, { params });
  },
  (world, patient) => checkNoAcknowledgement(world, world.foreign, patient),
  async (world, patient) => {
    const params = { id: world.patients[patient]!.id };
    await ask(world, world.admin, 'listCrisisEvents', 403, { params });
  },
  async (world, patient) => {
    const params = { id: world.surveys[patient]! };
    await ask(world, world.admin, 'getClinicianReport', 403, { params });
  },
];

/** The admin sees every patient of the clinic, and nothing of an event. */
async function checkListOfAdmin(world: RightsWorld): Promise<void> {
  const { body } = await ask(world, world.admin, 'listClinicPatients', 200);
  const rows: object[] = body.list_patient_dto;
  assert.equal(rows.length, world.model.patients.filter(({ isErased }) => !isErased).length);
  for (const row of rows) assert.ok(!('crisis' in row) && !('as_deputy' in row));
  const known = world.model.patients.flatMap(({ events }) => events);
  const text = JSON.stringify(body);
  for (const { id } of known) assert.ok(!text.includes(id), 'the admin learns of an event');
}
