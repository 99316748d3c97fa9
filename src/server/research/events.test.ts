import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { aClinic, aClinician, aPatient, inClinic, type TestUser } from '../../../test/builders.ts';
import { aCrisisEvent } from '../../../test/crisis-rows.ts';
import { aSurvey, csv, exported, exportScene, type Scene } from '../../../test/export-scene.ts';
import { daysBetween } from '../../domain/day-count.ts';
import { sealAnswer } from '../keys/answer-cells.ts';

const FILE = 'crisis_events.csv';
const NOTE = 'Notiz mit Namen';

let scene: Scene;
let clinic: { id: string; name: string };
let anna: TestUser;
let bert: TestUser;
let session: string;

before(async () => {
  scene = await exportScene();
  const { services } = scene;
  clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  anna = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  bert = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  const instruments = [services.registry.instruments.get('dep')!];
  session = await aSurvey(services, anna, { instruments, at: '2025-01-20T22:30:00Z' });
  const other = await aSurvey(services, bert, { instruments, at: '2025-01-21T08:00:00Z' });
  const acknowledged = { by: clinician, note: NOTE, at: '2025-01-21T10:00:00Z' };
  await aCrisisEvent(services, anna, session, { at: '2025-01-20T23:30:00Z', acknowledged });
  await aCrisisEvent(services, bert, other, { level: 'notice', at: '2025-01-21T08:00:00Z' });
});

test('an export has a row for each answer that showed danger: level, days and hours, without note and staff', async () => {
  const files = await exported(scene);
  const rows = csv(files, FILE).sort((one, two) => (one['level']! > two['level']! ? -1 : 1));
  const [first, second] = rows;
  assert.equal(rows.length, 2);
  assert.equal(
    first?.['study_id'],
    csv(files, 'sessions.csv').find(({ session_id }) => session_id === first?.['session_id'])?.['study_id'],
  );
  const shown = (row = first) =>
    ['measurement', 'instrument', 'item', 'level', 'raised', 'acknowledged', 'hours_to_acknowledgement'].map(
      (name) => row?.[name],
    );
  // Half past midnight in Berlin
  assert.deepEqual(shown(), ['PRE', 'dep', 'dep-31', 'urgent', '2025-01-21', '2025-01-21', '10.5']);
  assert.deepEqual(shown(second), ['PRE', 'dep', 'dep-31', 'notice', '2025-01-21', '', '']);
  const answer = csv(files, 'answers.csv').find(({ item }) => item === 'dep-31');
  assert.equal(first?.['variable'], answer?.['variable']);
  for (const [name, text] of files) assert.ok(!text.includes(NOTE), name);
  assert.ok(!files.get(FILE)?.includes('oft'), 'the answer stands in answers.csv alone');
});

test('the codebook, the R script and the SPSS syntax know the file of events', async () => {
  const files = await exported(scene);
  const level = csv(files, 'codebook.csv').find(
    ({ file, variable }) => file === FILE && variable === 'level',
  );
  assert.equal(level?.['values'], 'notice = Hinweis | urgent = dringend');
  assert.match(files.get('read.R') ?? '', /crisis_events <- read_table\(\n {2}"crisis_events\.csv"/);
  assert.match(files.get('read.sps') ?? '', /crisis_events\.csv/);
  assert.match(
    files.get('LIESMICH.md') ?? '',
    /`crisis_events\.csv`: Antworten, die auf eine Gefahr hindeuten/,
  );
});

/** The day on which the survey of a person began. */
function startOf(files: ReadonlyMap<string, string>, studyId: string | undefined): string {
  return csv(files, 'sessions.csv').find((row) => row['study_id'] === studyId)?.['started'] ?? '';
}

test('the days of events shift with all other days of the person', async () => {
  const [plain, shifted] = [await exported(scene), await exported(scene, '--shift-dates', '--project', 'A')];
  // The ids differ, the order of the rows does not.
  const shiftedRows = csv(shifted, FILE);
  assert.equal(shiftedRows.length, csv(plain, FILE).length);
  for (const [index, row] of shiftedRows.entries()) {
    const id = row['study_id'];
    const real = csv(plain, FILE)[index];
    const days = daysBetween(startOf(plain, real?.['study_id']), startOf(shifted, id));
    assert.equal(daysBetween(real?.['raised'] ?? '', row['raised'] ?? ''), days);
  }
});

test('the page of help is no answer of an export', async () => {
  const row = { clinic_id: clinic.id, session_id: session };
  const key = { clinicId: clinic.id, sessionId: session };
  await inClinic(scene.services, clinic.id, async (db) => {
    await db
      .insertInto('survey_pages')
      .values({ ...row, number: 1, answered_at: '2025-01-20T23:31:00Z' })
      .execute();
    const help = { item_id: 'crisis-help', page_number: 1, position: 0, item_type: 'INFO' };
    await db
      .insertInto('answers')
      .values({
        ...row,
        ...help,
        encrypted: sealAnswer(
          scene.services.keys,
          key,
          { id: 'crisis-help', type: 'INFO' },
          { value: '', label: '' },
        ),
      })
      .execute();
  });
  for (const [name, text] of await exported(scene)) assert.ok(!text.includes('crisis-help'), name);
});

test('a patient who withdrew the study consent has no event in an export', async () => {
  await inClinic(scene.services, clinic.id, (db) =>
    db
      .insertInto('study_consents')
      .values({
        clinic_id: clinic.id,
        patient_id: bert.id,
        version: 'v',
        given_at: '2025-01-01T10:00:00Z',
        withdrawn_at: '2025-02-01T10:00:00Z',
      })
      .execute(),
  );
  const rows = csv(await exported(scene), FILE);
  assert.deepEqual(
    rows.map(({ level }) => level),
    ['urgent'],
  );
});
