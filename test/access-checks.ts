import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { CallName } from '../src/contract/calls.ts';
import type { Route } from '../src/contract/route.ts';
import { withoutTenant } from '../src/server/database/transaction.ts';
import type { Services } from '../src/server/services.ts';
import type { Row } from './access-matrix.ts';
import type { Requests } from './access-requests.ts';
import { actors, aWorld, type Actor, type World } from './access-world.ts';
import { inClinic } from './builders.ts';
import { call } from './call.ts';

type Server = { services: Services; app: FastifyInstance };

/** A call whose outcomes a table names for every actor. */
export type CheckedCall = {
  name: string;
  target: CallName | Route;
  requests: Requests;
  /** It succeeds only once per object, so each actor gets a new world. */
  isOnce: boolean;
  /** Adds to a new world what the requests need. */
  prepare?: (world: World) => Promise<void>;
};

/** The expected outcome per actor. Every actor stands once. */
export function outcomes(row: Row): Map<Actor, string> {
  const named = Object.entries(row).flatMap(([outcome, who]) =>
    who.flatMap((one) => (one === 'everybody' ? actors : [one])).map((actor) => [actor, outcome] as const),
  );
  assert.deepEqual(
    named.map(([actor]) => actor).sort(),
    actors.toSorted(),
    'every actor stands once in a row',
  );
  return new Map(named);
}

/** Makes the call as every actor for every object. A refusal must change nothing. */
export async function checkAccess(
  server: Server,
  checked: CheckedCall,
  rows: Record<string, Row>,
): Promise<void> {
  assert.deepEqual(
    Object.keys(checked.requests).sort(),
    Object.keys(rows).sort(),
    'every object has a request',
  );
  for (const [object, row] of Object.entries(rows)) await checkRow(server, checked, object, outcomes(row));
}

async function checkRow(
  server: Server,
  checked: CheckedCall,
  object: string,
  expected: Map<Actor, string>,
): Promise<void> {
  const { services } = server;
  const { name, isOnce, prepare } = checked;
  const prepared = async () => {
    const world = await aWorld(services);
    await prepare?.(world);
    return world;
  };
  const refused = actors.filter((actor) => !isSuccess(expected.get(actor)));
  const world = await prepared();
  const before = await fingerprint(services, world);
  for (const actor of refused) await checkCall(server, checked, object, world, actor, expected.get(actor));
  const after = await fingerprint(services, world);
  assert.equal(after, before, `${name}, ${object}: a refused call changed something`);
  for (const actor of actors.filter((one) => isSuccess(expected.get(one)))) {
    const untouched = isOnce ? await prepared() : world;
    await checkCall(server, checked, object, untouched, actor, expected.get(actor));
  }
}

const isSuccess = (outcome: string | undefined) => outcome?.startsWith('2') === true;

async function checkCall(
  { services, app }: Server,
  { name, target, requests }: CheckedCall,
  object: string,
  world: World,
  actor: Actor,
  expected: string | undefined,
): Promise<void> {
  const request = await requests[object]?.({ world, actor, app, services });
  await forgetRegistrations(services);
  const { status, problem } = await call(app, target, { as: world.cookies[actor], ...request });
  const outcome = problem.code === undefined ? String(status) : `${status} ${problem.code}`;
  assert.equal(outcome, expected, `${name}, ${object}: ${actor}`);
}

// R54 limits the number of registrations for all actors together, so earlier ones are deleted.
function forgetRegistrations({ pool }: Services): Promise<unknown> {
  return withoutTenant(pool, (db) => db.deleteFrom('limited_attempts').execute());
}

const tables = [
  'accounts',
  'second_factors',
  'patients',
  'survey_windows',
  'survey_sessions',
  'survey_pages',
  'drafts',
  'reports',
  'study_consents',
  'sharing_answers',
  'crisis_events',
  'course_signals',
  'deputies',
  'reminder_addresses',
  'instrument_drafts',
  'instrument_signers',
  'instrument_signatures',
  'clinic_instruments',
] as const;

/** One hash of all rows of the clinics' data. */
async function fingerprint(
  services: Services,
  { clinicId, emptyClinicId, foreignPatient }: World,
): Promise<string> {
  const parts: string[] = [];
  const hashes = sql.join(
    tables.map(
      (table) => sql`(SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ${sql.table(table)} t)`,
    ),
    sql`, `,
  );
  for (const clinic of [clinicId, emptyClinicId, foreignPatient.clinicId]) {
    const { rows } = await inClinic(services, clinic, (db) =>
      sql<{ hash: string }>`SELECT concat_ws('|', ${hashes}) AS hash`.execute(db),
    );
    parts.push(rows[0]?.hash ?? '');
  }
  return parts.join();
}
