import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { UserType } from '../../../contract/accounts.ts';
import { codeOf } from '../../api/failure.ts';
import { logIn } from '../../api/log-in.ts';
import { signIn } from '../../api/session.ts';
import { homePath, homeState, validRedirect } from '../../paths.ts';
import { type CodeKind, loginFailure, type LoginForm, loginRequest, loginRoute } from './credentials.ts';

type FactorRefusal = 'second_factor_required' | 'second_factor_wrong';

/** Logs in and opens the page that was asked for. `start` gives the refusal that the form itself must deal with. */
export function useLogIn(userType: UserType) {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function start(form: LoginForm, codeKind: CodeKind): Promise<FactorRefusal | null> {
    setIsPending(true);
    setFailure(undefined);
    try {
      signIn(await logIn(loginRoute[userType], loginRequest(userType, form, codeKind)));
      const redirectTo = validRedirect(parameters.get('redirectTo'));
      if (redirectTo) await navigate(redirectTo, { replace: true });
      else await navigate(homePath[userType], { replace: true, state: homeState[userType] });
      return null;
    } catch (error) {
      setIsPending(false);
      const code = codeOf(error);
      if (code === 'second_factor_required' || code === 'second_factor_wrong') return code;
      setFailure(loginFailure(error));
      return null;
    }
  }

  return { start, isPending, failure };
}
