import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../../../server/operator/command.ts';
import { courseCommands } from './course-command.ts';

type Row = Record<string, unknown>;

async function simulate(persons: string): Promise<Row[]> {
  const printed: Row[] = [];
  await courseCommands[0]!.run({
    values: { persons, seed: 'x' },
    positionals: [],
    dataDir: '',
    services: () => Promise.reject(new Error('a simulation needs no database')),
    databaseUrl: () => Promise.reject(new Error('no database is needed')),
    extensions: [],
    note: () => {},
    write: () => {},
    print: (rows) => printed.push(...rows),
  });
  return printed;
}

test('therapies are simulated in four ways, and the bands hold their share where the model is right', async () => {
  const rows = await simulate('300');
  const valueOf = (courses: string, figure: string) =>
    Number(rows.find((row) => row['courses'] === courses && row['figure'] === figure)?.['value']);
  for (const courses of ['model', 'sudden_gains', 'sawtooth', 'random_walk'])
    assert.ok(Number.isFinite(valueOf(courses, 'false_signals')), courses);
  assert.ok(Math.abs(valueOf('model', '80 % band, week 8') - 0.8) < 0.08);
});

test('a simulation of no therapy is refused', async () => {
  await assert.rejects(simulate('0'), UsageError);
});
