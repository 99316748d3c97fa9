import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { aPatient, inClinic, signIn, type TestUser } from '../../../../test/builders.ts';
import { madeFile, type MadeParts } from '../../../../test/made-instruments.ts';
import { getPage } from '../../../../test/survey-calls.ts';
import { publishInstrument } from '../../../server/instruments/clinic-content.ts';
import type { ProtocolWindows } from '../contract/routes.ts';
import {
  aDecidedDraft,
  done,
  refusal,
  refused,
  staffOf,
  serverWithoutWorkshop,
  type Cookies,
  type Scene,
  type Staff,
  workshopServer,
} from '../test/scene.ts';

let services: Scene['services'];
let app: Scene['app'];
before(async () => {
  ({ services, app } = await workshopServer());
});

const sum = (...items: string[]): Omit<MadeParts, 'id'> => ({
  items: Object.fromEntries(items.map((item) => [item, [0, 3] as const])),
  scales: [{ key: 'own', method: 'sum', items }],
});

const publish = ({ clinicId }: Staff, content: object) =>
  inClinic(services, clinicId, (db) =>
    publishInstrument(db, clinicId, { content, licence: { kind: 'free' }, signatures: [] }),
  );

type Shown = { revision: string; own: boolean; windows: (ProtocolWindows[number] & { minutes: number })[] };
const shown = (as: Cookies): Promise<Shown & { available: { id: string; minutes: number }[] }> =>
  done(app, 'getProtocol', as);

/** The windows of the protocol, with other questionnaires in some of them. */
const windowsWith = ({ windows }: Shown, changed: Partial<Record<string, string[]>>) =>
  windows.map(({ type, instruments }) => ({ type, instruments: changed[type] ?? instruments }));

const firstItem = async (patient: TestUser) =>
  (await getPage(app, await signIn(services, patient))).items[0]?.id;

test('a clinic that has set nothing sees the windows of the operator’s file, with their minutes', async () => {
  const { as } = await staffOf(services);
  const { protocol } = services.registry;
  const { revision, own, windows, available } = await shown(as.admin);
  assert.deepEqual([revision, own], ['0', false]);
  assert.deepEqual(
    windows.map(({ type, instruments }) => ({ type, instruments })),
    protocol.windows.map(({ type, instruments }) => ({ type, instruments })),
  );
  assert.ok(windows.every(({ minutes }) => minutes > 5));
  assert.ok(available.some(({ id, minutes }) => id === 'dep' && minutes > 0));
  const { instruments } = await done(app, 'listInstruments', as.admin);
  const listed = new Map(instruments.map((one: { id: string; minutes: number }) => [one.id, one.minutes]));
  assert.deepEqual(
    available.map(({ id }) => [id, listed.get(id)]),
    available.map(({ id, minutes }) => [id, minutes]),
    'the list says the same minutes',
  );
});

test('an own questionnaire is asked by new surveys at once, and a survey that was begun goes on as it was', async () => {
  const staff = await staffOf(services);
  const other = await staffOf(services);
  const [begun, waiting] = [
    await aPatient(services, staff.clinicId),
    await aPatient(services, staff.clinicId),
  ];
  const before = await firstItem(begun);
  await publish(staff, madeFile({ id: 'own', ...sum('own-1', 'own-2') }));
  const protocol = await shown(staff.as.admin);
  assert.ok(protocol.available.some(({ id }) => id === 'own'));
  const windows = windowsWith(protocol, { PRE: ['own', 'dep'] });
  const { revision } = await done(app, 'setProtocol', staff.as.admin, { body: { revision: '0', windows } });
  const after = await shown(staff.as.admin);
  assert.deepEqual([after.revision, after.own, revision], ['1', true, '1']);
  assert.deepEqual(windowsWith(after, {}), windows);
  assert.ok(after.windows[0]!.minutes < protocol.windows[0]!.minutes);
  assert.equal(await firstItem(waiting), 'own-1');
  assert.equal(await firstItem(begun), before);
  assert.notEqual(before, 'own-1');
  assert.equal((await shown(other.as.admin)).own, false, 'another clinic keeps the file');
  const trail = await inClinic(services, staff.clinicId, (db) =>
    db.selectFrom('audit').select(['object_id', 'actor_id']).where('action', '=', 'protocol_set').execute(),
  );
  assert.deepEqual(trail, [{ object_id: '1', actor_id: staff.admin.id }]);
});

test('a protocol made from an older one is refused, and the newer one stays', async () => {
  const { as } = await staffOf(services);
  const first = await shown(as.admin);
  const [dep, anx] = ['dep', 'anx'].map((id) => {
    return { body: { revision: first.revision, windows: windowsWith(first, { PRE: [id] }) } };
  });
  await done(app, 'setProtocol', as.admin, dep);
  const late = await refused(app, 'setProtocol', as.admin, anx);
  assert.deepEqual([late.status, late.problem.code, late.problem.revision], [409, 'changed_meanwhile', '1']);
  assert.deepEqual((await shown(as.admin)).windows[0]?.instruments, ['dep']);
});

test('every reason against a protocol is said at once and in words, and nothing is stored', async () => {
  const staff = await staffOf(services);
  const { admin } = staff.as;
  await publish(staff, madeFile({ id: 'one', ...sum('same', 'one-2') }));
  await publish(staff, madeFile({ id: 'two', ...sum('same', 'two-2') }));
  const condition = { any: [{ item: 'same', at_least: 1 }] };
  await publish(staff, { ...madeFile({ id: 'after', ...sum('after-1') }), show_if: condition });
  const section = { key: 'own', title: 'Eigenes', patient_title: 'Eigenes', kind: 'symptom' };
  await publish(staff, { ...madeFile({ id: 'here', ...sum('here-1') }), section });
  const there = { ...section, title: 'Anderes' };
  await publish(staff, { ...madeFile({ id: 'there', ...sum('there-1') }), section: there });
  const protocol = await shown(admin);
  const reasons = async (windows: ProtocolWindows) => {
    for (const name of ['setProtocol', 'tryProtocol'] as const) {
      const body = { revision: '0', windows };
      const { status, problem } = await refused(app, name, admin, { body });
      assert.deepEqual([status, problem.code], [422, 'protocol_invalid']);
      for (const { path, message } of problem.errors ?? [])
        assert.match(`${path}: ${message}`, /^\p{Lu}.*: .+\.$/u);
      if (name === 'tryProtocol') return problem.errors?.map(({ path, code }) => `${path}: ${code}`);
    }
    return [];
  };
  const draft = await aDecidedDraft(app, admin);
  const changed = windowsWith(protocol, {
    PRE: ['dep', 'dep', String(draft.instrument['id'])],
    INTERMEDIATE: [],
  });
  const [post] = changed.splice(2, 1);
  assert.deepEqual(await reasons([...changed, changed.at(-1)!]), [
    'Therapieende: missing',
    'Nachsorge 24 Monate: twice',
    'Erstgespräch: no_instrument',
    'Erstgespräch: listed_twice',
    'Verlauf: empty',
  ]);
  assert.equal(post?.type, 'POST');
  assert.deepEqual(
    await reasons(
      windowsWith(protocol, { PRE: ['two', 'one'], POST: ['after', 'one', 'here'], INTERMEDIATE: ['there'] }),
    ),
    ['Erstgespräch: shared_items', 'Therapieende: condition', 'Alle Messzeitpunkte: section'],
  );
  assert.deepEqual(await reasons(windowsWith(protocol, { PRE: ['dep', 'exis'] })), [
    'Erstgespräch: condition',
  ]);
  const fits = windowsWith(protocol, { PRE: ['one'], POST: ['one', 'after', 'here'] });
  assert.deepEqual([(await shown(admin)).revision, (await shown(admin)).own], ['0', false]);
  await done(app, 'setProtocol', admin, { body: { revision: '0', windows: fits } });
});

test('a dry run counts the patients and windows that would be asked something else, and stores nothing', async () => {
  const { clinicId, as } = await staffOf(services);
  const [begun] = [await aPatient(services, clinicId), await aPatient(services, clinicId)];
  await firstItem(begun);
  const protocol = await shown(as.admin);
  const run = (changed: Partial<Record<string, string[]>>) =>
    done(app, 'tryProtocol', as.admin, { body: { windows: windowsWith(protocol, changed) } });
  const same = await run({});
  assert.deepEqual([same.patients, same.windows_changed], [0, 0]);
  assert.deepEqual(
    same.minutes,
    protocol.windows.map(({ type, minutes }) => ({ type, minutes })),
  );
  // The first survey of one of both is begun.
  const first = await run({ PRE: ['dep'] });
  assert.deepEqual([first.patients, first.windows_changed], [1, 1]);
  assert.ok(first.minutes[0].minutes < protocol.windows[0]!.minutes);
  const last = await run({ PRE: ['dep'], FOLLOW_UP_3: ['dep'] });
  assert.deepEqual([last.patients, last.windows_changed], [2, 3]);
  assert.equal((await shown(as.admin)).own, false);
});

test('only an admin may look at the protocol or set it, and none where the workshop is off', async () => {
  const { as } = await staffOf(services);
  const windows = windowsWith(await shown(as.admin), { PRE: ['dep'] });
  const off = await serverWithoutWorkshop(services);
  for (const name of ['getProtocol', 'setProtocol', 'tryProtocol'] as const) {
    const given = name === 'getProtocol' ? {} : { body: { revision: '0', windows } };
    assert.equal(await refusal(app, name, as.clinician, given), '403 forbidden', name);
    assert.equal(await refusal(off, name, as.admin, given), '404 not_found', name);
  }
});
