import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../../../eventually.ts';
import { freePort } from '../../../free-port.ts';
import { type Hands, pressAt, typed } from './hands.ts';

/** Debian's WebKit with a window on a display of its own, led by WebDriver. */
export async function openWebKit(): Promise<Hands> {
  const display = await startDisplay();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display.name };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation'] } } };
  const root = `http://127.0.0.1:${port}`;
  const { sessionId } = await eventually(() =>
    send<{ sessionId: string }>(`${root}/session`, { capabilities }),
  );
  const session = `${root}/session/${sessionId}`;
  return {
    async open(url, size) {
      await send(`${session}/window/rect`, size);
      await send(`${session}/url`, { url });
    },
    async evaluate(expression) {
      return JSON.parse(
        await send(`${session}/execute/sync`, {
          script: `return JSON.stringify(${expression}) ?? 'null'`,
          args: [],
        }),
      );
    },
    async press(place) {
      await send(`${session}/actions`, { actions: pressAt(place) });
    },
    async type(text) {
      await send(`${session}/actions`, { actions: typed(text) });
    },
    async close() {
      await fetch(session, { method: 'DELETE' });
      await stop(driver);
      await stop(display.program);
    },
  };
}

async function startDisplay(): Promise<{ name: string; program: ChildProcess }> {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const program = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = await once(program.stdout, 'data');
  return { name: `:${String(number).trim()}`, program };
}

async function stop(program: ChildProcess): Promise<void> {
  const exited = once(program, 'exit');
  program.kill();
  await exited;
}

async function send<T>(url: string, body: object): Promise<T> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${url}: ${value.error}, ${value.message}`);
  return value;
}
