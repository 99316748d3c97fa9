import { Agent, request } from 'node:http';
import { findNonce, type LoginTask } from '../../src/domain/proof-of-work.ts';

export type Reply = { status: number; code: string; device: string | undefined };

const agents = new Map<string, Agent>();

function agentOf(localAddress: string): Agent {
  const known = agents.get(localAddress) ?? new Agent({ keepAlive: true, maxSockets: 1 });
  agents.set(localAddress, known);
  return known;
}

function send(
  port: number,
  from: string,
  path: string,
  body?: object,
  device?: string,
): Promise<{ status: number; text: string; cookies: string[] }> {
  const headers = {
    'x-requested-with': 'resonanz',
    ...(body && { 'content-type': 'application/json' }),
    ...(device && { cookie: `dc=${device}` }),
  };
  const options = {
    host: '127.0.0.1',
    port,
    path,
    method: body ? 'POST' : 'GET',
    headers,
    localAddress: from,
    agent: agentOf(from),
  };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, cookies: response.headers['set-cookie'] ?? [] }),
      );
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

/** A patient's login from an address of this machine. `device` is the cookie of a known browser. */
export type Login = {
  clinicId: string;
  code: string;
  date: string;
  from: string;
  device?: string | undefined;
  solves: boolean;
};

/** Logs in. If the server asks for a task and `solves` is set, solves it first. */
export async function logIn(port: number, login: Login): Promise<Reply> {
  const body = { clinic_id: login.clinicId, username: login.code, password: login.date };
  const path = '/api/patients/login';
  const first = await send(port, login.from, path, body, login.device);
  const isAskedToSolve = first.status === 429 && first.text.includes('proof_required');
  const answer =
    isAskedToSolve && login.solves
      ? await send(port, login.from, path, { ...body, proof: solve(JSON.parse(first.text)) }, login.device)
      : first;
  const device = answer.cookies
    .find((cookie) => cookie.startsWith('dc='))
    ?.slice(3)
    .split(';')[0];
  return { status: answer.status, code: answer.status === 200 ? '' : JSON.parse(answer.text).code, device };
}

function solve({ task }: { task: LoginTask }) {
  return { challenge: task.challenge, nonce: findNonce(task, 0, 2 ** 30) ?? '' };
}

/** Closes every connection. */
export function closeConnections(): void {
  for (const agent of agents.values()) agent.destroy();
}
