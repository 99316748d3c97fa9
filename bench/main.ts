// `npm run bench [name…]` runs the benchmarks and prints one table with targets. Figures are ratios and times of this run
// on this machine. No figure fails the run. `clinics=100` is a setting, for the benchmarks that know it.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';

type Row = { what: string; value: string; target: string };
type Benchmark = { name: string; run(settings: ReadonlyMap<string, number>): Promise<{ rows: Row[] }> };

const project = join(import.meta.dirname, '..');
const files = globSync(['bench/*.ts', 'src/extensions/*/bench/*.ts'], { cwd: project }).filter(
  (file) => basename(file) !== 'main.ts',
);
const benchmarks = new Map(files.map((file) => [basename(file, '.ts'), join(project, file)]));
const names = [...benchmarks.keys()].sort();

const words = process.argv.slice(2);
const asked = words.filter((word) => !word.includes('='));
const settings = new Map(
  words
    .filter((word) => word.includes('='))
    .map((word) => {
      const [key = '', value] = word.split('=');
      return [key, Number(value)];
    }),
);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join(', ')}". There are: ${names.join(', ')}.`);
  process.exit(2);
}

const rows: (Row & { benchmark: string })[] = [];
for (const key of names) {
  if (asked.length > 0 && !asked.includes(key)) continue;
  // Every file of these folders exports a name and a run.
  const { name, run } = (await import(benchmarks.get(key) ?? '')) as Benchmark;
  console.log(`${name} …`);
  for (const row of (await run(settings)).rows) rows.push({ benchmark: key, ...row });
}
console.table(rows);
process.exit(0);
