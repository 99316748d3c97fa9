import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSources, readSource } from './imports.ts';

const pages = listSources()
  .filter((file) => /^(extensions\/[^/]+\/)?web\//.test(file))
  .map((file) => ({ file, source: readSource(file) }));

/** The places of a pattern in the sources of the pages, as `file: text`. */
function find(pattern: RegExp): string[] {
  return pages.flatMap(({ file, source }) =>
    [...source.matchAll(pattern)].map(([text]) => `${file}: ${text.replaceAll(/\s+/g, ' ')}`),
  );
}

const externalLink = 'web/ui/ExternalLink.tsx';
const ownLinks = 'web/ui/navigation.tsx';

test('a link to another site is an external link, which says so and gives that site no hold on our page', () => {
  const ownLink = /\bhref=(\{`|")(#|\/|mailto:)|dialLink\(/;
  const links = find(/<a\b[^>]*?\bhref=(\{[^>]*|"[^"]*")/g);
  assert.ok(links.length > 5);
  const foreign = links.filter((link) => !ownLink.test(link));
  assert.deepEqual(
    foreign.map((link) => link.split(':')[0]),
    [externalLink, ownLinks],
  );
  // The compiler lets this link lead to pages of the application only.
  assert.match(readSource(ownLinks), /LinkProps = [^;]*\{ to: Address \}/);
  const source = readSource(externalLink);
  assert.match(source, /target="_blank" rel="noopener noreferrer"/);
  assert.match(source, /\{uiText\.opensInNewTab\}/);
  assert.equal(find(/_blank|window\.open/g).length, 1);
});

/** The opening tags of these elements. An arrow of a function within braces does not end a tag. */
function tagsOf(source: string, name: string): string[] {
  return [...source.matchAll(new RegExp(`<${name}\\b`, 'g'))].map(({ index }) => {
    let depth = 0;
    for (let end = index; end < source.length; end += 1) {
      if (source[end] === '{') depth += 1;
      if (source[end] === '}') depth -= 1;
      if (source[end] === '>' && depth === 0) return source.slice(index, end + 1);
    }
    return source.slice(index);
  });
}

test('every field for typing says what the browser may keep of its text, and whether the text goes to a spelling service', () => {
  const choices = /type="(radio|checkbox|range|file)"/;
  const fields = pages.flatMap(({ file, source }) =>
    ['input', 'textarea'].flatMap((name) =>
      tagsOf(source, name)
        .filter((tag) => !choices.test(tag))
        .map((tag) => ({ file, tag })),
    ),
  );
  assert.ok(fields.length > 10);
  const silent = fields.filter(({ tag }) => !/ autoComplete=/.test(tag) || !/ spellCheck\b/.test(tag));
  assert.deepEqual(silent, []);
});

test('every secret is typed into one masked field, which takes pastes and password managers', () => {
  const fields = find(/<\w+(?=[^<]*?autoComplete="(current|new)-password")/g);
  assert.ok(fields.length > 3);
  assert.deepEqual(
    fields.filter((field) => !field.endsWith(': <PasswordField')),
    [],
  );
  assert.match(readSource('web/ui/PasswordField.tsx'), /type=\{isShown \? 'text' : 'password'\}/);
  assert.match(readSource('web/ui/PasswordField.tsx'), /startsShown = false,[^]+useState\(startsShown\)/);
  // The birth date alone is readable while it is typed (record 068).
  assert.deepEqual(
    find(/ startsShown /g).map((place) => place.split(':')[0]),
    ['web/ui/DateField.tsx', 'web/ui/PasswordField.tsx'],
  );
  assert.deepEqual(find(/onPaste|'paste'|type="password"/g), []);
});
