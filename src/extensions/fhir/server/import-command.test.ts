import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand } from '../../../server/operator/run-command.ts';
import { parseInstrument } from '../../../domain/instrument.ts';
import { fhir } from '../index.ts';
import { fixtures } from '../test/samples.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-import-'));
after(() => rmSync(dataDir, { recursive: true }));

async function manage(...words: string[]) {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await runCommand(words, {
    dataDir,
    services: () => Promise.reject(new Error('no database is needed')),
    databaseUrl: () => Promise.reject(new Error('no database is needed')),
    extensions: [fhir],
    note: (line) => notes.push(line),
    write: (text) => out.push(text),
  });
  return { code, out: out.join(''), notes: notes.join('\n') };
}

test('a Questionnaire with its ValueSets and a sidecar becomes an instrument file', async () => {
  const files = [
    'Questionnaire-recovery',
    'ValueSet-frequency',
    'ValueSet-limitation',
    'recovery.sidecar',
  ].map((name) => join(fixtures, `${name}.json`));
  const { code, out } = await manage('instruments', 'import', ...files);
  assert.equal(code, 0);
  assert.equal(parseInstrument(out).kind, 'instrument');
  const without = await manage('instruments', 'import', files[0]!, files[3]!);
  assert.equal(without.code, 1);
  assert.match(without.notes, /nothing imported/);
  assert.equal((await manage('instruments', 'import', files[1]!)).code, 2);
  const empty = join(dataDir, 'null.json');
  writeFileSync(empty, 'null');
  const nothing = await manage('instruments', 'import', empty);
  assert.deepEqual([nothing.code, nothing.notes.endsWith('holds no JSON object')], [1, true]);
});

test('a question for a wish to die without a crisis rule is warned of at the import and at the check, also with --json', async () => {
  const contents = [
    'Questionnaire-recovery',
    'ValueSet-frequency',
    'ValueSet-limitation',
    'recovery.sidecar',
  ].map((name) => readFileSync(join(fixtures, `${name}.json`), 'utf8'));
  const files = contents.map((content, index) => {
    const file = join(dataDir, `danger-${index}.json`);
    const text =
      index === 0
        ? content.replace('"linkId": "Recovery.2",', '$& "code": [{ "code": "44260-8" }],')
        : content;
    writeFileSync(file, text);
    return file;
  });
  const json = await manage('instruments', 'import', ...files, '--json');
  assert.equal(json.code, 0);
  assert.match(
    json.notes,
    /warning: .*danger-0\.json: "Recovery\.2" \(.+\) seems to ask for a wish to die .*docs\/instruments\.md/,
  );
  const made = join(dataDir, 'danger-made.json');
  writeFileSync(made, json.out);
  const checked = await manage('instruments', 'check', made, '--json');
  assert.deepEqual([checked.code, JSON.parse(checked.out)[0].warnings], [0, 1]);
  assert.match(checked.notes, /warning: .*"Recovery\.2"/);

  const sidecar = JSON.parse(contents[3]!);
  const rule = {
    item: 'Recovery.2',
    kind: 'self',
    at_least: 1,
    level: 'notice',
    clinician: 'Bitte ansprechen.',
  };
  writeFileSync(files[3]!, JSON.stringify({ ...sidecar, crisis: [...(sidecar.crisis ?? []), rule] }));
  const ruled = await manage('instruments', 'import', ...files);
  assert.deepEqual([ruled.code, ruled.notes], [0, '']);
  assert.ok(JSON.parse(ruled.out).crisis.some((one: { level: string }) => one.level === 'notice'));

  const violence = { ...sidecar, crisis: [{ ...rule, kind: 'violence' }] };
  writeFileSync(files[3]!, JSON.stringify(violence));
  const refused = await manage('instruments', 'import', ...files);
  assert.deepEqual([refused.code, refused.out.includes('danger-3.json')], [1, true]);
  assert.match(
    refused.out,
    /The rule of "Recovery\.2" is of the kind "violence", but only "self" can be used/,
  );
  writeFileSync(made, ruled.out.replaceAll(/"kind": "self",\s*/g, ''));
  const kindless = await manage('instruments', 'check', made);
  assert.equal(kindless.code, 1);
  assert.match(kindless.out, /The rule of ".*" has no kind\. Add "kind": "self"/);
});
