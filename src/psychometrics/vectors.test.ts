// Compares every value and every item choice of every reference file with ours. VECTORS_DIR names another folder with
// files of the same formats (other banks, other persons); test/vectors/README.md describes formats and tolerances.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { itemBankProblems } from './item-bank.ts';
import { constraints, traces } from '../../test/vectors/comparison/adaptive.ts';
import { classical } from '../../test/vectors/comparison/classical.ts';
import { bankOf, read, referenceFiles, totals } from '../../test/vectors/comparison/compare.ts';
import { edge, estimates, itemFunctions } from '../../test/vectors/comparison/functions.ts';

/** The other files are computed from banks.json and cat_persons.json. */
function banks(file: string): void {
  for (const { id } of read<{ banks: { id: string }[] }>(file).banks) {
    assert.deepEqual(itemBankProblems(bankOf(id)), []);
  }
}

function persons(file: string): void {
  for (const { bank, responses } of read<{ bank: string; responses: number[][] }[]>(file)) {
    const { items } = bankOf(bank);
    assert.ok(
      responses.every((row) => row.length === items.length && row.every((x, i) => x <= items[i]!.b.length)),
    );
  }
}

const FILES: readonly [RegExp, (file: string) => void, string][] = [
  [/^banks\.json$/, banks, 'the banks are valid'],
  [/^cat_persons\.json$/, persons, 'the persons answer every item of their bank'],
  [/^item_functions\.json$/, itemFunctions, 'probabilities and information'],
  [/^estimates_.+\.json$/, estimates, 'EAP with its standard error'],
  [/^edge\.json$/, edge, 'extreme parameters and underflow'],
  [/^cat_(traces|long)_.+\.json$/, traces, 'each item, estimate and stop of adaptive tests'],
  [/^cat_constraints\.json$/, constraints, 'content balancing, randomesque and Sympson-Hetter'],
  [/^classical\.json$/, classical, 'scale scores, bands, change and indices'],
];

for (const file of referenceFiles()) {
  const [, compareFile, subject] = FILES.find(([name]) => name.test(file)) ?? [];
  test(`${file}: ${subject ?? 'a file of the reference'} as in the reference`, (t) => {
    assert.ok(compareFile !== undefined, `no comparison is written for ${file}`);
    const before = { ...totals };
    compareFile(file);
    t.diagnostic(`${totals.values - before.values} values, ${totals.steps - before.steps} steps`);
  });
}

after(() => {
  const { values, steps, largest } = totals;
  console.log(`compared ${values} values and ${steps} item choices; largest absolute difference ${largest}`);
});
