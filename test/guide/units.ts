import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Machine } from './machine.ts';

/** Starts and stops the units in the folder of systemd as systemctl does. It knows the few keys that ours need. */
export class Units {
  #running = new Map<string, ChildProcess>();
  #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** Does what a call of systemctl asks for. Throws for a call or a unit that it does not know. */
  async systemctl([verb = '', ...words]: string[]): Promise<void> {
    const names = words.filter((word) => !word.startsWith('--'));
    if (verb === 'daemon-reload') return;
    if (verb === 'reload' && names.join() === 'nginx') return this.#machine.reloadProxy();
    for (const name of names) {
      if (name.endsWith('.timer')) this.#read(name.replace(/\.timer$/, ''));
      else if (verb === 'stop' || verb === 'restart') await this.#stop(name);
      if (verb !== 'stop' && !name.endsWith('.timer')) await this.#start(name);
    }
  }

  async stopAll(): Promise<void> {
    for (const name of this.#running.keys()) await this.#stop(name);
  }

  log(): string {
    const names = [...this.#running.keys()];
    return names.map((name) => readFileSync(this.#machine.path(`/run/${name}.log`), 'utf8')).join('');
  }

  async #start(name: string): Promise<void> {
    const unit = this.#read(name);
    const one = (key: string) => unit.findLast(([found]) => found === key)?.[1];
    const folder = one('RuntimeDirectory');
    if (folder) this.#makeFolder(this.#machine.path(`/run/${folder}`));
    const environment = unit.filter(([key]) => key === 'Environment').map(([, value]) => value.split(' '));
    const log = openSync(this.#machine.path(`/run/${name}.log`), 'a');
    const isOther = process.getuid?.() === 0 && one('User') !== undefined;
    const child = spawn('/bin/sh', ['-c', `exec ${one('ExecStart')}`], {
      cwd: one('WorkingDirectory'),
      env: {
        PATH: process.env['PATH'],
        // As systemd does it, the file wins.
        ...variablesOf(environment.flat()),
        ...variablesOf(readFileSync(one('EnvironmentFile')!, 'utf8').split('\n')),
      },
      stdio: ['ignore', log, log],
      ...(isOther && this.#machine.account),
    });
    if (one('Type') !== 'oneshot') return void this.#running.set(name, child);
    const [code] = await once(child, 'exit');
    if (code !== 0)
      throw new Error(
        `${name} ended with ${code}: ${readFileSync(join(this.#machine.path('/run'), `${name}.log`), 'utf8')}`,
      );
  }

  async #stop(name: string): Promise<void> {
    const child = this.#running.get(name);
    this.#running.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  /** The keys of a unit and their values; `%i` is the instance. */
  #read(name: string): [string, string][] {
    const [, stem, instance = ''] = /^([^@]+@?)(.*)$/.exec(name)!;
    const text = readFileSync(this.#machine.path(`/etc/systemd/system/${stem}.service`), 'utf8');
    const lines = text.replaceAll('%i', instance).replaceAll('%%', '%').split('\n');
    return this.#machine
      .here(lines.join('\n'))
      .split('\n')
      .flatMap((line) => {
        const at = line.indexOf('=');
        return at === -1 || line.startsWith('#')
          ? []
          : [[line.slice(0, at), line.slice(at + 1)] as [string, string]];
      });
  }

  #makeFolder(path: string): void {
    mkdirSync(path, { recursive: true });
    const { uid, gid } = this.#machine.account;
    chownSync(path, uid, gid);
  }
}

function variablesOf(lines: string[]): Record<string, string> {
  const given = lines.filter((line) => /^[A-Z_]+=/.test(line));
  return Object.fromEntries(
    given.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
