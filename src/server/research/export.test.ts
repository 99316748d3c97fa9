import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { aClinic, aClinician, aPatient, inClinic, type TestUser } from '../../../test/builders.ts';
import {
  aFolder,
  aSurvey,
  csv,
  exported,
  exportScene,
  filesOf,
  studyScene,
  type Scene,
} from '../../../test/export-scene.ts';
import { manage, rowsOf } from '../../../test/operator.ts';
import { daysBetween } from '../../domain/day-count.ts';
import { parseInstrument } from '../../domain/instrument.ts';
import { withoutTenant } from '../database/transaction.ts';
import { registerVersion } from '../instruments/registry-queries.ts';

let scene: Scene;
let clinic: { id: string; name: string };
let anna: TestUser;
let study: Awaited<ReturnType<typeof studyScene>>;

const canaries = () => [
  'CANARYA1',
  'CANARYB1',
  'CANARYC1',
  '1987-03-09',
  'FAMILIE-7',
  'canary@',
  clinic.name,
  anna.id,
  'clinician',
];

before(async () => {
  study = await studyScene();
  ({ scene, clinic, anna } = study);
});

function texts(files: Map<string, string>) {
  return csv(files, 'answers.csv').filter(({ value }) => value?.includes('zweite Zeile'));
}

/** The number of persons in an export, and the dates on which their surveys began. */
async function counted(...options: string[]): Promise<[number, (string | undefined)[]]> {
  const files = await exported(scene, ...options);
  return [
    csv(files, 'persons.csv').length,
    csv(files, 'sessions.csv')
      .map((row) => row['started'])
      .sort(),
  ];
}

/** Every date of a person. */
function dates(files: Map<string, string>, studyId: string | undefined): string[] {
  return [
    ...csv(files, 'persons.csv')
      .filter((row) => row['study_id'] === studyId)
      .flatMap((row) => [row['admission']!, row['discharge']!]),
    ...csv(files, 'sessions.csv')
      .filter((row) => row['study_id'] === studyId)
      .flatMap((row) => [row['started']!, row['last_answer']!]),
    ...csv(files, 'windows.csv')
      .filter((row) => row['study_id'] === studyId)
      .flatMap((row) => [row['window_start']!, row['window_end']!]),
    ...csv(files, 'answers.csv')
      .filter((row) => row['study_id'] === studyId && /^\d{4}-\d\d-\d\d$/.test(row['value'] ?? ''))
      .map((row) => row['value']!),
  ];
}

describe('the data of an export', () => {
  test('no code, birth date, System-ID, address, clinic name or internal id is in any file', async () => {
    const files = await exported(scene);
    assert.equal(csv(files, 'persons.csv').length, 3);
    for (const [name, text] of files) {
      for (const canary of canaries()) assert.ok(!text.includes(canary), `${canary} in ${name}`);
      assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/, name);
    }
  });

  test('free text is exported only on request, and an e-mail address never', async () => {
    const without = await exported(scene);
    const withText = await exported(scene, '--free-text');
    assert.deepEqual(texts(without), []);
    assert.equal(texts(withText).length, 4);
    assert.equal(
      [...without.values()].some((text) => text.includes('zweite Zeile')),
      false,
    );
    assert.equal(
      [...withText.values()].some((text) => text.includes('answers.example')),
      false,
    );
  });

  test('the export command reports the numbers of rows that stand in the files', async () => {
    const folder = join(aFolder(), 'out');
    const [counts] = await rowsOf(scene, 'export', '--to', folder, '--clinic', clinic.name);
    const files = filesOf(folder);
    const rows = (name: string) => csv(files, `${name}.csv`).length;
    assert.deepEqual(
      [counts.patients, counts.sessions, counts.answers, counts.scores],
      [rows('persons'), rows('sessions'), rows('answers'), rows('scores')],
    );
  });

  test('patients with the same System-ID have the same pseudonym of it', async () => {
    const files = await exported(scene, '--clinic', clinic.name);
    const [one, two] = csv(files, 'persons.csv').map(({ systems }) => systems);
    assert.match(one ?? '', /^s-[0-9a-z]{16}$/);
    assert.equal(one, two);
  });

  test("a clinic's name is exported only on request, and an unselected clinic is left out", async () => {
    const files = await exported(scene, '--clinic', clinic.name, '--clinic-names');
    assert.deepEqual(new Set(csv(files, 'persons.csv').map((row) => row['clinic'])), new Set([clinic.name]));
  });

  test('the export holds the age in years instead of the birth date', async () => {
    const files = await exported(scene);
    assert.deepEqual(
      new Set(csv(files, 'persons.csv').map((row) => row['age_at_admission'])),
      new Set(['37']),
    );
    assert.deepEqual(
      csv(files, 'wide_post.csv').map(({ age }) => age),
      ['38'],
    );
  });
});

describe('the surveys of an export', () => {
  test('an export holds unfinished surveys without scores and marks detached sessions', async () => {
    const files = await exported(scene);
    const sessions = csv(files, 'sessions.csv');
    assert.equal(sessions.length, 3);
    const unfinished = sessions.find(({ finished }) => finished === '0')!;
    assert.ok(csv(files, 'answers.csv').some((row) => row['session_id'] === unfinished['session_id']));
    assert.ok(!csv(files, 'scores.csv').some((row) => row['session_id'] === unfinished['session_id']));
    const detached = sessions.filter((row) => row['in_window'] === '0');
    assert.deepEqual(
      detached.map((row) => [row['measurement'], row['ordinal'], row['window_start']]),
      [['POST', '', '']],
    );
  });

  test('a survey that begins at half past eleven at night in Berlin has the date in Berlin', async () => {
    const started = csv(await exported(scene), 'sessions.csv').map((row) => row['started']);
    assert.deepEqual(new Set(started), new Set(['2025-01-20', '2026-01-05', '2025-02-01']));
  });

  test('a period includes its first and last day, and only patients with a survey in it are exported', async () => {
    assert.deepEqual(await counted('--from', '2025-01-20', '--until', '2025-02-01'), [
      2,
      ['2025-01-20', '2025-02-01'],
    ]);
    assert.deepEqual(await counted('--from', '2025-01-21', '--until', '2025-01-31'), [0, []]);
    assert.deepEqual(await counted('--from', '2025-02-02'), [1, ['2026-01-05']]);
  });

  test('a patient who withdrew the study consent is left out of the export and counted', async () => {
    const own = await exportScene();
    const { id: clinicId } = await aClinic(own.services);
    const patients = [await aPatient(own.services, clinicId), await aPatient(own.services, clinicId)];
    await inClinic(own.services, clinicId, async (db) => {
      const consent = (patient: TestUser, given: string, withdrawn: string | null) =>
        db
          .insertInto('study_consents')
          .values({
            clinic_id: clinicId,
            patient_id: patient.id,
            version: '1',
            given_at: given,
            withdrawn_at: withdrawn,
          })
          .execute();
      await consent(patients[0]!, '2025-01-01T10:00:00Z', '2025-02-01T10:00:00Z');
      await consent(patients[1]!, '2025-01-01T10:00:00Z', '2025-02-01T10:00:00Z');
      // The patient consented again, and the newest row counts.
      await consent(patients[1]!, '2025-03-01T10:00:00Z', null);
    });
    const { out } = await manage(own, 'export', '--to', join(aFolder(), 'out'), '--json');
    const [counts] = JSON.parse(out);
    assert.deepEqual([counts.patients, counts.withdrawn, counts.without_consent], [1, 1, 0]);
    const files = await exported(own);
    assert.match(files.get('LIESMICH.md') ?? '', /Nicht enthalten: 1 Personen, die ihre Einwilligung/);
  });

  test('a patient who never gave a consent is left out of the export if the protocol asks for it', async () => {
    const { services, dataDir } = scene;
    const registry = {
      ...services.registry,
      protocol: { ...services.registry.protocol, consent: 'on' as const },
    };
    const asking = { dataDir, services: { ...services, registry } };
    const { out } = await manage(
      asking,
      'export',
      '--to',
      join(aFolder(), 'out'),
      '--clinic',
      clinic.name,
      '--json',
    );
    const [counts] = JSON.parse(out);
    assert.deepEqual([counts.patients, counts.sessions, counts.without_consent], [0, 0, 2]);
  });
});

test('answers to a replaced instrument are exported, and a changed question gets its own variable', async () => {
  const own = await exportScene();
  const { services } = own;
  const now = services.registry.instruments.get('wai')!;
  const file = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', '..', 'instruments', 'wai.json'), 'utf8'),
  );
  const old = { ...file, version: '0.9.0', dimensions: structuredClone(file.dimensions) };
  old.dimensions[0].items[0].content = 'Früher anders gefragt';
  const text = JSON.stringify(old);
  const parsed = parseInstrument(text);
  assert.ok(parsed.kind === 'instrument');
  await withoutTenant(services.pool, (db) =>
    registerVersion(db, 'instrument_versions', parsed.instrument, { hash: parsed.hash, text }),
  );
  const { id: clinicId } = await aClinic(services);
  const first = await aPatient(services, clinicId);
  const second = await aPatient(services, clinicId, { clinicianId: first.clinicianId });
  await aSurvey(services, first, { instruments: [parsed.instrument] });
  await aSurvey(services, second, { instruments: [now] });
  const files = await exported(own);
  const rows = csv(files, 'wide_pre.csv');
  const changedName = `wai_01_v${now.version.replaceAll('.', '_')}`;
  const changed = rows.map((row) => [
    row['version_wai'],
    row['wai_01'] !== '-98',
    row[changedName] !== '-98',
  ]);
  assert.deepEqual(
    new Map(changed.map(([version, ...filled]) => [version, filled])),
    new Map([
      ['0.9.0', [true, false]],
      [now.version, [false, true]],
    ]),
  );
  assert.ok(rows.every((row) => Number(row['wai_02']) > 0));
  const book = csv(files, 'codebook.csv').filter((row) => row['item'] === 'wai-01');
  assert.deepEqual(
    book.map((row) => [row['variable'], row['label'], row['instrument_version'], row['in_force']]),
    [
      ['wai_01', '[Demonstration, keine Messung] Früher anders gefragt', '0.9.0', 'abgelöst'],
      [
        changedName,
        `[Demonstration, keine Messung] ${now.dimensions[0]!.items[0]!.content}`,
        now.version,
        'in Kraft',
      ],
    ],
  );
});

const idsIn = (files: Map<string, string>) =>
  ['study_id', 'clinic', 'systems', 'session_id'].flatMap((name) =>
    ['persons.csv', 'sessions.csv'].flatMap((file) =>
      csv(files, file)
        .map((row) => row[name] ?? '')
        .filter((id) => id !== ''),
    ),
  );
const startsOf = (files: Map<string, string>) => csv(files, 'sessions.csv').map((row) => row['started']);

describe('shifted dates', () => {
  test('exports of two projects, and a shifted and an unshifted one, have no id in common; the shifts differ', async () => {
    const shifted = await exported(scene, '--shift-dates', '--project', 'Studie A');
    const others = [
      await exported(scene, '--shift-dates', '--project', 'Studie B'),
      await exported(scene, '--project', 'Studie A'),
      await exported(scene),
    ];
    const own = new Set(idsIn(shifted));
    assert.ok(own.size >= 8);
    for (const other of others) {
      assert.deepEqual(
        idsIn(other).filter((id) => own.has(id)),
        [],
      );
      assert.notDeepEqual(startsOf(other), startsOf(shifted));
    }
  });

  test('a person has the same id and the same days in every export of a project', async () => {
    const [one, again] = [
      await exported(scene, '--shift-dates', '--project', 'Studie A'),
      await exported(scene, '--shift-dates', '--project', ' studie a '),
    ];
    assert.ok(idsIn(one).length > 0);
    assert.deepEqual([idsIn(again), startsOf(again)], [idsIn(one), startsOf(one)]);
  });

  test('dates are shifted neither without a project nor for a period under two years', async () => {
    const refused = [
      ['--shift-dates'],
      ['--shift-dates', '--project', ' '],
      ['--shift-dates', '--project', 'A', '--from', '2025-01-01', '--until', '2026-12-30'],
      ['--shift-dates', '--project', 'A', '--from', scene.services.today()],
    ];
    for (const options of refused) {
      const { code, notes } = await manage(scene, 'export', '--to', join(aFolder(), 'out'), ...options);
      assert.equal(code, 2, options.join(' '));
      assert.match(notes, /--project|two years/);
    }
  });

  test('no file that explains a shifted export names its true period', async () => {
    const period = ['--from', '2024-02-03', '--until', '2026-02-04'];
    const files = await exported(scene, '--shift-dates', '--project', 'A', ...period);
    assert.ok(csv(files, 'sessions.csv').length > 0);
    for (const name of ['LIESMICH.md', 'manifest.json', 'datapackage.json', 'codebook.html'])
      assert.doesNotMatch(files.get(name) ?? '', /2024-02-03|2026-02-04/, name);
    assert.match((await exported(scene, ...period)).get('LIESMICH.md') ?? '', /ab 2024-02-03 bis 2026-02-04/);
  });

  test('all dates of one person shift by the same number of days, at most half a year', async () => {
    const plain = await exported(scene);
    const shifted = await exported(scene, '--shift-dates', '--project', 'A');
    // The ids differ, the order of the rows does not.
    const moved = csv(shifted, 'persons.csv');
    const shifts = csv(plain, 'persons.csv').map((row, index) => {
      const before = dates(plain, row['study_id']);
      const after = dates(shifted, moved[index]?.['study_id']);
      assert.equal(after.length, before.length);
      const days = new Set(after.map((date, at) => daysBetween(before[at]!, date)));
      assert.equal(days.size, 1);
      return [...days][0]!;
    });
    assert.ok(shifts.every((days) => Math.abs(days) <= 182));
    assert.ok(new Set(shifts).size > 1);
    for (const name of ['age', 'days_since_admission'])
      assert.deepEqual(
        csv(shifted, 'sessions.csv').map((row) => row[name]),
        csv(plain, 'sessions.csv').map((row) => row[name]),
      );
  });
});

// The last test, because its clinic would be in the exports of all clinics.
test('clusters of clinicians are exported on request only, and only for a clinic with ten of them', async () => {
  const { services } = scene;
  const large = await aClinic(services);
  const made = [];
  for (let i = 0; i < 10; i++) made.push(await aClinician(services, large.id));
  for (const { id: clinicianId } of [...made, made[0]!]) await aPatient(services, large.id, { clinicianId });
  const clustersOf = async (...options: string[]) =>
    csv(await exported(scene, ...options), 'persons.csv').map((row) => row['treatment_cluster']);
  const clusters = await clustersOf('--clinic', large.name, '--clinician-clusters');
  assert.equal(clusters.length, 11);
  assert.equal(new Set(clusters).size, 10);
  for (const cluster of clusters) assert.match(cluster!, /^t-[0-9a-z]{16}$/);
  assert.deepEqual(new Set(await clustersOf('--clinic', large.name)), new Set(['']));
  assert.deepEqual(
    new Set(await clustersOf('--clinic', clinic.name, '--clinician-clusters')),
    new Set(['']),
    'the other clinic has fewer',
  );
});
