import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pagesWithPreloads } from './preloads.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-preloads-'));
after(() => rmSync(folder, { recursive: true }));

const index = '<head><script src="/assets/app-1.js"></script></head><body></body>';

function tagsFor(manifest: unknown): Map<string, string> {
  mkdirSync(join(folder, '.vite'), { recursive: true });
  writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
  const withTags = pagesWithPreloads(folder, index);
  return new Map([...withTags].map(([page, html]) => [page, /<\/script>(.*)<\/head>/.exec(html)?.[1] ?? '']));
}

test('the page of the survey preloads each of its own parts once, and no part that every page has', () => {
  const shared = { file: 'assets/shared-3.js', imports: ['_app.js'] };
  const manifest = {
    '_app.js': { file: 'assets/app-1.js' },
    '_shared.js': shared,
    '_more.js': { file: 'assets/more-4.js', imports: ['_shared.js'] },
    'src/web/pages/patient/Survey.tsx': {
      name: 'Survey',
      file: 'assets/Survey-2.js',
      css: ['assets/Survey-2.css'],
      imports: ['_app.js', '_shared.js', '_more.js'],
    },
  };
  const tags = tagsFor(manifest);
  assert.equal(
    tags.get('/patients/survey'),
    [
      '<link rel="modulepreload" crossorigin href="/assets/Survey-2.js">',
      '<link rel="preload" as="style" crossorigin href="/assets/Survey-2.css">',
      '<link rel="modulepreload" crossorigin href="/assets/shared-3.js">',
      '<link rel="modulepreload" crossorigin href="/assets/more-4.js">',
    ].join(''),
  );
  assert.equal(tags.get('/patients'), '');
  assert.equal(tags.has('/loginpatient'), false);
});

const part = (name: string, imports: string[] = []) => ({ name, file: `assets/${name}.js`, imports });
const tag = (name: string) => `<link rel="modulepreload" crossorigin href="/assets/${name}.js">`;

test('home and report of a patient preload their parts, and the report its script and style', () => {
  const tags = tagsFor({ '_home-1.js': part('home'), '_report-1.js': part('report', ['_home-1.js']) });
  assert.equal(tags.get('/patients'), tag('home'));
  assert.equal(
    tags.get('/patients/report'),
    tag('report') +
      tag('home') +
      '<link rel="preload" as="script" href="/js/final_report.js">' +
      '<link rel="preload" as="style" href="/report.css">',
  );
});

test('a build without a manifest gives pages without preloads', () => {
  assert.equal(pagesWithPreloads(join(folder, 'none'), index).size, 0);
});
