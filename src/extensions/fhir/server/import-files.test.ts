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

const NAMES = ['Questionnaire-recovery', 'ValueSet-frequency', 'ValueSet-limitation', 'recovery.sidecar'];
const fixture = (name: string) => readFileSync(join(fixtures, `${name}.json`), 'utf8');

/** A file with this content. */
function given(name: string, content: string | Buffer): string {
  const file = join(dataDir, name);
  writeFileSync(file, content);
  return file;
}

test('a Questionnaire with its ValueSets and a sidecar becomes an instrument file', async () => {
  const files = NAMES.map((name) => join(fixtures, `${name}.json`));
  const { code, out } = await manage('instruments', 'import', ...files);
  assert.equal(code, 0);
  assert.equal(parseInstrument(out).kind, 'instrument');
  const without = await manage('instruments', 'import', files[0]!, files[3]!);
  assert.equal(without.code, 1);
  assert.match(without.notes, /nothing imported/);
  const alone = await manage('instruments', 'import', files[0]!);
  assert.deepEqual([alone.code, alone.out], [2, '']);
  assert.match(alone.notes, /alone needs --draft/);
});

test('a question for a wish to die without a crisis rule is warned of at the import and at the check, also with --json', async () => {
  const contents = NAMES.map(fixture);
  const files = contents.map((content, index) => {
    const file = join(dataDir, `danger-${index}.json`);
    const text = index === 0 ? content.replace('"code": "r-2"', '"code": "44260-8"') : content;
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
  assert.equal(ruled.code, 0);
  assert.doesNotMatch(ruled.notes, /warning/);
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

test('the warning names the danger that a question or an answer speaks of, and asks for a rule only where one can be used', async () => {
  const files = NAMES.map((name) => join(fixtures, `${name}.json`));
  const { out } = await manage('instruments', 'import', ...files);
  const asking = (content: string, label: string) =>
    given(
      'asking.json',
      out.replace('Nachts lag ich lange wach.', content).replace('"so gut wie nie"', JSON.stringify(label)),
    );
  const others = await manage('instruments', 'check', asking('Ich wollte jemanden verletzen.', 'nie'));
  assert.match(
    others.notes,
    /"Recovery\.2" \(Ich wollte .*\) seems to ask for danger to other people, .* No rule of this kind can be used yet/,
  );
  const answer = await manage('instruments', 'check', asking('Wie geht es?', 'Ich will nicht mehr leben.'));
  assert.match(
    answer.notes,
    /"Recovery\.1" \(Ich will nicht mehr leben\.\) seems to ask for a wish to die .* Add a rule/,
  );
});

test('the import lists on standard error what it does not keep, with its places, and what a person should know', async () => {
  const files = NAMES.map((name) => join(fixtures, `${name}.json`));
  const { notes } = await manage('instruments', 'import', ...files);
  assert.match(notes, /not kept: Recovery\.1, Recovery\.2, .*: .*prefix/);
  assert.match(notes, /not kept: Questionnaire: .*description/);
  assert.match(notes, /note: 5 question\(s\) without "required" must be answered here/);
});

test('a Bundle, and files with a byte order mark, are read as the files in it', async () => {
  const resources = NAMES.slice(0, 3).map((name) => ({ resource: JSON.parse(fixture(name)) as unknown }));
  const system = { resource: { resourceType: 'CodeSystem', id: 'answers' } };
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: [...resources, system] };
  const files = [
    given('bundle.json', `\uFEFF${JSON.stringify(bundle)}`),
    given('marked.sidecar.json', `\uFEFF${fixture('recovery.sidecar')}`),
  ];
  const { code, out, notes } = await manage('instruments', 'import', ...files);
  assert.equal(code, 0, notes);
  assert.equal(parseInstrument(out).kind, 'instrument');
  assert.match(notes, /not kept: .*bundle\.json: CodeSystem answers/);
});

test('a mistake of an import has its line, also inside a Bundle', async () => {
  const form = JSON.parse(fixture('Questionnaire-recovery')) as { item: object[] };
  form.item.push({ linkId: 'Recovery.6', type: 'attachment', text: 'Foto' });
  const entry = [form, ...NAMES.slice(1, 3).map((name) => JSON.parse(fixture(name)) as unknown)];
  const text = JSON.stringify(
    { resourceType: 'Bundle', entry: entry.map((resource) => ({ resource })) },
    null,
    1,
  );
  const files = [given('lines.json', text), join(fixtures, 'recovery.sidecar.json')];
  const { code, out } = await manage('instruments', 'import', ...files, '--json');
  assert.equal(code, 1);
  const [row] = JSON.parse(out) as { line: number; mistake: string }[];
  assert.match(row?.mistake ?? '', /"Recovery\.6" is of type attachment/);
  const around = text.split('\n').slice((row?.line ?? 0) - 1);
  assert.match(around.slice(0, 2).join(''), /"linkId": "Recovery\.6"/);
});

test('files of other kinds and encodings are refused by their kind, and nothing is imported', async () => {
  const sidecar = join(fixtures, 'recovery.sidecar.json');
  const form = join(fixtures, 'Questionnaire-recovery.json');
  const umlauts = '{\n"title": "Übung"\n}';
  for (const [content, expected] of [
    ['<!doctype html><html></html>', /line 1, is no valid JSON/],
    ['', /line 1, is no valid JSON: The text ends too early/],
    ['{\n"id": 1,\n"id": 2\n}', /line 3, is no valid JSON: The key "id" is given twice/],
    ['[]', /holds no JSON object/],
    ['null', /holds no JSON object/],
    [Buffer.from(umlauts, 'latin1'), /line 2 has signs that are no UTF-8/],
    [Buffer.from(`\uFEFF${umlauts}`, 'utf16le'), /it is UTF-16/],
    [Buffer.from('UEsDBBQAAAAIAA==', 'base64'), /an Excel file or a ZIP archive/],
  ] as const) {
    const { code, out, notes } = await manage('instruments', 'import', given('other', content), sidecar);
    assert.deepEqual([code, out], [1, ''], String(expected));
    assert.match(notes, expected);
  }
  const twice = await manage('instruments', 'import', form, form, sidecar);
  assert.deepEqual([twice.code, twice.out], [2, '']);
  assert.match(twice.notes, /only one file may be a FHIR Questionnaire/);
});

test('a draft holds what the form says, is refused until a person has decided, and comes in then', async () => {
  const form = JSON.parse(fixture('Questionnaire-recovery')) as { item: { linkId: string }[] };
  const calculated = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression';
  const item = [
    ...form.item.map((one) =>
      one.linkId === 'Recovery.Score'
        ? { ...one, extension: [{ url: calculated, valueExpression: { expression: 'sum()' } }] }
        : one,
    ),
    { linkId: 'Recovery.6', type: 'decimal', text: 'Wie viele Stunden?' },
  ];
  const whole = { ...form, item, copyright: 'Frei nutzbar.', publisher: 'Projekt', version: '2.1' };
  const files = [
    given('drafted.json', JSON.stringify(whole)),
    ...NAMES.slice(1, 3).map((name) => join(fixtures, `${name}.json`)),
  ];
  const drafted = await manage('instruments', 'import', '--draft', ...files);
  assert.equal(drafted.code, 0, drafted.notes);
  const sidecar = JSON.parse(drafted.out);
  assert.deepEqual(
    [sidecar.id, sidecar.version, sidecar.title, sidecar.licence, sidecar.source],
    [
      'recovery',
      '2.1.0',
      'Recovery',
      'Frei nutzbar.',
      'Projekt, https://resonanz.example/fhir/Questionnaire/recovery|2.1',
    ],
  );
  assert.deepEqual(
    sidecar.scales.map((one: { method: string; items: string[]; link_id: string }) => [
      one.method,
      one.items,
      one.link_id,
    ]),
    [['sum', ['Recovery.1', 'Recovery.2', 'Recovery.3', 'Recovery.4'], 'Recovery.Score']],
  );
  assert.match(sidecar.scales[0].direction, /The form computes: sum\(\)$/);
  assert.equal(sidecar.language, undefined);
  const readOnly = JSON.stringify(whole)
    .replace('"valueExpression"', '"x"')
    .replace('"linkId":"Recovery.Score"', '$&,"readOnly":true');
  const english = given(
    'read-only.json',
    readOnly.replaceAll('"en"', '"de"').replace('"language":"de"', '"language":"en"'),
  );
  const again = JSON.parse(
    (await manage('instruments', 'import', '--draft', english, ...files.slice(1))).out,
  );
  assert.deepEqual(
    [again.scales[0].link_id, again.skip, again.language],
    ['Recovery.Score', undefined, 'de'],
  );
  const [rule] = sidecar.crisis;
  assert.deepEqual([rule.item, rule.kind, rule.at_least, rule.level], ['Recovery.4', 'self', 1, 'notice']);

  const refused = await manage(
    'instruments',
    'import',
    ...files,
    given('draft.sidecar.json', drafted.out),
    '--json',
  );
  assert.equal(refused.code, 1);
  const open = (JSON.parse(refused.out) as { path: string; line: number; mistake: string }[]).map(
    ({ path }) => path,
  );
  assert.deepEqual(open, [
    'types.Recovery.6',
    'scales[0].direction',
    'scales[0].clinician',
    'scales[0].patient',
    'crisis[0].clinician',
    'crisis_decided_by',
  ]);

  const decided = drafted.out
    .replace(/"DECIDE: high[^"]*"/, '"high_is_worse"')
    .replace(/"DECIDE: [^\n]*Wie viele[^\n]*"/, '"QUESTION_DOUBLE_POSITIVE"')
    .replaceAll(/"DECIDE: [^\n]*"/g, '"Entschieden."');
  const made = await manage('instruments', 'import', ...files, given('decided.sidecar.json', decided));
  assert.equal(made.code, 0, made.notes + made.out);
  assert.equal(parseInstrument(made.out).kind, 'instrument');
  const still = made.out.replace('"Entschieden."', '"DECIDE: x"');
  assert.equal((await manage('instruments', 'check', given('still.json', still))).code, 1);
});
