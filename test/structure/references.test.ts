import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { anchorOf } from './headings.ts';
import { project } from './imports.ts';
import { ownNumbers, requirements } from './promises.ts';

const skipped = /^(node_modules|dist|data|\.git)(\/|$)|^test\/vectors\//;
// Files and folders that the program writes, and names that stand for any file.
const written = new Set([
  'LIESMICH.md',
  'manifest.json',
  'datapackage.json',
  'codebook.html',
  'my-instrument.json',
  'fhir/',
  'dist/web',
  // A time zone.
  'Europe/Berlin',
]);

const paths = readdirSync(project, { withFileTypes: true })
  .filter(({ name }) => !skipped.test(name))
  .flatMap((entry) => (entry.isDirectory() ? listFolder(entry.name) : [entry.name]));
const texts = new Map(
  paths
    .filter((path) =>
      /^(src|test|bench|scripts|docs)\/.*\.(tsx?|[cm]?js|css|md|typ)$|^README\.md$/.test(path),
    )
    .map((path) => [path, readFileSync(join(project, path), 'utf8')]),
);
const pages = new Map([...texts].filter(([path]) => path.endsWith('.md')));

function listFolder(folder: string): string[] {
  const names = readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' });
  return [folder, ...names.map((name) => join(folder, name).replaceAll('\\', '/'))].filter(
    (path) => !skipped.test(path),
  );
}

// A record tells of its day, and the house moves on.
const isRecord = (path: string) => /^docs\/decisions\/\d{3}-/.test(path);
const living = [...pages].filter(([page]) => !isRecord(page));

/** The numbers behind a word in all texts but records, also where a comment breaks the line between them. */
function citations(pattern: RegExp, number: RegExp): { path: string; cited: string }[] {
  const citing = [...texts].filter(([path]) => !isRecord(path));
  return citing.flatMap(([path, text]) => {
    const line = text.replaceAll(/\s*\n[\s*/]*/g, ' ');
    return [...line.matchAll(pattern)].flatMap(([, list = '']) =>
      (list.match(number) ?? []).map((cited) => ({ path, cited })),
    );
  });
}

function headings(path: string): string[] {
  return [...(pages.get(path) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
}

test('every chapter of the product page that is cited exists', () => {
  const chapters = new Set(headings('docs/product.md').map((title) => title.split(' ')[0]));
  const cited = citations(
    /\bproduct (\d+(?:\.\d+)?(?:(?:, and|,| and| to) \d+(?:\.\d+)?)*)/gi,
    /\d+(?:\.\d+)?/g,
  );
  assert.ok(cited.length > 100);
  assert.deepEqual(
    cited.filter((one) => !chapters.has(one.cited)),
    [],
  );
});

const records = paths
  .filter(isRecord)
  .map((path) => path.slice('docs/decisions/'.length))
  .sort();

test('every record that is cited exists', () => {
  const numbers = new Set(records.map((name) => name.slice(0, 3)));
  const cited = citations(/\brecords? (\d+(?:(?:, and |, | and | to |–)\d+)*)/gi, /\d+/g);
  assert.ok(cited.length > 20);
  assert.deepEqual(
    cited.filter((one) => !numbers.has(one.cited)),
    [],
  );
});

test('every security requirement that is cited is in the list of requirements', () => {
  const known = new Set(requirements().flatMap(ownNumbers));
  const cited = citations(/\b(R\d{1,3})\b/g, /R\d+/g);
  assert.ok(cited.length > 100);
  assert.deepEqual(
    cited.filter((one) => !known.has(one.cited)),
    [],
  );
});

test('no comment cites a document that is not in the repository', () => {
  assert.deepEqual(citations(/\b((?:spec|specification|decisions?) (?:section )?\d+)/gi, /.+/g), []);
});

/** A path of the repository, or the end of one; `*` stands for a part of a name. */
function exists(token: string): boolean {
  const end = token.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const pattern = new RegExp(`(^|/)${end}$`);
  return paths.some((path) => pattern.test(path));
}

// Examples, and the table of rooms, which has a test of its own.
const elsewhere = /```[\s\S]*?```|<!-- rooms -->[\s\S]*?<!-- \/rooms -->/g;

test('every path that a page names in backticks exists', () => {
  const lost = living.flatMap(([page, text]) =>
    [...text.replaceAll(elsewhere, '').matchAll(/`([\w.*/-]+)`/g)]
      .map(([, token = '']) => token)
      .filter(
        (token) =>
          /^(?!DATA_DIR|\.\/)[\w*.][\w.*-]*\//.test(token) ||
          /^[\w*][\w.*-]*\.(tsx?|mjs|cjs|js|md|json|sql|css|typ|html)$/.test(token),
      )
      .filter((token) => !written.has(token) && !exists(token))
      .map((token) => `${page}: ${token}`),
  );
  assert.deepEqual(lost, []);
});

test('every link between pages leads to a file and a heading that exist', () => {
  const broken = living.flatMap(([page, text]) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .map(([link, path = '', anchor]) => {
        const target = path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, '');
        const isThere = paths.includes(target);
        const hasHeading = anchor === undefined || headings(target).map(anchorOf).includes(anchor);
        return isThere && hasHeading ? '' : `${page}: ${link}`;
      })
      .filter((problem) => problem !== ''),
  );
  assert.deepEqual(broken, []);
});

const recordLines = (name: string) => pages.get(`docs/decisions/${name}`)?.trimEnd().split('\n').length ?? 0;

test('a record has at most 25 lines', () => {
  assert.deepEqual(
    records.filter((name) => recordLines(name) > 25),
    [],
  );
});

test('no two records have the same number', () => {
  const numbers = records.map((name) => name.slice(0, 3));
  assert.deepEqual([...new Set(numbers)], numbers);
});

test('the index of the records names each of them once, with its title', () => {
  const index = pages.get('docs/decisions/README.md') ?? '';
  const listed = [...index.matchAll(/^- \[(\d{3}) ([^\]]+)\]\(([^)]+)\)/gm)].map(
    ([, number, title, path]) => `${path}: ${number} ${title}`,
  );
  const expected = records.map((name) => `${name}: ${headings(`docs/decisions/${name}`)[0]}`);
  assert.deepEqual(listed.toSorted(), expected.toSorted());
});

test('every npm command that a page names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const named = [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/\bnpm run (?:-s )?([a-z]+)/g)].map(([, name = '']) => ({ page, name })),
  );
  assert.ok(named.length > 10);
  assert.deepEqual(
    named.filter(({ name }) => !(name in scripts)),
    [],
  );
});
