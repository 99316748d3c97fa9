// `npm run proof -- NAME [RUNS]`: one test of what chance decides, with other draws and many more of them. Without a name it
// lists the proofs. SEED=… repeats one.
import process from 'node:process';
import { runFiles } from './run-files.ts';
import { planFiles, reportEnd } from './run-report.ts';
import { startOwnServer } from './servers.ts';

/** The test file, and how many runs count as a proof. */
const proofs: Record<string, { file: string; runs: number }> = {
  'crisis-events': { file: 'test/faults/crisis-events', runs: 1000 },
  'crisis-rights': { file: 'test/crisis-rights', runs: 10_000 },
  rights: { file: 'test/model', runs: 5000 },
  editors: { file: 'test/editors', runs: 3000 },
  fuzz: { file: 'test/fuzz', runs: 100_000 },
  'server-kills': { file: 'test/faults/embedded-server-kills', runs: 1000 },
  'database-kills': { file: 'test/faults/embedded-database-kills', runs: 1000 },
  'both-kills': { file: 'test/faults/embedded-both-kills', runs: 1000 },
  failover: { file: 'test/faults/failover', runs: 100 },
  'every-sign': { file: 'src/server/print/every-sign', runs: 1000 },
  conditions: { file: 'src/domain/conditions-model', runs: 20_000 },
  'survey-flow': { file: 'src/domain/survey-flow-replay', runs: 10_000 },
  'careless-answers': { file: 'src/domain/response-quality', runs: 1000 },
  'next-question': { file: 'src/extensions/fhir/domain/fhir-next-question', runs: 1000 },
};

const [name, runs] = process.argv.slice(2);
const proof = proofs[name ?? ''];
if (!proof || !/^\d*$/.test(runs ?? '')) {
  console.error('npm run proof -- NAME [RUNS]\n');
  for (const [key, { file, runs: many }] of Object.entries(proofs))
    console.error(`  ${key.padEnd(18)}${String(many).padStart(7)} runs of ${file}.test.ts`);
  process.exit(2);
}

process.env['PROOF_RUNS'] = runs ?? String(proof.runs);
process.env['RUN_DATABASE_SERVER'] = JSON.stringify(await startOwnServer());
planFiles(1);
const tally = await runFiles(name ?? '', [`${proof.file}.test.ts`], { endless: true });
reportEnd(tally);
process.exit(tally.failed === 0 ? 0 : 1);
