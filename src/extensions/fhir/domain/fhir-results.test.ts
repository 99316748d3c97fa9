import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anAnswer, shippedInstrument } from '../../../../test/survey-samples.ts';
import {
  observationResource,
  organizationResource,
  patientResource,
  responseResource,
  type ScoreFacts,
  type SessionFacts,
} from './fhir-results.ts';
import { linkedInstrument } from './fhir-instrument.ts';
import type { Instrument, Scale } from '../../../domain/instrument-schema.ts';
import type { ScaleScore } from '../../../domain/scoring-scales.ts';

const UCUM = 'http://unitsofmeasure.org';
const dep = shippedInstrument('dep');
const session: SessionFacts = { studyId: 'S1', sessionId: 'session-1', finished: true, day: '2026-03-04' };

function scaleOf({ scales }: Instrument, key: string): Scale {
  return scales.find((scale) => scale.key === key) ?? assert.fail();
}

/** A T-score of dep. */
function aScore(changed: Partial<ScaleScore> = {}): ScaleScore {
  return {
    instrument_id: 'dep',
    instrument_version: dep.version,
    scale: 'dep',
    kind: 'irt',
    raw: null,
    theta: 1.25,
    se: 0.3,
    t: 62.5,
    interval: { lower: 56.6, upper: 68.4 },
    band: null,
    condition_severity: null,
    norm_set: 'demo-2026',
    items_answered: 4,
    items_missing: 0,
    stop: 'se_below',
    ...changed,
  };
}

function observation(changed: Partial<ScaleScore> = {}, facts: Partial<ScoreFacts> = {}, day = session.day) {
  return observationResource(
    'observation-1',
    { ...session, day },
    {
      score: aScore(changed),
      algorithmVersion: 'scoring-1.0.0',
      instrument: dep,
      scale: scaleOf(dep, 'dep'),
      error: 3,
      responseId: 'response-1',
      ...facts,
    },
  );
}

const MII_PRO = 'https://www.medizininformatik-initiative.de/fhir/ext/modul-pro/StructureDefinition/';

const contentOf = ({ dimensions }: Instrument, id: string) =>
  dimensions.flatMap(({ items }) => items).find((item) => item.id === id)?.content;

test('the gender divers is exported with the extension of the German base profile', () => {
  const { _gender: gender } = {
    _gender: undefined,
    ...patientResource({ studyId: 'S1', gender: 'DIVERSE', clinicId: 'C1' }),
  };
  assert.deepEqual(gender?.extension[0]?.valueCoding, {
    system: 'http://fhir.de/CodeSystem/gender-amtlich-de',
    code: 'D',
    display: 'divers',
  });
});

test('a T-score names the group that it compares with', () => {
  const [norms] = dep.norm_sets;
  assert.ok(norms);
  const { referenceRange } = { referenceRange: [], ...observation({ norm_set: norms.id }) };
  assert.match(referenceRange[0]?.text ?? '', new RegExp(`${norms.title}.*${norms.id}`));
});

test('a response names the published Questionnaire only if every question of it was imported', () => {
  const instrument = linkedInstrument(shippedInstrument('eq5d')) ?? assert.fail();
  const canonical = 'https://example.org/Questionnaire/q|2';
  const response = responseResource(
    'r',
    session,
    { ...instrument, canonical },
    [anAnswer('eq5d-06', 70)],
    [],
  );
  assert.equal(response?.questionnaire, canonical);
});

test('a patient is exported with only a study id, a gender and a clinic', () => {
  assert.deepEqual(patientResource({ studyId: 'S1', gender: 'FEMALE', clinicId: 'C1' }), {
    resourceType: 'Patient',
    id: 'S1',
    identifier: [{ system: 'urn:resonanz:study-id', value: 'S1' }],
    gender: 'female',
    managingOrganization: { reference: 'Organization/C1' },
  });
  const genders = ['MALE', 'DIVERSE', 'UNKNOWN', 'toString'].map(
    (gender) => patientResource({ studyId: 'S1', gender, clinicId: 'C1' }).gender,
  );
  assert.deepEqual(genders, ['male', 'other', 'unknown', 'unknown']);
});

test('a clinic is exported with its name only if the export includes names', () => {
  const unnamed = {
    resourceType: 'Organization',
    id: 'C1',
    identifier: [{ system: 'urn:resonanz:clinic', value: 'C1' }],
  };
  assert.deepEqual(organizationResource({ id: 'C1', name: null }), unnamed);
  assert.deepEqual(organizationResource({ id: 'C1', name: 'Ambulanz' }), { ...unnamed, name: 'Ambulanz' });
});

test('the answers of a finished session are exported as a completed response with the day of the session', () => {
  const instrument = linkedInstrument(shippedInstrument('eq5d')) ?? assert.fail();
  const answers = [anAnswer('eq5d-06', 70)];
  const response = responseResource('response-1', session, instrument, answers, []);
  assert.deepEqual(response, {
    resourceType: 'QuestionnaireResponse',
    id: 'response-1',
    meta: { profile: [`${MII_PRO}mii-pr-pro-questionnaire-response`] },
    language: 'de',
    identifier: { system: 'urn:resonanz:session', value: 'session-1' },
    questionnaire: `urn:resonanz:instrument:eq5d|${instrument.version}`,
    status: 'completed',
    subject: { reference: 'Patient/S1' },
    authored: '2026-03-04',
    source: { reference: 'Patient/S1' },
    item: [
      {
        linkId: 'group.eq5d',
        item: [{ linkId: 'eq5d-06', text: contentOf(instrument, 'eq5d-06'), answer: [{ valueInteger: 70 }] }],
      },
    ],
  });
});

test('an unfinished session is exported as a response in progress, and a session without answers as no response', () => {
  const instrument = linkedInstrument(shippedInstrument('eq5d')) ?? assert.fail();
  const begun = { ...session, finished: false, day: null };
  const response = responseResource('response-1', begun, instrument, [anAnswer('eq5d-06', 70)], []);
  assert.equal(response?.status, 'in-progress');
  assert.ok(response && !('authored' in response));
  assert.equal(responseResource('response-1', begun, instrument, [], []), undefined);
});

test('a T-score is exported as a final observation with its method and its response', () => {
  const scale = scaleOf(dep, 'dep');
  const { component, ...rest } = observation();
  const [norms] = dep.norm_sets;
  assert.ok(norms);
  assert.deepEqual(rest, {
    resourceType: 'Observation',
    id: 'observation-1',
    meta: { profile: [`${MII_PRO}mii-pr-pro-score-instance`] },
    status: 'final',
    category: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/observation-category',
            code: 'survey',
            display: 'Survey',
          },
        ],
      },
    ],
    code: {
      coding: [
        ...(scale.codes ?? []),
        { system: 'urn:resonanz:scale:dep', code: 'dep', display: scale.title },
      ],
      text: scale.title,
    },
    subject: { reference: 'Patient/S1' },
    effectiveDateTime: '2026-03-04',
    valueQuantity: { value: 62.5, unit: 'T', system: UCUM, code: '{T}' },
    referenceRange: [{ text: `T = 50 ± 10: ${norms.title} (${norms.id}). ${norms.population}` }],
    method: { text: `dep ${dep.version} (demonstration), scoring-1.0.0` },
    derivedFrom: [{ reference: 'QuestionnaireResponse/response-1' }],
  });
  assert.deepEqual(
    component?.map(({ code, valueQuantity: { value, unit } }) => [
      code.coding[0]?.system,
      code.coding[0]?.code,
      code.text,
      value,
      unit,
    ]),
    [
      ['urn:resonanz:score-component', 'standard-error', 'Standard error', 3, 'T'],
      ['urn:resonanz:score-component', 'interval-lower', '95 % interval, lower bound', 56.6, 'T'],
      ['urn:resonanz:score-component', 'interval-upper', '95 % interval, upper bound', 68.4, 'T'],
      ['urn:resonanz:score-component', 'theta', 'Theta', 1.25, '1'],
    ],
  );
});

test('a score in a band is exported with the name of the band', () => {
  const [band] = scaleOf(dep, 'dep').bands?.list ?? [];
  assert.deepEqual(observation({ band: band?.key ?? '' }).interpretation, [{ text: band?.label }]);
  assert.ok(!('interpretation' in observation()));
});

test('a scale without a score is exported with the reason and without value or components', () => {
  const missing = observation(
    { t: null, theta: null, interval: null },
    { error: null, responseId: undefined },
    null,
  );
  assert.ok('dataAbsentReason' in missing);
  assert.deepEqual(missing.dataAbsentReason, {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown' }],
    text: 'Too few items were answered.',
  });
  for (const key of ['valueQuantity', 'component', 'derivedFrom', 'effectiveDateTime'])
    assert.ok(!(key in missing), key);
});

const valueOf = (score: Partial<ScaleScore>) => {
  const made = observation(score);
  return 'valueQuantity' in made ? made.valueQuantity : undefined;
};

test('a percentage is exported in percent, and a sum as a score', () => {
  assert.deepEqual(valueOf({ kind: 'pomp', raw: 40, t: null }), {
    value: 40,
    unit: '%',
    system: UCUM,
    code: '%',
  });
  assert.deepEqual(valueOf({ kind: 'sum', raw: 12, t: null }), {
    value: 12,
    unit: '{score}',
    system: UCUM,
    code: '{score}',
  });
});
