import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../../contract/errors.ts';
import { CallFailed } from './failure.ts';
import { failureSentence } from './failed-action.ts';
import { answerMessage, ask, messages, showAlert } from './messages.ts';

function problem(status: number, title: string): CallFailed {
  const body: Problem = { type: 'about:blank', status, title, code: 'code_taken' };
  return new CallFailed(status, body);
}

test('an unreachable server and a failing server get different sentences', () => {
  assert.equal(
    failureSentence('loadSurvey', new CallFailed(null)),
    'Beim Laden der Umfrage ist ein Netzwerkfehler aufgetreten. Entweder Sie haben keine Internetverbindung oder der Server ist nicht erreichbar.',
  );
  assert.match(
    failureSentence('loadReports', new CallFailed(500)),
    /Laden der Patientenberichte.*Interner Server Fehler/,
  );
});

test('the sentence for an ended session asks for a new login', () => {
  const sentence = 'Sie sind nicht (mehr) eingeloggt. Bitte loggen Sie sich erneut ein.';
  assert.equal(failureSentence('assign', new CallFailed(401)), sentence);
});

test('the sentence for a refusal gives the reason of the server', () => {
  const sentence = failureSentence('register', problem(409, 'Der Patientencode ist schon vergeben.'));
  assert.equal(
    sentence,
    'Beim Registrieren ist ein Fehler aufgetreten: Der Patientencode ist schon vergeben.',
  );
});

test('the sentence for any other failure names the status or says that there is none', () => {
  assert.match(failureSentence('register', new CallFailed(418)), /unbekannter Fehler.*HTTP-Statuscode 418/);
  assert.match(failureSentence('register', new Error('x')), /unbekannter Fehler.*kein Statuscode/);
});

test('messages are shown one after the other, and each gets its own answer', async () => {
  const first = ask({ title: 'a', text: 'erste' });
  const second = ask({ title: 'b', text: 'zweite' });
  answerMessage(true);
  answerMessage(false);
  assert.deepEqual(await Promise.all([first, second]), [true, false]);
});

test('the same alert is not shown twice at once', async () => {
  const first = showAlert({ text: 'gleich' });
  await showAlert({ text: 'gleich' });
  assert.equal(messages.get().length, 1);
  answerMessage(true);
  await first;
  assert.equal(messages.get().length, 0);
});
