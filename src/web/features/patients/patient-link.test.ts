import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTarget, linkTo } from './patient-link.ts';

const id = '0b6cf2f4-6f0c-4a39-9a52-2f1f7c3f6e10';

test('a link leads to the result or the report that it was made for', () => {
  for (const kind of ['result', 'report'] as const) {
    const { hash } = new URL(linkTo({ kind, id }, 'https://klinik.example'));
    assert.deepEqual(linkTarget(hash), { kind, id });
  }
});

test('any other address is no link to a patient', () => {
  for (const hash of ['', '#ergebnis', '#ergebnis=P1001', `#ergebnis=${id}x`, `#patients=${id}`])
    assert.equal(linkTarget(hash), null);
});
