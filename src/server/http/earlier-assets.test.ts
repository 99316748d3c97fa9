import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { keepAssets } from '../../../scripts/web.mjs';
import { testServices } from '../../../test/services.ts';
import { writeWebBuild } from '../../../test/web-build.ts';
import { buildApp } from '../app.ts';

const root = mkdtempSync(join(tmpdir(), 'resonanz-builds-'));
after(() => rmSync(root, { recursive: true }));

function aBuild(version: number): string {
  const folder = join(root, `build-${version}`);
  writeWebBuild(folder, String(version));
  return folder;
}

test('the scripts of the last two builds are served beside those of the newest, and older ones are gone', async () => {
  const builds = [1, 2, 3, 4].map(aBuild);
  for (const [at, build] of builds.entries()) if (at > 0) keepAssets(builds[at - 1]!, build);
  const app = await buildApp(await testServices(), { webFolder: builds[3]! });
  after(() => app.close());
  for (const [version, status] of [1, 2, 3, 4].map((one) => [one, one === 1 ? 404 : 200] as const))
    for (const name of [`app-${version}.js`, `app-${version}.css`]) {
      const { statusCode, headers, body } = await app.inject(`/assets/${name}`);
      assert.equal(statusCode, status, name);
      if (status === 200) {
        assert.equal(body, `of version ${version}`);
        assert.match(String(headers['cache-control']), /immutable/);
      }
    }
  assert.equal((await app.inject('/assets/app-4.js.br')).statusCode, 404, 'not under its own name');
});

test('a running server gives out the scripts of a build that was made after its start', async () => {
  const folder = aBuild(10);
  const app = await buildApp(await testServices(), { webFolder: folder });
  after(() => app.close());
  writeFileSync(join(folder, 'assets', 'app-11.js'), 'newer');
  const { statusCode, body } = await app.inject('/assets/app-11.js');
  assert.deepEqual([statusCode, body], [200, 'newer']);
});
