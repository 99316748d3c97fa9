import assert from 'node:assert/strict';
import test from 'node:test';
import standard from '../../protocols/standard.json' with { type: 'json' };
import { anAnswer, aPatient, aPlan, shippedInstrument, taken } from '../../test/survey-samples.ts';
import { parseProtocol } from './protocol.ts';
import { scoreSession } from './scoring.ts';
import { currentPage } from './survey-flow.ts';
import type { StoredPage } from './survey-plan.ts';
import { skipProblems } from './survey-skips.ts';
import { minutesLeft } from './survey-time.ts';

const instruments = ['system', 'exis', 'evos', 'eri'].map(shippedInstrument);
const skips = [{ item: 'system-01', value: 'nobody', instruments: ['exis', 'evos'] }];
const plan = aPlan(instruments, { skips });
const patient = aPatient('anna');

const first = (value: string): StoredPage[] => [{ number: 1, answers: [anAnswer('system-01', value)] }];

/** The instruments of a whole survey after this answer, in the order in which they are asked. */
function askedAfter(value: string): string[] {
  const stored = first(value);
  const ids: string[] = [];
  for (;;) {
    const page = currentPage(plan, stored);
    if (!page) return [...new Set(ids)];
    ids.push(page.dimension.id);
    const answers = page.items.map(({ id, response_options: [option] }) => anAnswer(id, option?.value ?? ''));
    stored.push({ number: page.number, answers });
  }
}

test('a person who names no other one is not asked about important relationships', () => {
  assert.deepEqual(askedAfter('partner'), ['exis', 'evos', 'eri']);
  assert.deepEqual(askedAfter('nobody'), ['eri']);
});

test('skipped instruments have no scores, and progress and time go on without them', () => {
  const scored = scoreSession(plan, first('nobody')).scales.map((score) => score.instrument_id);
  assert.deepEqual([...new Set(scored)], ['eri']);
  const [before, after] = [currentPage(plan, []), currentPage(plan, first('nobody'))];
  assert.ok(before && after && before.progress < after.progress && after.progress < 1);
  const left = (value: string) => minutesLeft(plan, first(value), [{ id: 'eri-01' }], new Map());
  const items = currentPage(plan, first('partner'))?.items ?? [];
  assert.ok(left('nobody') < minutesLeft(plan, first('partner'), items, new Map()));
});

test('without a rule of the protocol the same answer skips nothing', () => {
  const { shown } = taken(aPlan(instruments), patient);
  assert.ok(shown.some(({ dimension }) => dimension.id === 'exis'));
});

test('a rule that cannot work is refused, and the rules of the standard protocol can', () => {
  const parsed = parseProtocol(standard);
  assert.ok(parsed.kind === 'protocol');
  const { protocol } = parsed;
  const known = new Map(
    protocol.windows.flatMap((window) =>
      window.instruments.map((id) => [id, shippedInstrument(id)] as const),
    ),
  );
  assert.deepEqual(skipProblems(protocol, known), []);
  const problemsOf = (changed: Partial<(typeof skips)[0]>) =>
    skipProblems({ ...protocol, skips: [{ ...skips[0]!, ...changed }] }, known);
  assert.match(problemsOf({ item: 'nothing' })[0] ?? '', /no item with one choice/);
  assert.match(problemsOf({ value: 'other people' })[0] ?? '', /no such option/);
  assert.match(problemsOf({ instruments: ['dep'] })[0] ?? '', /must be asked before/);
});
