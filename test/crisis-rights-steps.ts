import { randomUUID } from 'node:crypto';
import { addDays } from '../src/domain/dates.ts';
import { withTenant } from '../src/server/database/transaction.ts';
import { erasePatient } from '../src/server/subject-rights/erase.ts';
import { signIn } from './builders.ts';
import { aCrisisEvent } from './crisis-rows.ts';
import * as rules from './crisis-rights-rules.ts';
import { ask, jarOf, type RightsWorld } from './crisis-rights-world.ts';
import { nth, type Chances } from './model-chances.ts';
import { presentRevision } from './revision.ts';

type Step = (world: RightsWorld, chances: Chances) => Promise<void>;

const numberOf = (list: readonly unknown[], chance: number) => chance % list.length;

/** The admin, or one of the clinicians. */
const actorOf = ({ clinicians }: RightsWorld, chance: number) =>
  chance % 2 === 0 ? null : numberOf(clinicians, chance);

export const raise: Step = async (world, { a, b }) => {
  const patient = numberOf(world.patients, a);
  const state = world.model.patients[patient]!;
  if (state.isErased) return;
  const itemId = `dep-${state.events.length}`;
  const level = nth(['urgent', 'notice'] as const, b);
  const changed = { itemId, level };
  const id = await aCrisisEvent(world.services, world.patients[patient]!, world.surveys[patient]!, changed);
  state.events.push({ id, isOpen: true, by: null, handed: null });
};

const acknowledge: Step = async (world, { a, b, c }) => {
  const [actor, patient] = [numberOf(world.clinicians, a), numberOf(world.patients, b)];
  const { events } = world.model.patients[patient]!;
  if (events.length === 0) return;
  const event = nth(events, c);
  const expected = rules.answerToAcknowledgement(world.model, actor, patient, event);
  const request = { params: { id: event.id }, body: { done: 'talked' } };
  await ask(world, jarOf(world, actor), 'acknowledgeCrisisEvent', expected, request);
  if (expected === 200) Object.assign(event, { isOpen: false, by: actor });
};

const handOver: Step = async (world, { a, b, c, d }) => {
  const { model, clinicians } = world;
  const patient = numberOf(world.patients, b);
  const { events, clinician: treating } = model.patients[patient]!;
  if (events.length === 0) return;
  const event = nth(events, c);
  // Mostly the clinician who is responsible.
  const actor = a % 4 === 0 ? numberOf(clinicians, a) : (event.handed?.to ?? treating);
  const to = numberOf(clinicians, d);
  const expected = rules.answerToHandOver(model, actor, patient, event, to);
  const body = { done: 'handed_over', to: clinicians[to]!.id, note: 'Bitte anrufen' };
  await ask(world, jarOf(world, actor), 'acknowledgeCrisisEvent', expected, {
    params: { id: event.id },
    body,
  });
  if (expected === 200) event.handed = { to, by: actor, of: treating };
};

const assign: Step = async (world, { a, b, c }) => {
  const [actor, patient, to] = [
    actorOf(world, a),
    numberOf(world.patients, b),
    numberOf(world.clinicians, c),
  ];
  const state = world.model.patients[patient]!;
  const expected = rules.answerToAssignment(world.model, actor, patient, to);
  const body = {
    patient_id: world.patients[patient]!.id,
    clinician_from: world.clinicians[state.clinician]!.id,
    clinician_to: world.clinicians[to]!.id,
  };
  await ask(world, jarOf(world, actor), 'assignPatient', expected, { body });
  if (expected === 200) state.clinician = to;
};

const transfer: Step = async (world, { a, b }) => {
  const { model, clinicians, patients } = world;
  const [from, to] = [numberOf(clinicians, a), numberOf(clinicians, b)];
  const numbers = rules.patientsOf(model, from);
  if (numbers.length === 0) return;
  const expected = from === to || !model.enabled[to] ? 400 : 200;
  const body = {
    clinician_from: clinicians[from]!.id,
    clinician_to: clinicians[to]!.id,
    patient_ids: numbers.map((number) => patients[number]!.id),
  };
  await ask(world, world.admin, 'transferPatients', expected, { body });
  if (expected === 200) for (const number of numbers) model.patients[number]!.clinician = to;
};

const deputise: Step = async (world, { a, b, c, d }) => {
  const { model, clinicians, firstDay } = world;
  // Mostly the clinician of a patient, and mostly another clinician as deputy.
  const absent = a % 5 === 0 ? numberOf(clinicians, c) : nth(model.patients, a).clinician;
  const deputy = d % 11 === 0 ? absent : (absent + 1 + (c % 2)) % clinicians.length;
  const actor = b % 2 === 0 ? null : absent;
  // Most deputyships begin today; some begin in the past or later, and some are no days at all.
  const from = model.day + nth([0, 0, 0, 1, -1], d);
  const named = { deputy, from, until: from + (Math.floor(d / 5) % 9) - 1 };
  const expected = rules.answerToDeputy(model, actor, absent, named);
  const body = {
    revision: await presentRevision(world.services, clinicians[absent]!, 'accounts'),
    deputy_id: clinicians[deputy]!.id,
    from: addDays(firstDay, named.from),
    until: addDays(firstDay, named.until),
  };
  const params = { id: clinicians[absent]!.id };
  if (actor === null) await ask(world, world.admin, 'setDeputyOfClinician', expected, { params, body });
  else await ask(world, jarOf(world, actor), 'setDeputy', expected, { body });
  if (expected === 200) model.deputies.set(absent, named);
};

const dismissDeputy: Step = async (world, { a }) => {
  const absent = numberOf(world.clinicians, a);
  const clinician = world.clinicians[absent]!;
  const revision = await presentRevision(world.services, clinician, 'accounts');
  const request = { params: { id: clinician.id }, body: { revision, deputy_id: null } };
  await ask(world, world.admin, 'setDeputyOfClinician', 200, request);
  world.model.deputies.delete(absent);
};

const disable: Step = async (world, { a }) => {
  const { model, clinicians } = world;
  const target = numberOf(clinicians, a);
  const expected = rules.patientsOf(model, target).length > 0 ? 409 : 200;
  await ask(world, world.admin, 'disableClinician', expected, { params: { id: clinicians[target]!.id } });
  if (expected !== 200) return;
  model.enabled[target] = false;
  for (const [absent, { deputy }] of model.deputies) if (deputy === target) model.deputies.delete(absent);
  const events = model.patients.flatMap((patient) => patient.events);
  for (const event of events) if (event.isOpen && event.handed?.to === target) event.handed = null;
};

const enable: Step = async (world, { a }) => {
  const { model, clinicians, services } = world;
  const target = clinicians[numberOf(clinicians, a)]!;
  await ask(world, world.admin, 'enableClinician', 200, { params: { id: target.id } });
  model.enabled[numberOf(clinicians, a)] = true;
  world.jars[numberOf(clinicians, a)] = await signIn(services, target);
};

const erase: Step = async (world, { a }) => {
  const { model, patients, services, clinicId } = world;
  const { id, name: code } = patients[numberOf(patients, a)]!;
  const state = model.patients[numberOf(patients, a)]!;
  if (state.isErased) return;
  const by = { role: 'operator', requestId: randomUUID() };
  await withTenant(services.pool, clinicId, (db) =>
    erasePatient(db, services.keys, { clinicId, id, code }, by),
  );
  state.isErased = true;
};

const moveDay: Step = async (world, { a }) => {
  world.model.day += 1 + (a % 3);
  world.clock.days = world.model.day;
};

/** Every step by its name, and its weight. */
export const rightsSteps = {
  raise: [4, raise],
  acknowledge: [3, acknowledge],
  handOver: [4, handOver],
  assign: [2, assign],
  transfer: [1, transfer],
  deputise: [6, deputise],
  dismissDeputy: [1, dismissDeputy],
  disable: [2, disable],
  enable: [1, enable],
  erase: [1, erase],
  moveDay: [2, moveDay],
} as const satisfies Record<string, readonly [number, Step]>;

export type RightsStep = keyof typeof rightsSteps;
