import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { amount } from '../amount.ts';
import { startSink } from '../mail-scene.ts';
import type { CrisisLoad } from './crisis-load.ts';
import { crisisScene } from './crisis-scene.ts';
import { assertEvents, assertReminded, sendTheRest } from './crisis-stored.ts';
import { startCrisisTrouble, type CrisisTrouble } from './crisis-trouble.ts';
import { PATIENCE_MS } from './insisting-client.ts';
import { ownDatabase } from './own-scene.ts';
import { RECOVERY_MS } from './troubled-server.ts';

const EVENTS = amount({ usual: 8, all: 40 });
// Half of the six answers of a patient raise an event. Some patients are spare.
const PATIENTS = Math.ceil(EVENTS / 2);
const MOST_MS_PER_EVENT = 2000;
// A long run has more trouble, but not as much for each event.
const PAGES_BETWEEN = Math.max(12, EVENTS / 20);

async function untilRaised(load: CrisisLoad, trouble: CrisisTrouble): Promise<void> {
  const deadline = Date.now() + RECOVERY_MS + EVENTS * MOST_MS_PER_EVENT;
  const { counts, wrong } = load.client;
  let next = 0;
  while ((load.events() < EVENTS || load.acknowledged.size === 0) && wrong.length === 0) {
    assert.ok(Date.now() < deadline, `only ${load.events()} events, ${load.acknowledged.size} acknowledged`);
    if (counts.acknowledged < next) await wait(PATIENCE_MS);
    else {
      next = counts.acknowledged + PAGES_BETWEEN;
      await trouble.make();
    }
  }
}

test(`${EVENTS} events are stored once and each is reminded of once or acknowledged, while servers, PostgreSQL, connections, SMTP and clocks are in trouble`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-crisis-'));
  const sink = await startSink();
  let trouble: CrisisTrouble | undefined;
  let load: CrisisLoad | undefined;
  try {
    const running = await startCrisisTrouble(dataDir, sink);
    trouble = running;
    const scene = await ownDatabase(dataDir, (services) => crisisScene(services, running.origins, PATIENTS));
    ({ load } = scene);
    trouble.startMails(scene.root);
    await untilRaised(load, trouble);
    await load.stop();
    await trouble.stopMails();
    const summary = await ownDatabase(dataDir, async (services) => {
      const open = await assertEvents(services, scene);
      await sendTheRest(services, scene, sink);
      return { open: open.length, ...(await assertReminded(services, scene, open, sink)) };
    });
    assert.ok(summary.open > 0 && load.acknowledged.size > 0);
    const { acknowledged, unavailable, unreachable } = load.client.counts;
    const done = { events: load.events(), acknowledged: load.acknowledged.size, ...summary };
    console.log(
      JSON.stringify({ ...done, broken: trouble.counts, pages: acknowledged, unavailable, unreachable }),
    );
  } finally {
    load?.abandon();
    await trouble?.end();
    await sink.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});
