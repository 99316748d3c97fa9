import { useEffect } from 'react';
import type { Help } from '../../../domain/crisis.ts';
import { call } from '../../api/call.ts';
import { config } from '../../api/config.ts';
import { takeBegun } from '../../api/early-calls.ts';
import { logFailedCall } from '../../api/log.ts';
import { session } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { useStore } from '../../api/use-store.ts';

/** The help of one clinic, in memory: it must be there without a connection, too. It is null while it is being loaded. */
const known = createStore<{ clinicId: string; help: Help | null } | null>(null);

/** The help of the user's clinic; that of the configuration for visitors, and until the clinic's is loaded. */
export function useHelp(): Help {
  const user = useStore(session);
  const found = useStore(known);
  const clinicId = user?.clinicId;
  useEffect(() => {
    if (clinicId === undefined) return;
    const loadAgain = () => void load(clinicId);
    loadAgain();
    window.addEventListener('online', loadAgain);
    return () => window.removeEventListener('online', loadAgain);
  }, [clinicId]);
  return (found?.clinicId === clinicId && found?.help) || config().help;
}

/** Remembers help that came with another answer and may be newer. */
export function keepHelp({ text, numbers }: Help): void {
  const clinicId = session.get()?.clinicId;
  if (clinicId !== undefined) known.set({ clinicId, help: { text, numbers } });
}

/** Loads the help once for all who show it; after a failure anew. */
async function load(clinicId: string): Promise<void> {
  if (known.get()?.clinicId === clinicId) return;
  known.set({ clinicId, help: null });
  try {
    const input = { params: { id: clinicId } };
    const help = await (takeBegun('getClinicHelp', input) ?? call('getClinicHelp', input));
    known.set({ clinicId, help });
  } catch (error) {
    if (known.get()?.help === null) known.set(null);
    // The help of the configuration is shown instead.
    logFailedCall('the help of the clinic could not be loaded', error);
  }
}
