// Random walks through rights and states, compared with a small model (model.ts). The walks are the same each time.
// `npm run proof -- rights` makes many others. SEED=… repeats them and shortens a failure to the necessary steps.
import { after, before, describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { todayIn } from '../src/domain/today.ts';
import { DAY_MS } from '../src/domain/iso-date.ts';
import { buildApp } from '../src/server/app.ts';
import type { Services } from '../src/server/services.ts';
import { amount, repeats, seed } from './amount.ts';
import type { Chances } from './model-chances.ts';
import { steps, type StepName } from './model-steps.ts';
import { aModel, type Real } from './model-world.ts';
import { aPool, testServices } from './services.ts';

const WALKS = amount({ usual: 75, all: 500 });
const STEPS = 50;
const LANES = 5;

// At noon neither a change of the clock nor the duration of a run leads to another day.
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;

let services: Services;

before(async () => {
  services = await testServices();
});

const servers: FastifyInstance[] = [];
const pools: Pool[] = [];
after(async () => {
  await Promise.all(servers.map((app) => app.close()));
  await Promise.all(pools.map((pool) => pool.end()));
});

/** Two servers with one clock on the common database; they answer in turn. */
async function aLane(number: number): Promise<Real> {
  const clock = { days: 0 };
  const now = () => NOON + clock.days * DAY_MS;
  const own = { ...services, now, today: () => todayIn(services.config.public.time_zone, now()) };
  // What a server knows of sessions and surveys belongs to its pool.
  const second = { ...own, pool: aPool(services.pool.options.connectionString ?? '') };
  pools.push(second.pool);
  const apps = [await buildApp(own), await buildApp(second)] as const;
  servers.push(...apps);
  let calls = 0;
  return {
    services: own,
    get app() {
      calls += 1;
      return calls % 3 === 0 ? apps[1] : apps[0];
    },
    clock,
    address: `10.1.${number}.1`,
  };
}

const names = (Object.keys(steps) as StepName[]).flatMap((name) =>
  Array.from({ length: steps[name][0] }, () => name),
);
const chance = fc.nat(10_000);
const step: fc.Arbitrary<{ name: StepName } & Chances> = fc.record({
  name: fc.constantFrom(...names),
  a: chance,
  b: chance,
  c: chance,
  d: chance,
});
const walk = fc.array(step, { minLength: STEPS, maxLength: STEPS });

describe(`${WALKS} walks of ${STEPS} steps through rights and states (SEED=${seed})`, () => {
  test('every answer is the predicted one, and no answer contains a person that the user may not see', async () => {
    const taken = new Map<StepName, number>();
    await Promise.all(
      Array.from({ length: LANES }, async (_, number) => {
        const lane = await aLane(number);
        let walks = 0;
        const property = fc.asyncProperty(walk, async (all) => {
          walks += 1;
          lane.clock.days = 0;
          // Each walk has its own address, because login limits are not the subject.
          lane.address = `10.${number}.${Math.floor(walks / 250)}.${walks % 250}`;
          const model = await aModel(lane.services);
          for (const user of model.users)
            await steps.started[1](model, lane, { ...all[0]!, a: model.users.indexOf(user) });
          for (const { name, ...chances } of all) {
            taken.set(name, (taken.get(name) ?? 0) + 1);
            await steps[name][1](model, lane, chances);
          }
        });
        await fc.assert(property, {
          seed: seed + number,
          numRuns: Math.ceil(WALKS / LANES),
          // Shortening a failure takes minutes, so it happens only with SEED.
          endOnFailure: !repeats,
        });
      }),
    );
    console.log([...taken].map(([name, count]) => `${name} ${count}`).join(', '));
  });
});
