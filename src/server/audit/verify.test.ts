import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Client, type Pool } from 'pg';
import { randomSource } from '../../psychometrics/random.ts';
import { testDatabase } from '../../../test/database.ts';
import { aPool } from '../../../test/services.ts';
import { withTenant } from '../database/transaction.ts';
import { listHeadsFiles, readHeads } from './heads-file.ts';
import { appendAudit } from './queries.ts';
import { publishHeads, sealAudit } from './sealer.ts';
import { findingLines, verifyAudit, type Finding } from './verify.ts';

const ROWS = 40;
const clinic = randomUUID();
const other = randomUUID();
const folder = mkdtempSync(join(tmpdir(), 'resonanz-audit-'));
const moment = Date.now();
const path = join(folder, `audit-heads-${new Date(moment).toISOString().slice(0, 7)}.jsonl`);
const log = { info: () => {}, warn: () => {}, error: () => {} };
const request = {
  id: 'request',
  address: '192.0.2.1',
  cookies: { access: undefined, refresh: undefined, device: undefined },
};
const pick = randomSource('two hundred changes');
let drawn = 0;
const random = (limit: number) => Math.floor(pick(drawn++) * limit);

let pool: Pool;
let owner: Client;

function append(clinicId: string, count: number): Promise<void> {
  return withTenant(pool, clinicId, async (db) => {
    for (let row = 0; row < count; row++) {
      const actor = { userId: randomUUID(), role: 'clinician' } as const;
      await appendAudit(db, actor, request, { action: 'report_viewed', patientId: randomUUID() });
    }
  });
}

const publish = () => publishHeads(pool, { log, dataDir: folder, published: new Map(), now: moment });
const verify = async () => verifyAudit(pool, clinic, (await readHeads(folder))(clinic));
const kinds = (findings: Finding[]) => new Set(findings.map(({ kind }) => kind));

type Change = { name: string; found: Finding['kind']; apply: () => Promise<unknown> };
const anyRow = async () => {
  const { rows } = await owner.query('SELECT id FROM audit WHERE clinic_id = $1 ORDER BY id', [clinic]);
  return rows[random(rows.length)].id as string;
};
const twoRows = async () => {
  const first = await anyRow();
  for (;;) {
    const second = await anyRow();
    if (second !== first) return [first, second];
  }
};
const insertRow = (at: string) =>
  owner.query(
    `INSERT INTO audit (clinic_id, at, role, action, result, request_id, address_prefix)
     VALUES ($1, now() - $2::interval, 'admin', 'login', 'done', 'x', 'x') RETURNING id`,
    [clinic, at],
  );
const column = ['role', 'action', 'object_id', 'result', 'request_id', 'address_prefix'];

// The changes that an attacker who controls the database can make.
const changes: Change[] = [
  {
    name: 'a column is edited',
    found: 'edited',
    apply: async () =>
      owner.query(`UPDATE audit SET ${column[random(column.length)]} = 'other' WHERE id = $1`, [
        await anyRow(),
      ]),
  },
  {
    name: 'the patient of a row is removed',
    found: 'edited',
    apply: async () => owner.query('UPDATE audit SET patient_id = NULL WHERE id = $1', [await anyRow()]),
  },
  {
    name: 'the moment of a row is moved by a microsecond',
    found: 'edited',
    apply: async () =>
      owner.query(`UPDATE audit SET at = at + interval '1 microsecond' WHERE id = $1`, [await anyRow()]),
  },
  {
    name: 'the count of a row is changed',
    found: 'edited',
    apply: async () => owner.query('UPDATE audit SET count = 2 WHERE id = $1', [await anyRow()]),
  },
  {
    name: 'a row is deleted',
    found: 'deleted',
    apply: async () => owner.query('DELETE FROM audit WHERE id = $1', [await anyRow()]),
  },
  {
    name: 'a row is deleted with its seal',
    found: 'broken',
    apply: async () => {
      const { rows } = await owner.query('SELECT id FROM audit WHERE clinic_id = $1 ORDER BY id', [clinic]);
      const { id } = rows[random(rows.length - 1)];
      await owner.query('DELETE FROM audit WHERE id = $1', [id]);
      await owner.query('DELETE FROM audit_seals WHERE audit_id = $1', [id]);
    },
  },
  {
    name: 'two rows are exchanged',
    found: 'edited',
    apply: async () => {
      const [a, b] = await twoRows();
      await owner.query(`UPDATE audit a SET at = b.at, actor_id = b.actor_id, patient_id = b.patient_id
        FROM kept_audit b WHERE (a.id, b.id) IN ((${a}, ${b}), (${b}, ${a}))`);
    },
  },
  {
    name: 'two seals are exchanged',
    found: 'broken',
    apply: async () => {
      const [a, b] = await twoRows();
      const place = `(SELECT seq FROM kept_audit_seals WHERE audit_id = `;
      await owner.query(`UPDATE audit_seals SET seq = -1 WHERE audit_id = ${a}`);
      await owner.query(`UPDATE audit_seals SET seq = ${place}${a}) WHERE audit_id = ${b}`);
      await owner.query(`UPDATE audit_seals SET seq = ${place}${b}) WHERE audit_id = ${a}`);
    },
  },
  { name: 'a row is inserted', found: 'inserted', apply: () => insertRow('0') },
  {
    name: 'a row is inserted with a seal in the middle of the chain',
    found: 'broken',
    apply: async () => {
      const { rows } = await insertRow('0');
      const at = 1 + random(ROWS - 1);
      await owner.query('UPDATE audit_seals SET seq = -seq WHERE clinic_id = $1 AND seq > $2', [clinic, at]);
      await owner.query('UPDATE audit_seals SET seq = 1 - seq WHERE clinic_id = $1 AND seq < 0', [clinic]);
      await owner.query(
        `INSERT INTO audit_seals SELECT clinic_id, $2 + 1, $3, content_hash, hash FROM audit_seals
         WHERE clinic_id = $1 AND seq = $2`,
        [clinic, at, rows[0].id],
      );
    },
  },
  {
    name: 'an old event is invented and sealed',
    found: 'backdated',
    apply: async () => {
      const { rows } = await insertRow(`${11 + random(10_000)} minutes`);
      await owner.query('INSERT INTO audit_unsealed VALUES ($1, $2)', [clinic, rows[0].id]);
      await sealAudit(pool);
    },
  },
  {
    name: 'a seal is edited',
    found: 'broken',
    apply: async () =>
      owner.query(`UPDATE audit_seals SET hash = sha256(hash) WHERE audit_id = $1`, [await anyRow()]),
  },
  {
    name: 'the end of the chain and its head are removed',
    found: 'cut',
    apply: async () => {
      const left = random(ROWS);
      await owner.query(
        `DELETE FROM audit WHERE id IN (SELECT audit_id FROM audit_seals WHERE clinic_id = $1 AND seq > $2)`,
        [clinic, left],
      );
      await owner.query('DELETE FROM audit_seals WHERE clinic_id = $1 AND seq > $2', [clinic, left]);
      await owner.query(
        `UPDATE audit_heads SET seq = $2, hash = coalesce((SELECT hash FROM audit_seals WHERE clinic_id = $1 AND seq = $2), '')
         WHERE clinic = $1`,
        [clinic, left],
      );
    },
  },
  {
    name: 'a row is edited and the whole chain rebuilt',
    found: 'rewritten',
    apply: async () => {
      await owner.query(`UPDATE audit SET action = 'logout' WHERE id = $1`, [await anyRow()]);
      await owner.query('DELETE FROM audit_seals WHERE clinic_id = $1', [clinic]);
      await owner.query('DELETE FROM audit_heads WHERE clinic = $1', [clinic]);
      await owner.query('INSERT INTO audit_unsealed SELECT clinic_id, id FROM audit WHERE clinic_id = $1', [
        clinic,
      ]);
      await sealAudit(pool);
    },
  },
];

const tables = ['audit', 'audit_seals', 'audit_unsealed', 'audit_heads'];

describe('the audit trail of a clinic', () => {
  before(async () => {
    const { url } = await testDatabase();
    pool = aPool(url, 4);
    owner = new Client(url);
    await owner.connect();
    for (const id of [clinic, other])
      await owner.query('INSERT INTO clinics (id, name, name_key) VALUES ($1, $2, $2)', [id, id]);
    await append(clinic, ROWS);
    await append(other, 3);
    await sealAudit(pool);
    await publish();
    for (const table of tables) await owner.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
  });

  // Restores the tables.
  beforeEach(async () => {
    await owner.query(`TRUNCATE ${tables.join(', ')}`);
    for (const table of tables)
      await owner.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept_${table}`);
  });

  after(async () => {
    await owner.end();
    await pool.end();
    rmSync(folder, { recursive: true });
  });

  test('an unchanged audit trail verifies, and every row is sealed', async () => {
    const { sealed, waiting, findings } = await verify();
    assert.deepEqual({ sealed, waiting, findings }, { sealed: ROWS, waiting: 0, findings: [] });
  });

  test('the check reports no fault for audit rows without a seal yet, and the next round seals them', async () => {
    await append(clinic, 2);
    assert.deepEqual(kinds((await verify()).findings), new Set());
    assert.equal((await verify()).waiting, 2);
    await sealAudit(pool);
    const { sealed, waiting, findings } = await verify();
    assert.deepEqual({ sealed, waiting, findings }, { sealed: ROWS + 2, waiting: 0, findings: [] });
  });

  test('eight processes that seal at once make one chain without a gap', async () => {
    await append(clinic, 300);
    await Promise.all(Array.from({ length: 8 }, () => sealAudit(pool)));
    await sealAudit(pool);
    const { sealed, waiting, findings } = await verify();
    assert.deepEqual({ sealed, waiting, findings }, { sealed: ROWS + 300, waiting: 0, findings: [] });
  });

  test('an audit row of a rolled-back transaction leaves no trace, and a late transaction is sealed late', async () => {
    await assert.rejects(
      withTenant(pool, clinic, async (db) => {
        await appendAudit(db, { userId: null, role: 'admin' }, request, { action: 'login' });
        throw new Error('rolled back');
      }),
    );
    await withTenant(pool, clinic, async (db) => {
      await appendAudit(db, { userId: null, role: 'admin' }, request, { action: 'login' });
      await append(clinic, 1);
      await sealAudit(pool);
    });
    await sealAudit(pool);
    const { sealed, findings } = await verify();
    assert.deepEqual({ sealed, findings }, { sealed: ROWS + 2, findings: [] });
  });

  describe('an attacker who controls the database', () => {
    for (let number = 0; number < 208; number++) {
      const change = changes[number % changes.length] as Change;
      test(`the check of the audit trail notices that ${change.name} (${number + 1})`, async () => {
        await change.apply();
        const { findings } = await verify();
        assert.ok(kinds(findings).has(change.found), JSON.stringify(findings));
      });
    }
  });

  test('the check counts every fault of a long trail and keeps the first twenty', async () => {
    const LONG = 5100;
    await owner.query(
      `WITH added AS (INSERT INTO audit (clinic_id, role, action, result, request_id, address_prefix)
         SELECT $1, 'admin', 'login', 'done', '', '' FROM generate_series(1, $2) RETURNING clinic_id, id)
       INSERT INTO audit_unsealed SELECT * FROM added`,
      [clinic, LONG],
    );
    await sealAudit(pool);
    const { sealed, found } = await verify();
    assert.deepEqual([sealed, found], [ROWS + LONG, 0]);
    await owner.query(`UPDATE audit SET role = 'clinician' WHERE clinic_id = $1 AND action = 'login'`, [
      clinic,
    ]);
    const edited = await verify();
    assert.deepEqual([edited.findings.length, edited.found], [20, LONG]);
    assert.deepEqual(findingLines(edited).slice(19), [
      `edited at place ${ROWS + 20} at row ${edited.findings[19]!.row}`,
      `and ${LONG - 20} findings more`,
    ]);
  });

  test('the audit trail of one clinic does not depend on another clinic', async () => {
    await owner.query('DELETE FROM audit WHERE clinic_id = $1', [other]);
    assert.deepEqual((await verify()).findings, []);
  });

  test('the check notices a rebuilt chain even if the file of heads holds a later head of this chain', async () => {
    await owner.query('DELETE FROM audit_seals WHERE clinic_id = $1', [clinic]);
    await owner.query('DELETE FROM audit_heads WHERE clinic = $1', [clinic]);
    await owner.query(`UPDATE audit SET role = 'admin' WHERE clinic_id = $1`, [clinic]);
    await owner.query('INSERT INTO audit_unsealed SELECT clinic_id, id FROM audit WHERE clinic_id = $1', [
      clinic,
    ]);
    await sealAudit(pool);
    const kept = readFileSync(path);
    await publish();
    assert.ok(kinds((await verify()).findings).has('rewritten'));
    writeFileSync(path, kept);
  });

  test('the check copes with half a million heads', async () => {
    const kept = readFileSync(path, 'utf8');
    const hash = '0'.repeat(64);
    const lines = Array.from({ length: 500_000 }, (_, place) =>
      JSON.stringify({ at: '2026-01-01T00:00:00.000Z', clinic, seq: place + 1_000_000, hash }),
    );
    writeFileSync(path, `${kept}${lines.join('\n')}\n`);
    assert.deepEqual((await verify()).findings, [{ kind: 'cut', seq: 1_499_999 }]);
    writeFileSync(path, kept);
  });

  test('a month begins with the heads of all chains in a file of its own, and the check reads every month', async () => {
    const next = Date.parse(`${new Date(moment).toISOString().slice(0, 7)}-01T00:00:00Z`) + 32 * 86_400_000;
    const known = await publish();
    assert.deepEqual(await publishHeads(pool, { log, dataDir: folder, published: known, now: next }), known);
    const [first, second, ...more] = listHeadsFiles(folder);
    assert.deepEqual([join(folder, first!), more], [path, []]);
    const kept = readFileSync(path, 'utf8');
    // The new file alone names the end of every chain.
    writeFileSync(path, '');
    assert.ok((await readHeads(folder))(clinic).size > 0);
    writeFileSync(join(folder, second!), kept.replace(/"hash":"./g, '"hash":"x'));
    assert.ok(kinds((await verify()).findings).has('rewritten'));
    rmSync(join(folder, second!));
    writeFileSync(path, kept);
  });

  test('heads count in any order of their lines, and a place with two hashes equals none', async () => {
    const kept = readFileSync(path, 'utf8');
    const { rows } = await owner.query(
      `SELECT seq, encode(hash, 'hex') AS hash FROM audit_seals WHERE clinic_id = $1 ORDER BY seq`,
      [clinic],
    );
    const lineOf = ({ seq, hash }: { seq: number; hash: string }) =>
      JSON.stringify({ at: '2026-01-01T00:00:00.000Z', clinic, seq: Number(seq), hash });
    const mixed = rows.map((_, index) => rows[(index * 7) % rows.length]);
    const write = (lines: string[]) => writeFileSync(path, `${lines.join('\n')}\n`);
    write([...mixed, ...mixed].map(lineOf));
    const heads = (await readHeads(folder))(clinic);
    assert.deepEqual(
      [...heads.keys()].map((place) => [place, heads.get(place)]),
      rows.map(({ seq, hash }) => [Number(seq), hash]),
    );
    assert.deepEqual([heads.size, heads.get(0), heads.get(ROWS + 1)], [ROWS, undefined, undefined]);
    assert.deepEqual((await verify()).findings, []);
    write([...mixed, { ...rows[4], hash: rows[5].hash }, rows[4]].map(lineOf));
    const { findings } = await verify();
    assert.deepEqual(
      findings.map(({ kind, seq }) => [kind, seq]),
      [['rewritten', 5]],
    );
    writeFileSync(path, kept);
  });

  test('the check ignores half a line at the end of the file of heads', async () => {
    const kept = readFileSync(path, 'utf8');
    writeFileSync(path, `${kept}{"at":"2026-01-01T00:00:00.000Z","clinic":"${clinic}","se`);
    assert.deepEqual((await verify()).findings, []);
    writeFileSync(path, kept);
  });

  test('the database user of the server can neither change an audit row nor forge a seal', async () => {
    const statements = [
      'UPDATE audit SET role = role',
      'DELETE FROM audit',
      `INSERT INTO audit (clinic_id, role, action, result, request_id, address_prefix) VALUES ('${clinic}', '', '', '', '', '')`,
      'DELETE FROM audit_seals',
      'UPDATE audit_seals SET hash = hash',
      'DELETE FROM audit_unsealed',
      'SELECT * FROM audit_unsealed',
      'UPDATE audit_heads SET seq = 0',
      'TRUNCATE audit',
      'ALTER TABLE audit DISABLE ROW LEVEL SECURITY',
    ];
    const client = await pool.connect();
    try {
      await client.query(`SET app.clinic_id = '${clinic}'`);
      for (const statement of statements)
        await assert.rejects(client.query(statement), { code: '42501' }, statement);
    } finally {
      client.release(true);
    }
  });
});
