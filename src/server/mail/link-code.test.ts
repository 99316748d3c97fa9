import { strict as assert } from 'node:assert';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { LinkPlace } from '../keys/cells.ts';
import { linkCode, readLinkCode } from './link-code.ts';

/** The place of every kind of link, from the sources: each kind names its own in one constant. */
function placesOfLinks(): LinkPlace[] {
  const server = new URL('../', import.meta.url);
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(new URL(name, server), 'utf8').matchAll(/^export const \w+ = '(mail\|[^']+ code)'/gm),
    ])
    .map(([, place = '']) => place as LinkPlace);
}

test('the code of a link opens links of its own kind alone', () => {
  const keys = { current: 1, roots: new Map([[1, randomBytes(32)]]) };
  const target = { clinicId: randomUUID(), id: randomUUID() };
  const places = placesOfLinks();
  assert.ok(places.length >= 2);
  places.forEach((made, one) => {
    const code = linkCode(keys, made, target);
    places.forEach((read, other) =>
      assert.deepEqual(
        readLinkCode(keys, read, code),
        one === other ? target : undefined,
        `${made} at ${read}`,
      ),
    );
  });
});
