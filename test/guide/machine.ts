import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttp, request } from 'node:http';
import { createServer as createHttps, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { aCertificate } from '../certificate.ts';
import { freePort } from '../free-port.ts';
import { has } from '../programs.ts';
import { Units } from './units.ts';

const run = promisify(execFile);
const NGINX = 'nginx';
const isRoot = process.getuid?.() === 0;
/** The checkout. */
export const project = new URL('../..', import.meta.url).pathname;

/**
 * A bare machine for the operations guide: a folder that stands for `/`. The commands run as they stand in the guide, but for the
 * names that an operator replaces as well: folders, ports, the name of the server, and the name of its user.
 */
export class Machine {
  readonly root = mkdtempSync(join(tmpdir(), 'resonanz-guide-'));
  readonly units = new Units(this);
  account = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  certificate = '';
  readonly #ports = new Map<string, number>();
  #replaced: [RegExp, string][] = [];
  #nginx: ChildProcess | undefined;
  #standIn: Server | undefined;
  #control = createHttp();

  /** `given` names the ports of PostgreSQL (5432) and of the mail server (25). */
  async prepare(given: Record<string, number>): Promise<void> {
    chmodSync(this.root, 0o755);
    for (const folder of [
      'usr/local/bin',
      'etc/systemd/system',
      'etc/nginx/conf.d',
      'var/log/nginx',
      'etc/resonanz/tls',
      'media/safe',
      'run',
      'opt',
      'bin',
    ])
      mkdirSync(join(this.root, folder), { recursive: true });
    chmodSync(join(this.root, 'media/safe'), 0o777);
    for (const port of ['80', '443', '8080', '8081'])
      this.#ports.set(port, given[port] ?? (await freePort()));
    for (const [port, real] of Object.entries(given)) this.#ports.set(port, real);
    const [user, group] = await this.#findUser();
    this.#replaced = [
      [/(?<![\w.-])\/(opt|etc|var|srv|run|media|usr\/local)(?=\/)/g, `${this.root}/$1`],
      [/ -u resonanz\b/g, ` -u ${user}`],
      [/ -o resonanz\b/g, ` -o ${user}`],
      [/ -g resonanz\b/g, ` -g ${group}`],
      [/https:\/\/resonanz\.klinik\.example/g, `https://localhost:${this.port('443')}`],
      [/resonanz\.klinik\.example/g, 'localhost'],
      [/(?<=listen (\[::\]:)?)(80|443)\b/g, '«$2»'],
      [/\b(8080|8081)\b/g, '«$1»'],
      [/(?<=127\.0\.0\.1:)5432\b/g, '«5432»'],
      [/(?<=smtp:\/\/localhost:)25\b/g, '«25»'],
      ...(hasIpv6() ? [] : ([[/^ *listen \[::\].*\n/gm, '']] as [RegExp, string][])),
    ];
    const { cert, key } = await aCertificate();
    this.certificate = cert;
    writeFileSync(this.path('/etc/resonanz/tls/certificate.pem'), cert);
    writeFileSync(this.path('/etc/resonanz/tls/key.pem'), key);
    writeFileSync(this.path('/run/authority.pem'), cert);
    await this.#makeTools();
  }

  port = (name: string): number => this.#ports.get(name)!;
  path = (path: string): string => join(this.root, path);

  /** The text with the names of this machine. */
  here(text: string): string {
    const named = this.#replaced.reduce((done, [from, to]) => done.replaceAll(from, to), text);
    return named.replaceAll(/«(\d+)»/g, (_, port: string) => String(this.port(port)));
  }

  /** Runs commands of the guide. Throws with their output if one fails. */
  async shell(text: string): Promise<string> {
    const env = {
      PATH: `${this.path('/bin')}${delimiter}${this.path('/usr/local/bin')}${delimiter}${process.env['PATH']}`,
      HOME: this.root,
      // The clinic's own authority, which its machines trust. The folder of nginx is for root only.
      NODE_EXTRA_CA_CERTS: this.path('/run/authority.pem'),
    };
    const { stdout, stderr } = await run('/bin/sh', ['-eu', '-c', this.here(text)], { cwd: project, env });
    this.#takeNames(this.path('/etc'));
    this.#takeNames(this.path('/usr/local/bin'));
    return stdout + stderr;
  }

  /** Starts nginx with the delivered file, or lets it read the file again. Without nginx a small proxy takes its place. */
  async reloadProxy(): Promise<void> {
    const config = this.path('/etc/nginx/nginx.conf');
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const places = folders.map((name) => `${name}_temp_path ${this.path(`/run/${name}`)};`).join(' ');
    writeFileSync(
      config,
      `pid ${this.path('/run/nginx.pid')}; error_log stderr; daemon off; events {} http { access_log off; ${places} include ${this.path('/etc/nginx/conf.d')}/*.conf; }`,
    );
    const args = ['-p', this.path('/etc/nginx'), '-c', config];
    if (!has('nginx with TLS and HTTP/2')) return void (this.#standIn ??= this.#startStandIn());
    await run(NGINX, ['-t', ...args]);
    if (this.#nginx) return void (await run(NGINX, ['-s', 'reload', ...args]));
    this.#nginx = spawn(NGINX, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }

  get hasNginx(): boolean {
    return this.#nginx !== undefined;
  }

  async remove(): Promise<void> {
    await this.units.stopAll();
    this.#control.close();
    this.#standIn?.close();
    if (this.#nginx) {
      const ended = once(this.#nginx, 'exit');
      this.#nginx.kill('SIGTERM');
      await ended;
    }
    rmSync(this.root, { recursive: true, force: true });
  }

  // The operator writes names and ports into the files of `/etc`.
  #takeNames(folder: string): void {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, name);
      if (!statSync(file).isFile() || name.endsWith('.pem')) continue;
      const text = readFileSync(file, 'utf8');
      if (this.here(text) !== text) writeFileSync(file, this.here(text));
    }
  }

  /** The user and group that stand for `resonanz`: as root another one, else this one. */
  async #findUser(): Promise<[string, string]> {
    const name = isRoot ? 'nobody' : (await run('id', ['-un'])).stdout.trim();
    const group = (await run('id', ['-gn', name])).stdout.trim();
    const ids = await Promise.all(
      ['-u', '-g'].map(async (of) => Number((await run('id', [of, name])).stdout)),
    );
    this.account = { uid: ids[0]!, gid: ids[1]! };
    return [name, group];
  }

  async #makeTools(): Promise<void> {
    this.#control.on('request', (call, answer) => {
      const words = JSON.parse(decodeURIComponent(call.url!.slice(1))) as string[];
      this.units.systemctl(words).then(
        () => answer.end(),
        (error: Error) => answer.writeHead(500).end(error.message),
      );
    });
    await once(this.#control.listen(0, '127.0.0.1'), 'listening');
    const { port } = this.#control.address() as AddressInfo;
    this.#tool(
      'systemctl',
      `fetch('http://127.0.0.1:${port}/' + encodeURIComponent(JSON.stringify(process.argv.slice(2)))).then(async (answer) => { console.error(await answer.text()); process.exitCode = answer.ok ? 0 : 1; })`,
    );
    // A test adds no user to the computer that it runs on.
    this.#tool('useradd', '');
    if (!isRoot) writeFileSync(this.path('/bin/runuser'), '#!/bin/sh\nshift 3\nexec "$@"\n', { mode: 0o755 });
    if (has('curl')) return;
    this.#tool(
      'curl',
      `const ask = (left) => fetch(process.argv.at(-1)).then((answer) => { if (!answer.ok) throw new Error(answer.status); }).catch((error) => left === 0 ? Promise.reject(error) : new Promise((done) => setTimeout(done, 1000)).then(() => ask(left - 1))); await ask(60);`,
    );
  }

  #tool(name: string, script: string): void {
    writeFileSync(this.path(`/bin/${name}.mjs`), script);
    writeFileSync(
      this.path(`/bin/${name}`),
      `#!/bin/sh\nexec ${process.execPath} ${this.path(`/bin/${name}.mjs`)} "$@"\n`,
      { mode: 0o755 },
    );
  }

  #startStandIn(): Server {
    const tls = { cert: this.certificate, key: readFileSync(this.path('/etc/resonanz/tls/key.pem')) };
    return createHttps(tls, (call, answer) => {
      const headers = { ...call.headers, 'x-forwarded-for': '127.0.0.1' };
      const onward = request(
        { port: this.port('8080'), path: call.url, method: call.method, headers },
        (reply) => {
          answer.writeHead(reply.statusCode!, reply.headers);
          reply.pipe(answer);
        },
      );
      onward.on('error', () => answer.destroy());
      call.pipe(onward);
    }).listen(this.port('443'), '127.0.0.1');
  }
}

const hasIpv6 = () =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));
