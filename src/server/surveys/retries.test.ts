import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Answer } from '../../domain/answer-types.ts';
import { openedAnswers } from '../../../test/opened-answers.ts';
import { answersTo, getPage, saveDraft, submit, aPerson } from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene, storedAnswers, storedSessions } from '../../../test/survey-scene.ts';

const scene = aSurveyScene();

/** How browsers send one page: the answers of which of two persons each simultaneous try holds, and later repeats. */
type Step = { tries: (0 | 1)[]; draft: boolean; again: number };

const steps = fc.array(
  fc.record<Step>({
    tries: fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 5 }),
    draft: fc.boolean(),
    again: fc.nat(30),
  }),
  { minLength: 1, maxLength: 12 },
);

const persons = [aPerson('one'), aPerson('other')] as const;
const shown = (answers: readonly Answer[]) => answers.map(({ id, value }) => [id, String(value).trim()]);

test('repeated, simultaneous and differing submissions lose, double or change no answer', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const { patient, as } = await aSignedInPatient(scene);
      const taken: (readonly Answer[])[] = [];
      for (const { tries, draft, again } of story) {
        const page = await getPage(scene.app, as);
        const choices = persons.map((person) => answersTo(page, person));
        const sent = tries.map((choice) => choices[choice] ?? []);
        const results = await Promise.all([
          ...sent.map((answers) => submit(scene.app, as, answers)),
          ...(draft ? [saveDraft(scene.app, as, choices[0])] : []),
        ]);
        const accepted = sent.filter((_, index) => results[index]?.status === 200);
        assert.ok(accepted.length > 0, 'one of the tries is taken');
        assert.equal(new Set(accepted.map((answers) => JSON.stringify(shown(answers)))).size, 1);
        assert.ok(results.slice(0, sent.length).every(({ status }) => status === 200 || status === 409));
        taken.push(accepted[0] ?? []);
        const earlier = taken[again % taken.length];
        assert.equal((await submit(scene.app, as, earlier)).status, 200);
      }
      const stored = await storedAnswers(scene, patient);
      assert.deepEqual(
        stored.map(({ item_id: id, page_number: page }) => [page, id]),
        taken.flatMap((answers, index) => answers.map(({ id }) => [index + 1, id])),
      );
      const opened = await openedAnswers(scene.services, patient.clinicId);
      const readable = new Map(
        opened.filter(({ isPrivate }) => !isPrivate).map((row) => [row.item_id, row.value]),
      );
      const given = shown(taken.flat()).filter(([id]) => readable.has(id ?? ''));
      assert.deepEqual(
        given.map(([id]) => String(readable.get(id ?? ''))),
        given.map(([, value]) => value?.replace(',', '.')),
      );
      assert.equal((await storedSessions(scene, patient))[0]?.page_count, taken.length);
    }),
    { numRuns: 25 },
  );
});
