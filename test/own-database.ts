// A program with an embedded database, for tests that start, kill and stop one: node test/own-database.ts <folder>
import process from 'node:process';
import { startEmbeddedDatabase } from '../src/server/trial-database/embedded.ts';
import { StartError } from '../src/server/settings/start-error.ts';

const [, , dataDir = ''] = process.argv;

try {
  const { url, stop } = await startEmbeddedDatabase({ dataDir, log: (line) => process.send?.({ line }) });
  process.once('disconnect', () => void stop());
  process.send?.({ url });
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.send?.({ refusal: error.message });
  process.disconnect();
}
