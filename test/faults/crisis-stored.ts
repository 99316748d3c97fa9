import assert from 'node:assert/strict';
import type { Services } from '../../src/server/services.ts';
import { openTransport } from '../../src/server/mail/transport.ts';
import { inClinic } from '../builders.ts';
import { openedAnswers } from '../opened-answers.ts';
import { headerOf, type Sink, to } from '../mail-scene.ts';
import { planAndSend } from '../mail-work.ts';
import { DUTY, type CrisisScene } from './crisis-scene.ts';
import { levelOf } from './danger-survey.ts';

const HOUR_MS = 3_600_000;
// After the hours of every event, also of those that a clock of the future raised.
const LATER_HOURS = 200;
const MOST_ROUNDS = 50;
const STEPS = ['clinician', 'deputy', 'duty'] as const;

const eventKey = (patient: string, item: string, value: unknown): string[] => {
  const level = levelOf(value);
  return level ? [`${patient} ${item} ${level}`] : [];
};

/** Every acknowledged or stored answer that shows danger has one event, and there is no other. Returns the open ones. */
export async function assertEvents(services: Services, { scene, load }: CrisisScene): Promise<string[]> {
  assert.deepEqual(load.client.wrong, []);
  const events = await inClinic(services, scene.clinicId, (db) =>
    db.selectFrom('crisis_events').selectAll().execute(),
  );
  const answers = await openedAnswers(services, scene.clinicId);
  const raised = events.map((row) => `${row.patient_id} ${row.item_id} ${row.level}`).sort();
  const acknowledged = load.patients.flatMap(({ id, answers: sent }) =>
    sent.flatMap((answer) => eventKey(id, answer.id, answer.value)),
  );
  const stored = answers.flatMap((row) => eventKey(row.patient_id, row.item_id, row.value));
  assert.deepEqual(raised, acknowledged.sort(), 'an event for each acknowledged answer, and no other');
  assert.deepEqual(raised, stored.sort(), 'an event for each stored answer');
  const open = events.filter((row) => row.acknowledged_at === null).map(({ id }) => id);
  assert.equal(events.length - open.length, load.acknowledged.size);
  assert.ok(open.every((id) => !load.acknowledged.has(id)));
  return open;
}

/** Plans and sends, days later and until nothing waits, without any trouble. */
export async function sendTheRest(services: Services, { scene }: CrisisScene, sink: Sink): Promise<void> {
  const transport = openTransport(sink.url, '');
  // The server still runs with its own clock. Without hours each step is due for both, so it deletes none as too early.
  await inClinic(services, scene.clinicId, (db) =>
    db
      .updateTable('clinics')
      .set({ urgent_hours: 0, notice_hours: 0 })
      .where('id', '=', scene.clinicId)
      .execute(),
  );
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const now = () => Date.now() + (LATER_HOURS + round) * HOUR_MS;
    await planAndSend({ ...services, now }, transport);
    const waiting = await inClinic(services, scene.clinicId, (db) =>
      db.selectFrom('crisis_reminders').select('id').where('state', '=', 'waiting').execute(),
    );
    if (waiting.length === 0) return;
  }
  assert.fail('some reminders are stuck');
}

/**
 * Each step of each open event has one reminder, which was sent and has arrived at its address. Returns the number of
 * mails, and of those that arrived again under the same Message-ID, because the result of the first was lost.
 */
export async function assertReminded(
  services: Services,
  { scene, load }: CrisisScene,
  open: readonly string[],
  { received }: Sink,
): Promise<{ mails: number; again: number }> {
  const rows = await inClinic(services, scene.clinicId, (db) =>
    db.selectFrom('crisis_reminders').selectAll().execute(),
  );
  const sent = rows.filter(({ event_id: event }) => !load.acknowledged.has(event));
  assert.deepEqual(
    sent.map(({ event_id: event, step, state }) => `${event} ${step} ${state}`).sort(),
    open.flatMap((event) => STEPS.map((step) => `${event} ${step} sent`)).sort(),
  );
  const recipients = { clinician: to(scene.clinician), deputy: to(scene.colleague), duty: DUTY };
  const byId = Map.groupBy(received, (mail) => headerOf(mail, 'Message-ID').slice(1).split('@')[0] ?? '');
  for (const { id, step } of sent) {
    const arrived = byId.get(id) ?? [];
    assert.ok(arrived.length > 0, 'a reminder that counts as sent has arrived');
    assert.ok(arrived.every((mail) => mail.to === recipients[step]));
  }
  return { mails: received.length, again: received.length - byId.size };
}
