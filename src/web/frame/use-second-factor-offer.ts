import { useEffect, useState } from 'react';
import type { UserType } from '../../contract/accounts.ts';
import { call } from '../api/call.ts';
import { log } from '../api/log.ts';

/** Whether the user has a second factor or could set one up; false until the server has said so. */
export function useSecondFactorOffer(userType: UserType): boolean {
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    if (userType === 'patient') return;
    let isShown = true;
    call('getSecondFactor').then(
      ({ state }) => isShown && setIsOffered(state !== 'unavailable'),
      (error: unknown) => log('warn', 'could not ask for the second factor', error),
    );
    return () => {
      isShown = false;
    };
  }, [userType]);
  return isOffered;
}
