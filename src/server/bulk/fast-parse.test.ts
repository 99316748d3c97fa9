import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { parserOf } from './fast-parse.ts';

const survey = v.object({ label: v.string(), finished: v.boolean(), since: v.nullable(v.string()) });
const patient = v.object({
  code: v.string(),
  gender: v.picklist(['FEMALE', 'MALE', 'DIVERSE "']),
  count: v.number(),
  surveys: v.array(survey),
  consent: v.optional(survey),
  id: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1))),
  title: v.optional(v.string(), 'ohne'),
  rank: v.fallback(v.number(), 1),
  either: v.union([v.string(), v.number()]),
  trimmed: v.optional(v.union([v.pipe(v.string(), v.trim()), v.string()])),
  shape: v.optional(v.union([v.object({ a: v.string() }), v.object({ b: v.number() })])),
});
const flat = v.object({
  label: v.string(),
  since: v.nullable(v.string()),
  id: v.optional(v.pipe(v.string(), v.trim())),
});
const schemas = {
  flat,
  patient,
  list: v.array(patient),
  nothing: v.object({}),
  maybe: v.object({ a: v.optional(v.string()) }),
};

// A few values are wrong and most are right, so that many patients pass the schema and some do not.
const rarely = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 60, arbitrary: right }, { weight: 1, arbitrary: fc.anything() });
const text = rarely(
  fc.string({ unit: fc.constantFrom('a', 'ä', '"', '\\', '\n', '\u2028', '😀', '\ud800', '\u0007') }),
);
const aSurvey = fc.record({
  label: text,
  finished: rarely(fc.boolean()),
  since: rarely(fc.option(text)),
  secret: fc.string(),
});
const aPatient = fc.record(
  {
    code: text,
    gender: rarely(fc.constantFrom('FEMALE', 'MALE', 'DIVERSE "')),
    count: rarely(fc.oneof(fc.double(), fc.integer())),
    surveys: rarely(fc.array(rarely(aSurvey), { maxLength: 3 })),
    either: rarely(fc.oneof(fc.string(), fc.integer())),
    trimmed: rarely(fc.constantFrom(' a ', 'b')),
    shape: rarely(fc.constantFrom({ a: 'a' }, { b: 1, c: 2 })),
    consent: rarely(fc.option(aSurvey, { nil: undefined })),
    id: text,
    title: rarely(fc.option(fc.string(), { nil: undefined })),
    rank: fc.anything(),
    secret: fc.string(),
  },
  { requiredKeys: ['code', 'gender', 'count', 'surveys', 'either'] },
);

const rightOnes: Record<string, fc.Arbitrary<unknown>> = {
  list: fc.array(aPatient, { maxLength: 4 }),
  flat: fc.record(
    { label: text, since: rarely(fc.option(text)), id: text },
    { requiredKeys: ['label', 'since'] },
  ),
};

/** The text, or the message of the refusal. */
function outcome(write: () => string | undefined): string | undefined {
  try {
    return write();
  } catch (error) {
    return `refused: ${error instanceof v.ValiError ? error.message : String(error)}`;
  }
}

test('every answer is written or refused exactly as Valibot alone would do it', () => {
  let written = 0;
  for (const [name, schema] of Object.entries(schemas)) {
    const right = rightOnes[name] ?? aPatient;
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: right }, fc.anything()), (value) => {
        const expected = outcome(() => JSON.stringify(v.parse(schema, value)));
        if (!expected?.startsWith('refused')) written += 1;
        assert.equal(
          outcome(() => JSON.stringify(parserOf(schema)(value))),
          expected,
        );
      }),
      { numRuns: 500 },
    );
  }
  assert.ok(written > 500, `only ${written} values were right`);
});

test('a field that the schema does not name is not written', () => {
  const value = { label: 'Erstgespräch', finished: true, since: null, severity: 'HIGH' };
  assert.equal(
    JSON.stringify(parserOf(survey)(value)),
    '{"label":"Erstgespräch","finished":true,"since":null}',
  );
});

test('the value of a getter is written like any other', () => {
  class Listed {
    get label() {
      return 'Erstgespräch';
    }
    finished = false;
    since = null;
  }
  assert.equal(
    JSON.stringify(parserOf(survey)(new Listed())),
    '{"label":"Erstgespräch","finished":false,"since":null}',
  );
});
