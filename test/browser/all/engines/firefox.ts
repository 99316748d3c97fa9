import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Hands, pressAt, typed } from './hands.ts';

type Answer = { id?: number; type: string; result?: unknown; error?: string; message?: string };

/** Debian's Firefox without a window, led by WebDriver BiDi. */
export async function openFirefox(): Promise<Hands> {
  const profile = mkdtempSync(join(tmpdir(), 'resonanz-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const firefox = spawn('firefox-esr', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(firefox, 'exit');
  const send = await connect(`${await addressIn(firefox.stderr)}/session`);
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const [context] = contexts.map((one) => one.context);
  return {
    async open(url, viewport) {
      await send('browsingContext.setViewport', { context, viewport });
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await send<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', {
        // As text, because BiDi has a form of its own for objects.
        expression: `JSON.stringify(${expression}) ?? 'null'`,
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? 'null');
    },
    async press(place) {
      await send('input.performActions', { context, actions: pressAt(place) });
    },
    async type(text) {
      await send('input.performActions', { context, actions: typed(text) });
    },
    async close() {
      firefox.kill('SIGKILL');
      await exited;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Firefox says where it listens once it does. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let said = '';
  for await (const part of output) {
    said += String(part);
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
    if (address) return address;
  }
  throw new Error(`Firefox ended before it listened: ${said}`);
}

async function connect(url: string) {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    waiting.get(answer.id ?? 0)?.(answer);
  });
  let last = 0;
  return async <T>(method: string, params: object): Promise<T> => {
    last += 1;
    const answered = new Promise<Answer>((resolve) => waiting.set(last, resolve));
    socket.send(JSON.stringify({ id: last, method, params }));
    const { type, result, error, message } = await answered;
    if (type === 'error') throw new Error(`${method}: ${error}, ${message}`);
    return result as T; // of the type that the caller knows from the protocol
  };
}
