import type { LoginAnswer } from '../../contract/accounts.ts';
import type { BodyInput } from '../../contract/routes.ts';
import type { LoginChallenge } from '../../domain/proof-of-work.ts';
import { call } from './call.ts';
import { codeOf } from './failure.ts';

type LoginRoute = 'loginPatient' | 'loginClinician' | 'loginAdmin';

const SLICE = 500;

/** Logs in. During an attack on the clinic the server sets a task first (R50), which takes a second or two. */
export async function logIn(route: LoginRoute, body: BodyInput<LoginRoute>): Promise<LoginAnswer> {
  try {
    return await call(route, { body });
  } catch (error) {
    if (codeOf(error) !== 'proof_required') throw error;
  }
  const task = await call('getLoginChallenge');
  const proof = { challenge: task.challenge, nonce: await solve(task) };
  return call(route, { body: { ...body, proof } });
}

// Works in slices, so that the page stays responsive. The code is loaded only when it is needed.
async function solve(task: LoginChallenge): Promise<string> {
  const { findNonce } = await import('../../domain/proof-of-work.ts');
  for (let from = 0; ; from += SLICE) {
    const nonce = findNonce(task, from, SLICE);
    if (nonce !== undefined) return nonce;
    await new Promise((resolve) => setTimeout(resolve));
  }
}
