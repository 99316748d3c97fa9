import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../settings/app-error.ts';
import { openTypesetter } from './typeset.ts';

// The fixture answers with the text that it was given.
const script = new URL('../../../test/fixtures/stuck-typesetter.ts', import.meta.url);

/** The documents in the order in which they were done. */
function inOrder(typeset: ReturnType<typeof openTypesetter>) {
  const done: string[] = [];
  const ask = async (text: string, clinic: string, user: string) =>
    void done.push(String(await typeset(text, { line: [clinic, user] })));
  return { done, ask };
}

test('a document of another clinic, and of another user, does not wait for all documents of one user', async () => {
  const { done, ask } = inOrder(openTypesetter(script));
  const many = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((text) => ask(text, 'A', 'admin'));
  await Promise.all([...many, ask('colleague', 'A', 'colleague'), ask('b', 'B', 'other')]);
  assert.deepEqual(done, ['a1', 'a2', 'b', 'colleague', 'a3', 'a4', 'a5', 'a6']);
});

test('when too many documents wait, the youngest of the longest line is refused, and nobody else', async () => {
  const typeset = openTypesetter(script, { mostWaiting: 3 });
  const { done, ask } = inOrder(typeset);
  const all = ['a1', 'a2', 'a3', 'a4'].map((text) => ask(text, 'A', 'admin'));
  const settled = await Promise.allSettled([...all, ask('b', 'B', 'other')]);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
  const [refusal] = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  assert.ok(refusal instanceof AppError && refusal.code === 'too_many_at_once');
  assert.deepEqual(done, ['a1', 'a2', 'b', 'a3']);
});

test('the document of a client that has left while it waited is not typeset', async () => {
  const typeset = openTypesetter(script);
  const leaving = new AbortController();
  const first = typeset('first', { line: ['A', 'admin'] });
  // The fixture never answers this text, so the last document would not come.
  const left = typeset('"hängt 한"', { line: ['A', 'admin'], left: leaving.signal });
  const last = typeset('last', { line: ['A', 'admin'] });
  leaving.abort();
  await assert.rejects(left, AppError);
  assert.deepEqual([String(await first), String(await last)], ['first', 'last']);
});
