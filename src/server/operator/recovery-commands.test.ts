import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { aClinic, anAdmin, inClinic } from '../../../test/builders.ts';
import { testDatabase } from '../../../test/database.ts';
import { manage, rowsOf } from '../../../test/operator.ts';
import { aPool, testServices } from '../../../test/services.ts';
import { listHeadsFiles } from '../audit/heads-file.ts';
import { appendAudit } from '../audit/queries.ts';
import { publishHeads, sealAudit } from '../audit/sealer.ts';

const moment = '2026-03-01T10:00:00Z';

async function aTrail() {
  const { url } = await testDatabase();
  const services = await testServices({ pool: aPool(url), loginPool: aPool(url, 2) });
  const dataDir = mkdtempSync(join(tmpdir(), 'recovery-'));
  const clinic = await aClinic(services);
  const admin = await anAdmin(services, clinic.id);
  const act = () =>
    inClinic(services, clinic.id, (db) =>
      appendAudit(
        db,
        { userId: admin.id, role: 'admin' },
        { id: 'r', address: '' },
        { action: 'patient_exported' },
      ),
    );
  for (let row = 0; row < 6; row += 1) await act();
  await sealAudit(services.pool);
  await publishHeads(services.pool, {
    log: services.log,
    dataDir,
    published: new Map(),
    now: Date.parse(moment),
  });
  const owner = new Client(url);
  await owner.connect();
  return { scene: { services, dataDir }, clinic, act, owner };
}

/** What a recovery to a point in time leaves: the rows of later are gone, with their seals and the end of the chain. */
async function recover(owner: Client, kept: number): Promise<void> {
  for (const table of ['audit', 'audit_seals'])
    await owner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  await owner.query(`SET ROLE resonanz_owner`);
  await owner.query(`DELETE FROM audit WHERE id IN (SELECT audit_id FROM audit_seals WHERE seq > ${kept})`);
  await owner.query(`DELETE FROM audit_seals WHERE seq > ${kept}`);
  await owner.query(
    `UPDATE audit_heads SET seq = ${kept}, hash = (SELECT hash FROM audit_seals WHERE seq = ${kept})`,
  );
  await owner.query(`RESET ROLE`);
  for (const table of ['audit', 'audit_seals'])
    await owner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
}

test('after a recovery to a point in time the operator notes it, and the trail verifies again and goes on', async () => {
  const { scene, clinic, act, owner } = await aTrail();
  await recover(owner, 4);
  await owner.end();
  const words = ['audit', 'note-recovery', '--at', moment, '--as', 'maria'];
  assert.equal((await manage(scene, ...words)).code, 2);
  assert.deepEqual(await rowsOf(scene, ...words, '--yes'), [{ clinic: clinic.name, rows: 4, rows_lost: 2 }]);
  await act();
  assert.equal((await manage(scene, 'audit', 'verify')).code, 0);
  assert.deepEqual(listHeadsFiles(scene.dataDir), []);
  assert.ok(readdirSync(scene.dataDir).some((name) => name.startsWith('audit-heads-2026-03.jsonl.before')));
  const [, row] = await rowsOf(scene, 'audit', 'show', '--clinic', clinic.name);
  assert.deepEqual(
    [row.action, row.object_id, row.request_id],
    ['backup_restored', 'point in time 2026-03-01T10:00:00.000Z', 'manage maria'],
  );
});

test('a trail that was edited as well is not noted as recovered', async () => {
  const { scene, clinic, owner } = await aTrail();
  await recover(owner, 4);
  await owner.query(`ALTER TABLE audit NO FORCE ROW LEVEL SECURITY`);
  await owner.query(
    `UPDATE audit SET object_id = 'x' WHERE id IN (SELECT audit_id FROM audit_seals WHERE seq = 2)`,
  );
  await owner.query(`ALTER TABLE audit FORCE ROW LEVEL SECURITY`);
  await owner.end();
  const { code, notes } = await manage(scene, 'audit', 'note-recovery', '--at', moment, '--yes');
  assert.equal(code, 1);
  assert.ok(notes.includes(`${clinic.name}: the trail was not only cut at its end`));
  assert.equal(listHeadsFiles(scene.dataDir).length, 1);
});

test('a name that could not stand in the trail is refused', async () => {
  const { scene, owner } = await aTrail();
  await owner.end();
  for (const name of ['', 'a b', 'x'.repeat(51), 'a\nb'])
    assert.equal((await manage(scene, 'clinic', 'list', '--as', name)).code, 2);
});
