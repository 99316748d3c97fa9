// A thread that sends logins of one address at a fixed rate until it gets a message. It then answers with the statuses.
import { Agent, request } from 'node:http';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';

export type Flood = { port: number; clinicId: string; aSecond: number; connections: number; from: string };

const { port, clinicId, aSecond, connections, from: localAddress } = workerData as Flood;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const headers = { 'x-requested-with': 'resonanz', 'content-type': 'application/json' };
const options = { host: '127.0.0.1', port, path: '/api/patients/login', method: 'POST' };
const statuses: Record<number, number> = {};
const began = performance.now();
let sent = 0;

function attempt(): void {
  const body = { clinic_id: clinicId, username: `X${sent++}`, password: '1977-07-07' };
  const sending = request({ ...options, headers, localAddress, agent }, (response) => {
    const status = response.statusCode ?? 0;
    statuses[status] = (statuses[status] ?? 0) + 1;
    response.resume();
  });
  sending.on('error', () => {}).end(JSON.stringify(body));
}

setInterval(() => {
  const due = ((performance.now() - began) * aSecond) / 1000;
  while (sent < due) attempt();
}, 10);

parentPort?.once('message', () => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(statuses);
  process.exit(0);
});
