import { BlockList } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appliedMigrations, isReadOnly } from '../database/queries.ts';
import { migrationFiles } from '../database/migrate.ts';
import { withoutTenant } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { program } from '../settings/version.ts';
import { AppError } from '../settings/app-error.ts';

// Supervisors and load balancers ask from these networks. No other network learns the state of the server (R69).
const nearby = new BlockList();
nearby.addSubnet('127.0.0.0', 8);
nearby.addSubnet('10.0.0.0', 8);
nearby.addSubnet('172.16.0.0', 12);
nearby.addSubnet('192.168.0.0', 16);
nearby.addAddress('::1', 'ipv6');
nearby.addSubnet('fc00::', 7, 'ipv6');
nearby.addSubnet('fe80::', 10, 'ipv6');

/**
 * `/healthz` says that the process answers and names its version, `/readyz` that the database answers, is migrated and takes changes. It also names a
 * full disk and late jobs. Both answer this
 * machine and its private network only, and not through a proxy: a proxy on this machine forwards strangers, too, and the
 * header of a forwarded request is all that tells them from a local one.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', { config: { access: 'public' } }, (request, reply) =>
    reply.send(answerHealth(request)),
  );
  app.get('/readyz', { config: { access: 'public' } }, (request, reply) =>
    answerReadiness(services, request, reply),
  );
}

function answerHealth(request: FastifyRequest): { status: 'ok'; version: string; build: string } {
  refuseStrangers(request);
  return { status: 'ok', ...program };
}

async function answerReadiness(
  { pool, metrics, lateJobs, now }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  refuseStrangers(request);
  const database = await databaseState(pool);
  if (database !== 'ok') return reply.code(503).send({ status: 'unavailable', database });
  // Other processes would not do better, so calls still come here: reading works, and the log says it to the operator.
  const disk = metrics.isDiskFull(now()) ? 'full' : 'ok';
  const late = lateJobs();
  const status = disk === 'ok' && late.length === 0 ? 'ok' : 'degraded';
  return reply.send({ status, database, ...(disk === 'full' && { disk }), ...(late.length > 0 && { late }) });
}

function refuseStrangers({ headers, socket: { remoteAddress = '' } }: FastifyRequest): void {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  const isNear = nearby.check(remoteAddress, remoteAddress.includes(':') ? 'ipv6' : 'ipv4');
  if (isForwarded || !isNear) throw new AppError('not_found');
}

async function databaseState(
  pool: Services['pool'],
): Promise<'ok' | 'not migrated' | 'read only' | 'unreachable'> {
  try {
    return await withoutTenant(pool, async (db) => {
      const applied = new Set(await appliedMigrations(db));
      if (!migrationFiles().every((name) => applied.has(name))) return 'not migrated';
      return (await isReadOnly(db)) ? 'read only' : 'ok';
    });
  } catch {
    // No log entry: the answer itself says that the database cannot be reached.
    return 'unreachable';
  }
}
