// Programs that some tests use beside Node.js and PostgreSQL. A test asks first for all that it needs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { isWhole } from './amount.ts';

/** A call that ends with 0 where all is there, and what its output holds then. */
type Need = { program: string; args: readonly string[]; says?: RegExp };

const needs = {
  R: { program: 'Rscript', args: ['--version'] },
  'the R package foreign': { program: 'Rscript', args: ['--vanilla', '-e', 'loadNamespace("foreign")'] },
  PSPP: { program: 'pspp', args: ['--version'] },
  'nginx with TLS and HTTP/2': {
    program: 'nginx',
    args: ['-V'],
    says: /http_ssl_module(?=.*http_v2_module)/s,
  },
  curl: { program: 'curl', args: ['--version'] },
  promtool: { program: 'promtool', args: ['--version'] },
  kubectl: { program: 'kubectl', args: ['kustomize', '--help'] },
  rsyslog: { program: 'rsyslogd', args: ['-v'] },
  'rsyslog-gnutls': {
    program: 'sh',
    args: ['-c', 'find /usr/lib /usr/lib64 -path "*/rsyslog/lmnsd_gtls.so" 2>&1 || true'],
    says: /lmnsd_gtls\.so$/m,
  },
  'Firefox ESR': { program: 'firefox-esr', args: ['--version'] },
  WebKitWebDriver: { program: 'sh', args: ['-c', 'command -v WebKitWebDriver'] },
  Xvfb: { program: 'sh', args: ['-c', 'command -v Xvfb'] },
  'systemd-analyze': { program: 'systemd-analyze', args: ['--version'] },
} as const satisfies Record<string, Need>;
export type NeedName = keyof typeof needs;

const known = new Map<NeedName, boolean>();

/** Whether this machine has it. */
export function has(name: NeedName): boolean {
  const answer = known.get(name) ?? ask(name);
  known.set(name, answer);
  return answer;
}

function ask(name: NeedName): boolean {
  const { program, args, says }: Need = needs[name];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 && (says?.test(`${stdout}${stderr}`) ?? true);
}

/** Whether this machine has all of it. If not, a line says what is missing; `npm run test:all` fails. */
export function hasAll(t: { diagnostic(message: string): void }, ...names: NeedName[]): boolean {
  const missing = names.filter((name) => !has(name));
  const line = `this machine lacks ${missing.join(', ')}: what needs it was not tried`;
  assert.ok(missing.length === 0 || !isWhole, line);
  if (missing.length > 0) t.diagnostic(line);
  return missing.length === 0;
}
