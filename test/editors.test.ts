// Random interleavings of three windows over one patient: open, change, save. A small model says what each save must answer.
// `npm run proof -- editors` makes many others.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../src/server/app.ts';
import type { Services } from '../src/server/services.ts';
import { amount, seed } from './amount.ts';
import { aClinic, aClinician, anAdmin, aPatient, signIn, type TestUser } from './builders.ts';
import { call } from './call.ts';
import { dice, type Dice } from './fuzz-dice.ts';
import { testServices } from './services.ts';

const WALKS = amount({ usual: 30, all: 300 });
const HOUR_MS = 3_600_000;

const chances = {
  code: ['EDIT1', 'EDIT2', 'EDIT3'],
  date_of_birth: ['1990-01-01', '1991-02-02', '1992-03-03'],
  gender: ['FEMALE', 'MALE', 'DIVERSE'],
  diagnoses: [['F32.1'], ['F41.1'], ['F41.1', 'F32.1']].map((ids) => ids.map((id) => ({ id }))),
  admission: ['2026-01-10', '2026-01-20', '2026-02-01'],
  discharge: ['2026-12-10', '2027-01-10', null],
  labels: [
    [],
    [{ key: 'CLUSTER', value: 'S-1' }],
    [{ key: 'THERAPY_END_REASON', value: 'REGULAR_ENDING' }],
    [
      { key: 'CLUSTER', value: 'S-1' },
      { key: 'THERAPY_END_SESSION_COUNT', value: '24' },
    ],
  ],
} as const;

type Field = keyof typeof chances;
type Values = Record<Field, unknown>;
const fields = Object.keys(chances) as Field[];
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What the patient holds by the model, and who changed each field last, at which count of saves and when. */
type Model = {
  stored: Values;
  changed: Map<Field, { count: number; by: string; at: number }>;
  count: number;
};

/** A window: what it was shown, up to which count of saves, and what was typed in it. */
type Form = { revision: string; seen: Values; count: number; typed: Partial<Values> };
type Editor = {
  who: TestUser;
  name: string;
  as: Record<string, string>;
  list: 'listClinicPatients' | 'listOwnPatients';
  form: Form | null;
};

let now = Date.now();
let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices({ now: () => now });
  app = await buildApp(services);
});

async function aScene() {
  const clinic = await aClinic(services);
  const [admin, clinician] = [await anAdmin(services, clinic.id), await aClinician(services, clinic.id)];
  const { id } = await aPatient(services, clinic.id, { clinicianId: clinician.id, code: 'EDIT1' });
  const editor = async (who: typeof admin): Promise<Editor> => ({
    who,
    name: who.name,
    as: await signIn(services, who),
    list: who === admin ? 'listClinicPatients' : 'listOwnPatients',
    form: null,
  });
  // Two windows of the one admin, and the clinician.
  return { id, editors: [await editor(admin), await editor(admin), await editor(clinician)] };
}

function valuesOf(row: Record<string, unknown>): Values {
  const diagnoses = (row['diagnoses'] as { id: string }[]).map(({ id }) => ({ id }));
  return Object.fromEntries(
    fields.map((field) => [field, field === 'diagnoses' ? diagnoses : row[field]]),
  ) as Values;
}

async function read({ list, as }: Editor): Promise<{ revision: string; values: Values }> {
  const [row] = (await call(app, list, { as })).body.list_patient_dto;
  return { revision: row.revision, values: valuesOf(row) };
}

async function open(model: Model, editor: Editor): Promise<void> {
  const { revision, values } = await read(editor);
  assert.deepEqual(values, model.stored, 'the list shows what the last accepted save has stored');
  editor.form = { revision, seen: values, count: model.count, typed: {} };
}

function type(form: Form, { pick }: Dice): void {
  const field = pick(fields);
  form.typed[field] = pick(chances[field] as readonly unknown[]);
}

/** The fields that are refused by the model, for a save of this window that names its revision or not. */
function conflictsOf(model: Model, { name, form }: Editor & { form: Form }, isOld: boolean): Field[] {
  const whole = { ...form.seen, ...form.typed };
  return fields.filter((field) => {
    const last = model.changed.get(field);
    if (!last) return false;
    if (!isOld) return last.count > form.count;
    return !isSame(whole[field], model.stored[field]) && last.by !== name && last.at > now - HOUR_MS;
  });
}

async function save(model: Model, editor: Editor, id: string, die: Dice): Promise<void> {
  const form = editor.form;
  if (!form) return;
  const isOld = die.percent(15);
  const body = isOld ? { ...form.seen, ...form.typed } : { revision: form.revision, ...form.typed };
  const due = conflictsOf(model, { ...editor, form }, isOld);
  const { status, problem } = await call(app, 'editPatient', { as: editor.as, params: { id }, body });
  if (due.length > 0) {
    assert.deepEqual([status, problem.code], [409, 'changed_meanwhile']);
    assert.deepEqual(
      problem.conflicts?.map(({ field }) => field),
      due,
    );
    for (const { field, theirs, by, at } of problem.conflicts ?? []) {
      const last = model.changed.get(field as Field);
      assert.deepEqual([by, at], [last?.by, new Date(last?.at ?? 0).toISOString()]);
      assert.deepEqual(
        valuesOf({ ...model.stored, [field]: theirs })[field as Field],
        model.stored[field as Field],
      );
    }
    takeOver(model, form, due, String(problem.revision), isOld, die);
    return;
  }
  assert.equal(status, 200);
  const written = isOld ? { ...form.seen, ...form.typed } : form.typed;
  const overwritten = fields.filter(
    (field) => field in written && !isSame(written[field], model.stored[field]),
  );
  for (const field of overwritten) {
    const last = model.changed.get(field);
    const isKnown = isSame(form.seen[field], model.stored[field]);
    const isOwnOrOld = isOld && (last?.by === editor.name || (last?.at ?? 0) <= now - HOUR_MS);
    assert.ok(isKnown || isOwnOrOld, `${field} was overwritten by a window that had never shown its value`);
  }
  store(model, editor, written, overwritten);
}

/** The window shows the other values; where both typed, the person decides. */
function takeOver(model: Model, form: Form, due: Field[], revision: string, isOld: boolean, die: Dice): void {
  for (const field of due) {
    form.seen[field] = model.stored[field];
    if (die.percent(50)) delete form.typed[field];
  }
  // A caller that knows no revision learns of these fields only.
  if (!isOld) Object.assign(form, { revision, count: model.count });
}

function store(model: Model, editor: Editor, written: Partial<Values>, changed: Field[]): void {
  if (changed.length > 0) model.count += 1;
  for (const field of changed) {
    model.stored[field] = written[field];
    model.changed.set(field, { count: model.count, by: editor.name, at: now });
  }
  editor.form = null;
}

test('no window over a patient ever overwrites a value that it has not shown, in any order of open, change and save', async (t) => {
  const { id, editors } = await aScene();
  const [first] = editors;
  assert.ok(first);
  const model: Model = { stored: (await read(first)).values, changed: new Map(), count: 0 };
  let refused = 0;
  for (let walk = 0; walk < WALKS; walk += 1) {
    const die = dice(`${seed} ${walk}`);
    for (const editor of editors) {
      editor.form = null;
      // A long run outlives a login.
      if (walk % 50 === 49) editor.as = await signIn(services, editor.who);
    }
    for (let step = 0; step < 8; step += 1) {
      now += die.percent(10) ? HOUR_MS + 1 : 60_000;
      const editor = die.pick(editors);
      try {
        if (!editor.form) await open(model, editor);
        else if (die.percent(50)) type(editor.form, die);
        else {
          await save(model, editor, id, die);
          if (editor.form) refused += 1;
        }
      } catch (error) {
        throw new Error(`SEED=${seed}, interleaving ${walk}, step ${step}`, { cause: error });
      }
    }
  }
  t.diagnostic(`${WALKS} interleavings, ${model.count} saves, ${refused} refusals`);
  assert.ok(model.count > WALKS / 4 && refused > WALKS / 30, `${model.count} saves and ${refused} refusals`);
});
