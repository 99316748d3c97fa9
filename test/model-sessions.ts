import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { inClinic, signIn } from './builders.ts';
import { call } from './call.ts';
import { nth, sessionOf, type Step } from './model-chances.ts';
import * as rules from './model.ts';

export const started: Step = async (model, { services }, { a }) => {
  const user = nth(model.users, a);
  if (!user.enabled) return;
  const jar = await signIn(services, user);
  // The builder does not end other sessions, so the test keeps as many as a login would.
  const live = model.sessions.filter((one) => one.user.id === user.id && one.state === 'alive');
  if (live.length >= 5) return;
  model.sessions.push({ user, state: 'alive', access: 'valid', rotated: 'lately', jar, spent: undefined });
};

const logins = { patient: 'loginPatient', clinician: 'loginClinician', admin: 'loginAdmin' } as const;

export const login: Step = async (model, { app, address }, { a, b }) => {
  const user = nth(model.users, a);
  const wrongBefore = model.wrongLogins.get(user.id) ?? 0;
  const isRight = b % 3 > 0 || wrongBefore >= 3;
  const password = isRight ? user.secret : '1977-07-07';
  const body = { clinic_id: user.clinicId, username: user.name, password };
  const answer = await call(app, logins[user.role], { body, address });
  assert.equal(answer.status, isRight && user.enabled ? 200 : 401, JSON.stringify(answer.body));
  if (answer.status === 401) return void model.wrongLogins.set(user.id, wrongBefore + 1);
  assert.deepEqual([answer.body.username, answer.body.user_type], [user.name, user.role]);
  const jar = { at: cookieOf(answer.headers, 'at'), rt: cookieOf(answer.headers, 'rt') };
  rules.addSession(model, {
    user,
    state: 'alive',
    access: 'valid',
    rotated: 'lately',
    jar,
    spent: undefined,
  });
};

function cookieOf(headers: Record<string, unknown>, name: string): string {
  const [, value = ''] =
    new RegExp(`\\b${name}=([^;]+)`).exec([headers['set-cookie']].flat().join('\n')) ?? [];
  return value;
}

export const logout: Step = async (model, { app }, { a }) => {
  const session = sessionOf(model, a);
  assert.equal((await call(app, 'logout', { as: session?.jar })).status, 204);
  if (session) session.state = 'ended';
};

/** An hour without a click ends the session. Five minutes end only the access token. */
export const passTime: Step = async (model, { services }, { a }) => {
  const session = sessionOf(model, a);
  if (!session) return;
  const id = session.jar['rt']?.split('.')[1];
  await inClinic(services, session.user.clinicId, (db) =>
    sql`UPDATE login_sessions SET access_expires = now() - interval '1 second', rotated_at = now() - interval '5 minutes'
      WHERE id = ${id}`.execute(db),
  );
  session.access = 'expired';
  session.rotated = 'long ago';
};

export const refresh: Step = async (model, { app }, { a }) => {
  const session = sessionOf(model, a);
  if (!session) return;
  const answer = await call(app, 'refreshSession', { as: session.jar });
  assert.equal(answer.status, session.state === 'alive' && session.user.enabled ? 200 : 401);
  if (answer.status === 401 || session.rotated === 'lately') return;
  session.spent = session.jar;
  session.jar = { at: cookieOf(answer.headers, 'at'), rt: cookieOf(answer.headers, 'rt') };
  session.access = 'valid';
  session.rotated = 'lately';
};

/** R38: a late old token counts as stolen and ends the session. */
export const replay: Step = async (model, { app }, { a }) => {
  const session = sessionOf(model, a);
  if (!session?.spent || session.rotated === 'lately') return;
  assert.equal((await call(app, 'refreshSession', { as: session.spent })).status, 401);
  session.state = 'ended';
};
