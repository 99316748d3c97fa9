// The rules and the dashboard of deploy/, on the numbers as Prometheus stores them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse, stringify } from 'yaml';
import { aClinic } from '../../../test/builders.ts';
import { hasAll } from '../../../test/programs.ts';
import { testServices } from '../../../test/services.ts';
import { type Series, storedSeries, textOf } from '../../../test/stored-series.ts';
import { buildApp } from '../app.ts';
import { noteRun } from '../database/across-queries.ts';
import { withoutTenant } from '../database/transaction.ts';
import { startJobs } from '../jobs.ts';
import { openTransport } from '../mail/transport.ts';
import { hashQueueSizes } from '../login/password-hash.ts';
import { collectOnDemand } from './collect.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-monitoring-'));
after(() => rmSync(folder, { recursive: true }));
const deployed = (name: string) => new URL(`../../../deploy/${name}`, import.meta.url);

type Rule = { alert: string; labels: Record<string, string>; annotations: { summary: string } };
const RULES = deployed('prometheus/alerts.yml');
const rules = (parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const board = JSON.parse(readFileSync(deployed('grafana/resonanz.json'), 'utf8')) as {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
};

// What a process tells that has just started, answered two calls and knows a backup.
let stored: Series[];
before(async () => {
  const services = await testServices();
  await aClinic(services);
  await withoutTenant(services.pool, (db) => noteRun(db, 'backup', 'ended'));
  const app = await buildApp(services);
  await app.inject({ url: '/api/clinics' });
  await app.inject({ method: 'POST', url: '/api/auth/patients/survey', payload: {} });
  await app.close();
  const jobs = startJobs(services, folder, openTransport(undefined, folder));
  collectOnDemand({ ...services, hashes: hashQueueSizes });
  stored = storedSeries(await services.metrics.registry.metrics());
  await jobs.stop();
});

const PROMTOOL = 'promtool';

/** Runs promtool on a test of rules. */
function promtool(content: object): { status: number | null; output: string } {
  copyFileSync(RULES, join(folder, 'alerts.yml'));
  writeFileSync(join(folder, 'test.yml'), stringify(content));
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', join(folder, 'test.yml')], {
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

/** A stored series, and what its values are minute by minute in the notation of promtool. */
type Given = { name: string; labels?: Record<string, string>; values: string };
/** A moment at which a rule fires, with the labels of the alert, or is silent. */
type Case = { given: Given[]; at: string; fires?: Record<string, string> };

const answers = (status: string, values: string): Given => ({
  name: 'resonanz_http_request_seconds_count',
  labels: { method: 'GET', route: '/api/clinics', status },
  values,
});
const bucket = (seconds: string, values: string): Given => ({
  name: 'resonanz_http_request_seconds_bucket',
  labels: { le: seconds, method: 'POST', route: '/api/auth/patients/survey' },
  values,
});
const slow = (under: string) => [
  bucket('0.5', under),
  bucket('1', under),
  bucket('2.5', '0+100x60'),
  bucket('+Inf', '0+100x60'),
];
const installation = (what: string, values: string): Given => ({
  name: 'resonanz_installation',
  labels: { what },
  values,
});
const backupEnded = (values: string): Given => ({
  name: 'resonanz_installation_job_timestamp_seconds',
  labels: { task: 'backup', moment: 'ended' },
  values,
});
const seal = (failed: string, lastSuccess: string): Given[] => [
  { name: 'resonanz_job_runs_total', labels: { task: 'seal the trail', outcome: 'failed' }, values: failed },
  {
    name: 'resonanz_job_last_success_timestamp_seconds',
    labels: { task: 'seal the trail' },
    values: lastSuccess,
  },
];
const accepted = (values: string): Given => ({
  name: 'resonanz_mails_total',
  labels: { queue: 'outbox', outcome: 'accepted' },
  values,
});
const hashes = (values: string): Given => ({
  name: 'resonanz_hashes',
  labels: { state: 'waiting' },
  values,
});
const up = (values: string): Given => ({ name: 'up', values });
const TARGET = { job: 'resonanz', instance: '10.0.0.5:18080' };

const cases: Record<string, Case[]> = {
  ResonanzAway: [
    { given: [up('0x10'), hashes('0x10')], at: '5m', fires: TARGET },
    // The targets have another name, as those that Kubernetes finds.
    { given: [], at: '5m', fires: {} },
    { given: [up('1x10'), hashes('0x10')], at: '5m' },
  ],
  ResonanzErrors: [
    { given: [answers('500', '0+10x30'), answers('200', '0+90x30')], at: '20m', fires: {} },
    { given: [answers('500', '0+1x30'), answers('200', '0+99x30')], at: '20m' },
  ],
  ResonanzSlow: [
    { given: slow('0+90x60'), at: '40m', fires: {} },
    { given: slow('0+99x60'), at: '40m' },
  ],
  ResonanzConnectionsUsedUp: ['2x10', '0x10'].map((values) => ({
    given: [{ name: 'resonanz_database_connections', labels: { pool: 'calls', state: 'waiting' }, values }],
    at: '5m',
    ...(values === '2x10' && { fires: { ...TARGET, pool: 'calls', state: 'waiting' } }),
  })),
  ResonanzLoginsWait: [
    { given: [hashes('60x10')], at: '5m', fires: { ...TARGET, state: 'waiting' } },
    { given: [hashes('50x10')], at: '5m' },
  ],
  ResonanzJobFails: [
    // It has failed since the process started.
    { given: seal('0+60x400', '0x400'), at: '4h', fires: { ...TARGET, task: 'seal the trail' } },
    { given: seal('0+60x400', '0x400'), at: '2h' },
    { given: seal('0+1x400', '0+60x400'), at: '4h' },
    { given: seal('0x400', '0x400'), at: '4h' },
  ],
  ResonanzTrailUnsealed: [
    { given: [installation('unsealed_rows', '60000x60')], at: '30m', fires: {} },
    { given: [installation('unsealed_rows', '50000x60')], at: '30m' },
  ],
  ResonanzMailsWait: [
    // No mail was ever accepted.
    { given: [installation('outbox_waiting', '3x400'), accepted('0x400')], at: '5h', fires: {} },
    { given: [installation('outbox_waiting', '3x400'), accepted('0+1x400')], at: '5h' },
    { given: [installation('outbox_waiting', '0x400'), accepted('0x400')], at: '5h' },
  ],
  ResonanzCrisisRemindersWait: [
    { given: [installation('crisis_reminders_waiting', '1x60')], at: '45m', fires: {} },
    { given: [installation('crisis_reminders_waiting', '1x20 0x40')], at: '45m' },
  ],
  ResonanzBackupOld: [
    { given: [backupEnded('60x2000')], at: '26h', fires: {} },
    { given: [backupEnded('0+60x2000')], at: '26h' },
  ],
  ResonanzBackupNever: [
    {
      given: [installation('clinics', '1x2000')],
      at: '26h',
      fires: { task: 'backup', moment: 'ended' },
    },
    { given: [installation('clinics', '1x2000'), backupEnded('60x2000')], at: '26h' },
    { given: [installation('clinics', '0x2000')], at: '26h' },
  ],
};

const withTarget = ({ name, labels = {} }: Given): Series => ({ name, labels: { ...labels, ...TARGET } });

// Each answer has a status of its own, so a scrape does not show all.
const withoutStatus = ({ name, labels }: Series): string => {
  const others = Object.entries(labels).filter(([label]) => label !== 'status');
  return textOf({ name, labels: Object.fromEntries(others.toSorted()) });
};

test('the cases of the rules are made of series that Prometheus stores', () => {
  const known = new Set(stored.map(withoutStatus));
  const given = Object.values(cases).flatMap((some) => some.flatMap((one) => one.given));
  assert.ok(given.length > 20);
  assert.deepEqual(
    given.map((one) => withoutStatus(withTarget(one))).filter((series) => !known.has(series)),
    [],
  );
});

for (const rule of rules)
  test(`the rule ${rule.alert} fires when it should, and is silent when all is well`, (t) => {
    const own = cases[rule.alert] ?? [];
    for (const wanted of [true, false]) assert.ok(own.some(({ fires }) => (fires !== undefined) === wanted));
    if (!hasAll(t, PROMTOOL)) return;
    const ran = promtool({
      rule_files: ['alerts.yml'],
      evaluation_interval: '1m',
      tests: own.map(({ given, at, fires }) => ({
        interval: '1m',
        input_series: given.map((one) => ({ series: textOf(withTarget(one)), values: one.values })),
        alert_rule_test: [
          {
            eval_time: at,
            alertname: rule.alert,
            exp_alerts: fires ? [alertOf(rule, fires)] : [],
          },
        ],
      })),
    });
    assert.equal(ran.status, 0, ran.output);
  });

function alertOf({ labels, annotations }: Rule, fires: Record<string, string>) {
  const summary = annotations.summary.replaceAll(
    /\{\{ \$labels\.(\w+) \}\}/g,
    (_, name) => fires[name] ?? '',
  );
  return { exp_labels: { ...labels, ...fires }, exp_annotations: { summary } };
}

/** Expressions that have a value each where a panel shows something, and a label of its legend is not empty. */
function signsOf({ expr, legendFormat }: { expr: string; legendFormat: string }): string[] {
  const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
  // `vector(1)` has no label, so it takes away what has an empty one.
  const named = labels.map(
    (label) => `count((count by (${label}) (${expr})) unless on (${label}) vector(1)) > 0`,
  );
  return [`count(${expr}) > 0`, ...named];
}

test('every panel of the dashboard shows something of what Prometheus stores, under the labels of its legend', (t) => {
  const signs = board.panels.flatMap(({ title, targets }) =>
    targets.flatMap((target) => signsOf(target).map((expr) => ({ alert: title, expr }))),
  );
  assert.ok(signs.length > 20);
  const panels = signs.map(({ alert, expr }, place) => ({ alert: `${place} ${alert}`, expr }));
  writeFileSync(join(folder, 'panels.yml'), stringify({ groups: [{ name: 'panels', rules: panels }] }));
  if (!hasAll(t, PROMTOOL)) return;
  const ran = promtool({
    rule_files: ['panels.yml'],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: stored.map((series) => ({ series: textOf(series), values: '1+1x120' })),
        alert_rule_test: panels.map(({ alert }) => ({
          eval_time: '90m',
          alertname: alert,
          exp_alerts: [{ exp_labels: {}, exp_annotations: {} }],
        })),
      },
    ],
  });
  assert.equal(ran.status, 0, ran.output);
});

test('no number has a label that Prometheus gives itself', async () => {
  const labels = new Set(stored.flatMap((series) => Object.keys(series.labels)));
  assert.ok(labels.size > 8);
  assert.deepEqual(
    [...labels].filter((label) => /^(exported_|__|quantile$)/.test(label)),
    [],
  );
});
