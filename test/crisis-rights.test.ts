// Random sequences of everything that changes who may see an event, compared with a small model (crisis-rights-rules.ts).
// The sequences are the same each time. `npm run proof -- crisis-rights` makes many others.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { todayIn } from '../src/domain/today.ts';
import { DAY_MS } from '../src/domain/iso-date.ts';
import { buildApp } from '../src/server/app.ts';
import { readConfig } from '../src/server/settings/config.ts';
import type { Services } from '../src/server/services.ts';
import { amount, repeats, seed } from './amount.ts';
import { checkInTurn, checkLists, type Seen } from './crisis-rights-checks.ts';
import { raise, rightsSteps, type RightsStep } from './crisis-rights-steps.ts';
import { aRightsWorld, someStaff, type Lane } from './crisis-rights-world.ts';
import type { Chances } from './model-chances.ts';
import { testServices } from './services.ts';

const SEQUENCES = amount({ usual: 16, all: 300 });
const LANES = Math.min(8, Math.ceil(SEQUENCES / 4));

// At noon neither a change of the clock nor the duration of a run leads to another day.
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;

let services: Services;

before(async () => {
  const config = readConfig(undefined);
  const day = 1440;
  const lengths = { access_minutes: day, staff_idle_minutes: day, staff_absolute_minutes: day };
  services = await testServices({
    config: { ...config, sessions: { ...config.sessions, ...lengths } },
  });
});

const lanes: Lane[] = [];
after(() => Promise.all(lanes.map(({ app }) => app.close())));

async function aLane(): Promise<Lane> {
  const clock = { days: 0 };
  const now = () => NOON + clock.days * DAY_MS;
  const own = { ...services, now, today: () => todayIn(services.config.public.time_zone, now()) };
  const lane = { services: own, app: await buildApp(own), clock };
  lanes.push(lane);
  return lane;
}

const names = (Object.keys(rightsSteps) as RightsStep[]).flatMap((name) =>
  Array.from({ length: rightsSteps[name][0] }, () => name),
);
const chance = fc.nat(10_000);
const step: fc.Arbitrary<{ name: RightsStep } & Chances> = fc.record({
  name: fc.constantFrom(...names),
  a: chance,
  b: chance,
  c: chance,
  d: chance,
});
const sequence = fc.array(step, { minLength: 1, maxLength: 6, size: 'max' });

describe(`${SEQUENCES} sequences of changes to the sight of events (SEED=${seed})`, () => {
  test('an event is seen by the treating clinician, the deputy of the day and the colleagues of a hand-over, and by no other user', async () => {
    const seen: Seen = { treating: 0, deputy: 0, none: 0 };
    const taken = new Map<RightsStep, number>();
    await Promise.all(
      Array.from({ length: LANES }, async (_, number) => {
        const lane = await aLane();
        const staff = await someStaff(lane.services);
        const property = fc.asyncProperty(sequence, async (all) => {
          const world = await aRightsWorld(lane, staff);
          await raise(world, { ...all[0]!, a: 0 });
          for (const [turn, { name, ...chances }] of all.entries()) {
            taken.set(name, (taken.get(name) ?? 0) + 1);
            await rightsSteps[name][1](world, chances);
            await checkInTurn(world, turn, seen);
          }
          await checkLists(world, all.length, seen);
        });
        await fc.assert(property, {
          seed: seed + number,
          numRuns: Math.ceil(SEQUENCES / LANES),
          endOnFailure: !repeats,
        });
      }),
    );
    for (const [sight, count] of Object.entries(seen)) assert.ok(count > 10, `${sight}: ${count}`);
    console.log([...Object.entries(seen), ...taken].map(([name, count]) => `${name} ${count}`).join(', '));
  });
});
