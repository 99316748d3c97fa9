import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';
import * as v from 'valibot';
import { amount } from '../../../../test/amount.ts';
import { answersOf, aPatient, aPlan, shippedInstrument } from '../../../../test/survey-samples.ts';
import { AdaptiveResponseSchema, nextQuestion, type NextQuestionContext } from './fhir-next-question.ts';
import { canonicalOf, linkedInstrument } from './fhir-instrument.ts';
import { responseItems } from './fhir-questionnaire-response.ts';
import { checkAnswers } from '../../../domain/answers.ts';
import { HELP_ITEM } from '../../../domain/help-page.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import type { Instrument } from '../../../domain/instrument.ts';
import { currentPage } from '../../../domain/survey-flow.ts';
import type { StoredPage } from '../../../domain/survey-plan.ts';

import responseProfile from '../test/profiles/sdc-questionnaireresponse-adapt.json' with { type: 'json' };
import questionnaireProfile from '../test/profiles/sdc-questionnaire-adapt.json' with { type: 'json' };

// Profiles of HL7's Structured Data Capture 4.0.0-ballot (public domain), read by a validator that is not ours.
type Complaint = { readonly severity?: string; readonly message?: string; readonly location?: string };
type Parser = {
  parsedStructureDefinitions: Record<string, unknown>;
  parseStructureDefinition(profile: object): object;
};
type Validator = { validate(resource: object, options: object): { readonly messages: readonly Complaint[] } };
const library = createRequire(import.meta.url)('fhir') as {
  Fhir: new (parser: Parser) => Validator;
  ParseConformance: new (cached: boolean, version: string) => Parser;
};
const parser = new library.ParseConformance(true, 'R4');
const profiled = new Map([
  ['QuestionnaireResponse', responseProfile],
  ['Questionnaire', questionnaireProfile],
]);
for (const [type, profile] of profiled)
  parser.parsedStructureDefinitions[type] = parser.parseStructureDefinition(profile);
const validator = new library.Fhir(parser);
const complaints = (resource: object) =>
  validator
    .validate(resource, { errorOnUnexpected: true })
    .messages.filter(({ severity }) => severity !== 'info' && severity !== 'warning');

type Contained = { readonly item: readonly { readonly linkId: string; readonly type: string }[] };
type Response = Record<string, unknown> & {
  readonly status: string;
  readonly contained: readonly [Contained];
  readonly identifier: { readonly value: string };
};

const context = (instrument: Instrument): NextQuestionContext => ({
  instrument,
  newSession: 'new',
  now: '2026-01-01T00:00:00.000Z',
  help: 'Hilfe',
});
const first = (instrument: Instrument, session?: string) => ({
  resourceType: 'QuestionnaireResponse',
  ...(session !== undefined && { identifier: { value: session } }),
  contained: [{ resourceType: 'Questionnaire', derivedFrom: [canonicalOf(instrument)] }],
});

function ask(instrument: Instrument, response: object): Response {
  const outcome = nextQuestion(v.parse(AdaptiveResponseSchema, response), context(instrument));
  assert.ok(outcome.kind === 'next', outcome.kind === 'refused' ? outcome.message : '');
  return outcome.response as Response;
}

const refusal = (instrument: Instrument, response: object) => {
  const outcome = nextQuestion(v.parse(AdaptiveResponseSchema, response), context(instrument));
  return outcome.kind === 'refused' ? outcome.message : null;
};

/** A person answers in the survey; a client asks for the same person and sends the same answers. Both orders of items. */
function bothWays(instrument: Instrument, name: string) {
  const linked = linkedInstrument(instrument);
  assert.ok(linked);
  const person = aPatient(name);
  const plan = aPlan([linked], { seed: name });
  const pages: StoredPage[] = [];
  const survey: string[] = [];
  const seen: Response[] = [];
  let response = ask(instrument, first(instrument, name));
  for (let page = currentPage(plan, pages); page; page = currentPage(plan, pages)) {
    survey.push(...page.items.map(({ id }) => id));
    const { answers } = checkAnswers(page.items, answersOf(person, plan, page));
    pages.push({ number: page.number, answers });
    // A page of help asks nothing, so the client has it with the next question.
    if (page.dimension.id === HELP_ITEM) continue;
    assert.equal(response.status, 'in-progress');
    seen.push(response);
    const given = pages.flatMap((one) => one.answers);
    const flat = responseItems(linked, given, []).flatMap(({ item, ...own }) => item ?? [own]);
    response = ask(instrument, { ...response, item: flat });
  }
  seen.push(response);
  return {
    survey,
    asked: response.contained[0].item.map(({ linkId }) => linkId).filter((id) => !id.startsWith('text.')),
    seen,
    status: response.status,
  };
}

const TESTS = amount({ usual: 40, all: 40 });

test('a client is asked the same questions in the same order as a patient in the survey, and every answer fits the profiles of HL7', () => {
  for (let person = 0; person < TESTS; person++) {
    const instrument = shippedInstrument(person % 2 === 0 ? 'dep' : 'anx');
    const { survey, asked, seen, status } = bothWays(instrument, `person ${person}`);
    assert.deepEqual(asked, survey);
    assert.equal(status, 'completed');
    const [lead] = seen[0]?.contained[0].item ?? [];
    assert.match(lead?.linkId ?? '', /^text\./);
    for (const one of [seen[0], seen[Math.floor(seen.length / 2)], seen.at(-1)]) {
      assert.ok(one);
      assert.deepEqual(complaints(one), [], String(one.identifier.value));
      assert.deepEqual(complaints(one.contained[0]), [], String(one.identifier.value));
    }
  }
});

test('a client answers every form of question that the survey has, chosen or typed', () => {
  const { survey, asked, status } = bothWays(shippedInstrument('item-types'), 'every form');
  assert.ok(survey.length > 5);
  assert.deepEqual(asked, survey);
  assert.equal(status, 'completed');
});

test('the validator notices what the profiles forbid', () => {
  const response = ask(shippedInstrument('dep'), first(shippedInstrument('dep')));
  const { authored: _, ...undated } = response;
  assert.ok(complaints(undated).length > 0);
  const { contained: __, ...alone } = response;
  assert.ok(complaints(alone).length > 0);
  const { derivedFrom: ___, ...own } = response.contained[0] as Contained & { derivedFrom?: unknown };
  assert.ok(complaints(own).length > 0);
  // A contained Questionnaire has no address of its own; the library does not check what a profile forbids.
  assert.ok(!('url' in own) && !('version' in own));
});

test('an answer that shows danger brings the help before the next question', () => {
  const dep = shippedInstrument('dep');
  const linked = linkedInstrument(dep);
  assert.ok(linked);
  const plan = aPlan([dep], { seed: 'danger' });
  const page = currentPage(plan, []);
  assert.ok(page);
  const [rule] = dep.crisis;
  const danger = instrumentItems(dep).find(({ id }) => id === rule?.item);
  const option = danger?.options.at(-1);
  assert.ok(danger && option);
  let response = ask(dep, first(dep, 'danger'));
  const item: { linkId: string; answer: readonly object[] }[] = [];
  for (let turn = 0; turn < 40 && response.status !== 'completed'; turn++) {
    const asked = response.contained[0].item.filter(({ type }) => type !== 'display').at(-1);
    const source = instrumentItems(linked).find(({ link_id }) => link_id === asked?.linkId);
    const coding = source?.options.at(source.id === danger.id ? -1 : 1)?.codes?.[0];
    item.push({ linkId: String(asked?.linkId), answer: [{ valueCoding: coding }] });
    response = ask(dep, { ...response, item });
  }
  const shown = response.contained[0].item;
  const at = shown.findIndex(({ linkId }) => linkId === danger.id);
  assert.deepEqual(shown[at + 1], { linkId: HELP_ITEM, type: 'display', text: 'Hilfe' });
  assert.equal(response.status, 'completed');
});

test('answers that do not belong to the test are refused with the reason', () => {
  const dep = shippedInstrument('dep');
  const start = ask(dep, first(dep));
  assert.equal(start.identifier.value, 'new');
  const [question] = start.contained[0].item.filter(({ type }) => type !== 'display').slice(-1);
  const other = instrumentItems(dep).find(
    ({ id }) => id !== question?.linkId && id !== start.contained[0].item[0]?.linkId,
  );
  const items = new Map(instrumentItems(linkedInstrument(dep) ?? dep).map((one) => [one.id, one]));
  const answerTo = (id: string) => ({
    linkId: id,
    answer: [{ valueCoding: items.get(id)?.options[0]?.codes?.[0] }],
  });
  assert.match(refusal(dep, { ...start, item: [answerTo(other?.id ?? '')] }) ?? '', /does not follow/);
  const own = answerTo(question?.linkId ?? '');
  assert.match(refusal(dep, { ...start, item: [own, own] }) ?? '', /answered twice/);
  assert.match(
    refusal(dep, { ...start, item: [{ ...own, answer: [{ valueInteger: 9 }] }] }) ?? '',
    /none of the instrument/,
  );
  assert.match(
    refusal(dep, { ...start, item: [{ ...own, linkId: '__proto__' }] }) ?? '',
    /none of the instrument/,
  );
});
