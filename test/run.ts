// `npm run check`, `npm test` and `npm run test:all`:
// node test/run.ts quick | all | everything [words that file names must contain]
import process from 'node:process';
import { inspect } from 'node:util';
import { serveChromium } from './chromium.ts';
import { findChromium } from './run-chromium.ts';
import { findTestFiles, runFiles } from './run-files.ts';
import { checkWithNu, openNuFolder } from './run-nu.ts';
import { addTallies, noTests, planFiles, reportEnd, reportFailure, type Tally } from './run-report.ts';
import { checkSources } from './run-sources.ts';
import { dropDatabase, startOwnServer, startSystemServer, type TestServer, useServer } from './servers.ts';

const pureFolders = ['src/psychometrics', 'src/domain', 'src/contract', 'src/text'];
const structureFolder = 'test/structure';
const ofExtensions = 'src/extensions';
const isOfBrowser = (file: string) => /(^|\/)test\/browser\//.test(file);
// What `npm test` leaves to `npm run test:all`: seldom tests with a browser, and the guide's commands on a made-up machine
// (docs/testing.md).
const isSeldom = (file: string) => /(^|\/)test\/(browser\/all|guide)\//.test(file);
const isPure = (file: string) => /^src\/extensions\/[^/]+\/domain\//.test(file);

// Tests of the embedded server do not depend on the other tests' server. Random walks, tests with broken connections,
// hundreds of therapies and the guide take too long to run twice.
const onceOnly =
  /\/(embedded[^/]*|start[^/]*|bill-of-materials|fuzz|model|crisis-rights|database-lost|every-step|stop-under-load|crisis-events|failover|upgrade|point-in-time|guide|course-demo|without-extensions|published\/scores)\.test\.ts$/;

// These look at their own process (its memory, what of it ran), end it, or start the whole product: they share none.
const isAlone = (file: string) =>
  /(^test\/(faults|guide|upgrade)\/|\/trial-database\/|\/(start|serve|memory|program|statements)\.test\.ts$)/.test(
    file,
  );

// What differs between versions of PostgreSQL is the schema and the statements: `statements.test.ts` prepares each one,
// the others migrate, grant and read what an earlier version stored. In `npm test` the system's PostgreSQL runs only these.
const ofVersions =
  /^(src\/server\/database\/.*|test\/statements|test\/faults\/migrations[^/]*|test\/upgrade\/.*)\.test\.ts$/;

const ofUnits = { together: 20, isAlone };

async function quick(): Promise<Tally> {
  const units = [
    ...findTestFiles([...pureFolders, structureFolder]),
    ...findTestFiles([ofExtensions]).filter(isPure),
  ];
  planFiles(units.length);
  return addTallies(await checkSources(), await runFiles('unit tests', units, ofUnits));
}

/** `portable` says which server tests run on a second PostgreSQL too. */
async function all(words: string[], portable: (file: string) => boolean): Promise<Tally> {
  const isShort = process.env['RUN_SHORT'] === '1';
  const isAsked = (file: string) =>
    words.every((word) => file.includes(word)) && !(isShort && isSeldom(file));
  const select = (folders: string[]) => findTestFiles(folders).filter(isAsked);
  const browserFiles = select(['test/browser', ofExtensions]).filter(isOfBrowser);
  const structureFiles = select([structureFolder]);
  const serverFiles = select(['src/server', ofExtensions, 'test']).filter(
    (file) => !isOfBrowser(file) && !structureFiles.includes(file) && !isPure(file),
  );
  const unitFiles = [...select(['src']), ...structureFiles].filter(
    (file) => !serverFiles.includes(file) && !isOfBrowser(file),
  );
  const twice = serverFiles.filter(portable);
  planFiles(unitFiles.length + serverFiles.length + twice.length + browserFiles.length);
  const sources = words.length > 0 ? noTests : await checkSources();
  const units = await runFiles('unit tests', unitFiles, ofUnits);
  if (serverFiles.length + browserFiles.length === 0) return addTallies(sources, units);
  const own = await startOwnServer();
  const server = await survive(runOnServers(serverFiles, twice, own));
  const browser = await survive(runInBrowser(browserFiles, own));
  return addTallies(sources, units, server, browser);
}

async function runOnServers(files: string[], twice: string[], own: TestServer): Promise<Tally> {
  if (files.length === 0) return noTests;
  const tally = await runOn(own, files);
  if (twice.length === 0) return tally;
  const other = await findSecondServer();
  if (!other) {
    planFiles(-twice.length);
    console.log('\nThere is no second PostgreSQL here: the server tests ran on the embedded one only.');
    return tally;
  }
  const more = await runOn(other, twice);
  await dropDatabase(other.url, other.template);
  return addTallies(tally, more);
}

function findSecondServer(): Promise<TestServer | undefined> {
  const { TEST_DATABASE_URL } = process.env;
  return TEST_DATABASE_URL ? useServer(TEST_DATABASE_URL) : startSystemServer();
}

function runOn(server: TestServer, files: string[]): Promise<Tally> {
  process.env['RUN_DATABASE_SERVER'] = JSON.stringify(server);
  return runFiles(`server tests on ${server.name}`, files, { processes: 3, together: 8, isAlone });
}

async function runInBrowser(files: string[], own: TestServer): Promise<Tally> {
  if (files.length === 0) return noTests;
  const chromium = findChromium();
  if ('problem' in chromium) {
    reportFailure('browser tests', chromium.problem);
    return { passed: 0, failed: 1 };
  }
  process.env['CHROMIUM_PATH'] = chromium.path;
  process.env['RUN_DATABASE_SERVER'] = JSON.stringify(own);
  const browser = await serveChromium(chromium.path);
  process.env['RUN_CHROMIUM'] = browser.wsEndpoint();
  const shown = openNuFolder();
  const tally = await runFiles('browser tests', files, { together: 4, isAlone });
  await browser.close();
  return addTallies(tally, checkWithNu(shown));
}

// A run that breaks off counts as failed and is reported like a failed test.
async function survive(work: Promise<Tally>): Promise<Tally> {
  try {
    return await work;
  } catch (error) {
    reportFailure('the test run itself', inspect(error));
    return { passed: 0, failed: 1 };
  }
}

function start(mode: string | undefined, words: string[]): Promise<Tally> {
  if (mode === 'quick') return quick();
  // `rare` reads it and leaves its tests out. A file that is named runs with all of its tests.
  if (mode === 'all' && words.length === 0) process.env['RUN_SHORT'] = '1';
  if (mode !== 'everything') return all(words, (file) => ofVersions.test(file));
  // Long tests read it and take their large numbers.
  process.env['RUN_ALL'] = '1';
  return all(words, (file) => ofVersions.test(file) || !onceOnly.test(file));
}

const [mode, ...words] = process.argv.slice(2);
const tally = await survive(start(mode, words));
reportEnd(tally);
process.exit(tally.failed === 0 ? 0 : 1);
