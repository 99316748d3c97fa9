import assert from 'node:assert/strict';
import test from 'node:test';
import { changed, mistakesOf, sampleInstrument } from '../../test/sample-instrument.ts';

test('a file that does not decide about danger by name is refused with the sentence what to write', () => {
  const silent = mistakesOf(changed(sampleInstrument, ['crisis'], undefined)).join();
  assert.match(silent, /^\(file\): The key "crisis" is missing\. .*"crisis": \[\] and "crisis_decided_by"/);
  const nameless = changed(sampleInstrument, ['crisis'], []);
  assert.match(
    mistakesOf(nameless).join(),
    /^crisis: The list "crisis" is empty, and no name says who decided it\./,
  );
  assert.deepEqual(mistakesOf(changed(nameless, ['crisis_decided_by'], 'Dr. Beispiel')), []);
  assert.match(mistakesOf(changed(nameless, ['crisis_decided_by'], ' ')).join(), /must not be empty/);
});
