// Every `npm run` command of this project calls this file. It is plain JavaScript for Node.js 18 or newer. It installs
// missing packages and starts the project's own Node.js.
import { runNode } from './child.mjs';
import { fail, StopError } from './fail.mjs';
import { installPackages, isInstalled } from './install.mjs';
import { oneAtATime } from './mutex.mjs';
import { pack } from './pack.mjs';
import { chooseRuntime } from './runtime.mjs';
import { buildWeb, isWebBuilt } from './web.mjs';

const main = ['src/server/main.ts'];

const commands = {
  start: async () => runNode(await prepare({ web: true }), main, { DEMO: process.env.DEMO ?? '1' }),
  serve: async () => runNode(prepareServe(), [...main, ...words], { NODE_ENV: 'production', DEMO: '0' }),
  build: async () => void (await prepare({ web: true })),
  pack: async () => {
    await prepare({ web: true });
    pack(...words);
  },
  dev: async () =>
    runNode(await prepare({ web: false }), ['scripts/dev.mjs'], { DEMO: process.env.DEMO ?? '1' }),
  check: async () => runNode(await prepare({ web: false }), ['test/run.ts', 'quick']),
  test: async () => runNode(await prepare({ web: true }), ['test/run.ts', 'all', ...words]),
  'test:all': async () => runNode(await prepare({ web: true }), ['test/run.ts', 'everything', ...words]),
  proof: async () => runNode(await prepare({ web: true }), ['test/proof.ts', ...words]),
  bench: async () => runNode(await prepare({ web: true }), ['bench/main.ts', ...words]),
  mutate: async () => runNode(await prepare({ web: false }), ['test/mutate/main.ts', ...words]),
  manage: async () => runNode(await prepareManage(), ['src/server/operator/main.ts', ...words]),
};

const [command, ...words] = process.argv.slice(2);

async function prepare({ web }) {
  return oneAtATime(async () => {
    await installPackages();
    const runtime = chooseRuntime();
    if (web) await buildWeb(runtime);
    return runtime;
  });
}

// Production neither installs nor builds.
function prepareServe() {
  if (!isInstalled({ withTools: false }))
    fail('The packages are not installed, or are not those of package-lock.json. Run: npm run build');
  if (!isWebBuilt()) fail('The web pages are not built. Run: npm run build');
  return chooseRuntime();
}

async function prepareManage() {
  return isInstalled({ withTools: false }) ? chooseRuntime() : prepare({ web: false });
}

try {
  if (!Object.hasOwn(commands, command ?? '')) fail(`Say what to do: ${Object.keys(commands).join(', ')}.`);
  process.exitCode = await commands[command]();
} catch (error) {
  if (!(error instanceof StopError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
