import type { LoginAnswer } from '../../contract/accounts.ts';
import type { BodyInput } from '../../contract/routes.ts';
import { call } from './call.ts';
import { taskOf } from './failure.ts';
import type { TaskWork } from './solve-task.ts';

type LoginRoute = 'loginPatient' | 'loginClinician' | 'loginAdmin';

/**
 * Logs in. After many failures the server sets a task first (R46, R50), and a harder one if others fail meanwhile. If the
 * user gives up, the refusal stands.
 */
export async function logIn(
  route: LoginRoute,
  body: BodyInput<LoginRoute>,
  onWork: (work: TaskWork | null) => void,
): Promise<LoginAnswer> {
  let tried = body;
  for (;;) {
    try {
      return await call(route, { body: tried });
    } catch (error) {
      const task = taskOf(error);
      const nonce = task && (await (await solving()).solveTask(task, onWork));
      if (!nonce) throw error;
      tried = { ...body, proof: { challenge: task.challenge, nonce } };
    }
  }
}

// Few logins need it.
const solving = () => import('./solve-task.ts');
