// `npm run bench [name…]` runs the benchmarks and prints one table with targets. Figures are ratios and times of this run
// on this machine. No figure fails the run. `clinics=100` is a setting, for the benchmarks that know it.
import { readdirSync } from 'node:fs';
import process from 'node:process';

type Row = { what: string; value: string; target: string };
type Benchmark = { name: string; run(settings: ReadonlyMap<string, number>): Promise<{ rows: Row[] }> };

const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .sort();
const names = files.map((file) => file.slice(0, -'.ts'.length));

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
  // Every file in this folder exports a name and a run.
  const { name, run } = (await import(`./${key}.ts`)) as Benchmark;
  console.log(`${name} …`);
  for (const row of (await run(settings)).rows) rows.push({ benchmark: key, ...row });
}
console.table(rows);
process.exit(0);
