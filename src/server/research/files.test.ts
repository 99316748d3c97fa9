import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { aClinic, aPatient } from '../../../test/builders.ts';
import {
  aFolder,
  aSurvey,
  csv,
  encodingOf,
  exported,
  exportScene,
  filesOf,
  studyScene,
  type Scene,
} from '../../../test/export-scene.ts';
import { manage } from '../../../test/operator.ts';

let scene: Scene;
let study: Awaited<ReturnType<typeof studyScene>>;

before(async () => {
  study = await studyScene();
  ({ scene } = study);
});

describe('the files of an export', () => {
  test('an export of the same database gives the same bytes, even after a rotation of the keys', async () => {
    const own = await exportScene();
    const { id: clinicId } = await aClinic(own.services);
    const patient = await aPatient(own.services, clinicId);
    const wai = own.services.registry.instruments.get('wai')!;
    await aSurvey(own.services, patient, { instruments: [wai] });
    const first = await exported(own);
    assert.deepEqual(await exported(own), first);
    assert.equal((await manage(own, 'keys', 'rotate')).code, 0);
    assert.deepEqual(await exported(own), first);
  });

  test('the codebook of an export names each column, each row has all columns, and the manifest lists every file', async () => {
    const files = await exported(scene, '--free-text');
    const book = csv(files, 'codebook.csv');
    const tables = [...files.keys()].filter((name) => name.endsWith('.csv') && name !== 'codebook.csv');
    assert.ok(tables.includes('wide_pre.csv'));
    for (const file of tables) {
      const heads = (files.get(file) ?? '').split('\r\n')[0]!.split(',');
      assert.equal(new Set(heads).size, heads.length, file);
      assert.deepEqual(
        book.filter((row) => row['file'] === file).map((row) => row['variable']),
        heads,
      );
      for (const script of ['read.R', 'read.sps'])
        for (const head of heads) assert.ok(files.get(script)?.includes(` ${head} `), `${head} in ${script}`);
    }
    const manifest: { files: { file: string; rows?: number; sha256: string }[] } = JSON.parse(
      files.get('manifest.json')!,
    );
    const listed = manifest.files.map(({ file }) => file);
    assert.deepEqual(new Set([...listed, 'manifest.json']), new Set(files.keys()));
    for (const { file, rows, sha256 } of manifest.files) {
      assert.equal(
        createHash('sha256').update(files.get(file)!, encodingOf(file)).digest('hex'),
        sha256,
        file,
      );
      if (rows !== undefined && file.endsWith('.csv')) assert.equal(csv(files, file).length, rows, file);
    }
  });

  test('an exported text cannot run as a formula or break its line, and a number stays a number', async () => {
    const files = await exported(scene, '--free-text');
    const answers = csv(files, 'answers.csv');
    const texts = answers.filter(({ value }) => value?.includes('zweite Zeile')).map(({ value }) => value);
    assert.deepEqual(new Set(texts), new Set(['\'=SUM(A1)\u2424zweite Zeile; "Zitat", Müller']));
    const text = files.get('answers.csv')!;
    assert.equal(text.split('\r\n').length - 2, answers.length);
    assert.doesNotMatch(text.replaceAll('\r\n', ''), /[\r\n]/);
    const wide = csv(files, 'wide_pre.csv').find(({ finished }) => finished === '1');
    assert.ok(Object.values(wide!).includes('3.5'));
  });

  test('each exported answer has its own moment on the page, and each survey the median between two of them', async () => {
    const files = await exported(scene);
    const [session] = csv(files, 'sessions.csv').filter(({ finished }) => finished === '1');
    const answers = csv(files, 'answers.csv').filter((one) => one['session_id'] === session!['session_id']);
    const moments = answers.map((one) => Number(one['answered_after']));
    assert.ok(moments.length > 10 && moments.every((moment, index) => moment > (moments[index - 1] ?? 0)));
    assert.equal(session!['median_seconds'], '2');
    const described = csv(files, 'codebook.csv').map(({ variable }) => variable);
    for (const name of ['answered_after', 'median_seconds']) assert.ok(described.includes(name), name);
  });

  test('an exported checkbox has one column per option, and the answers have labels beside the values', async () => {
    const files = await exported(scene);
    const box = study
      .theInstrument('item-types')
      .dimensions[0]!.items.find(({ type }) => type === 'QUESTION_CHECKBOX')!;
    const row = csv(files, 'wide_pre.csv').find((one) => one['finished'] === '1')!;
    const columns = csv(files, 'codebook.csv').filter((one) => one['item'] === box.id);
    assert.deepEqual(
      columns.map((one) => row[one['variable']!]),
      box.options.map((_, index) => (index < 2 ? '1' : '0')),
    );
    const answer = csv(files, 'answers.csv').find((one) => one['item'] === box.id)!;
    assert.equal(
      answer['label'],
      box.options
        .slice(0, 2)
        .map(({ label }) => label)
        .join('|'),
    );
  });
});

describe('refused exports', () => {
  test('an export with wrong arguments is refused and writes nothing', async () => {
    for (const words of [
      [],
      ['--to', aFolder(), '--format', 'xml'],
      ['--to', aFolder(), '--from', '2025-13-01'],
      ['--to', aFolder(), '--from', '2025-02-01', '--until', '2025-01-01'],
      ['--to', aFolder(), 'surplus'],
    ]) {
      const { code, notes } = await manage(scene, 'export', ...words);
      assert.equal(code, 2, notes);
    }
    const folder = aFolder();
    const { code, notes } = await manage(scene, 'export', '--to', folder, '--clinic', 'Nirgendwo');
    assert.deepEqual([code, filesOf(folder).size], [1, 0]);
    assert.match(notes, /there is no clinic "Nirgendwo"/);
  });

  test('an export into a folder that is not empty is refused, and so is --resume without an interrupted export', async () => {
    const folder = join(aFolder(), 'out');
    assert.equal((await manage(scene, 'export', '--to', folder)).code, 0);
    const again = await manage(scene, 'export', '--to', folder);
    assert.deepEqual([again.code, /is not empty/.test(again.notes)], [1, true]);
    const resumed = await manage(scene, 'export', '--to', folder, '--resume');
    assert.deepEqual([resumed.code, /there is no export/.test(resumed.notes)], [1, true]);
  });

  test('an export with another key file is refused, because every person would get a new study id', async () => {
    await exported(scene);
    const { code, notes } = await manage(
      { ...scene, dataDir: (await exportScene()).dataDir },
      'export',
      '--to',
      join(aFolder(), 'out'),
    );
    assert.equal(code, 1);
    assert.match(notes, /exported before with another key/);
  });
});

test('an export leaves an audit row in every clinic that it contains', async () => {
  const before = await manage(
    scene,
    'audit',
    'show',
    '--clinic',
    study.other.name,
    '--action',
    'research_exported',
    '--json',
  );
  await exported(scene);
  const after = await manage(
    scene,
    'audit',
    'show',
    '--clinic',
    study.other.name,
    '--action',
    'research_exported',
    '--json',
  );
  assert.equal(JSON.parse(after.out).length, JSON.parse(before.out).length + 1);
});
