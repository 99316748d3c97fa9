import { useEffect } from 'react';
import type { Help } from '../../../domain/crisis.ts';
import { call } from '../../api/call.ts';
import { config } from '../../api/config.ts';
import { takeBegun } from '../../api/early-calls.ts';
import { logFailedCall } from '../../api/log.ts';
import { session } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { useStore } from '../../api/use-store.ts';

/** The help of one clinic, in memory: it must be there without a connection, too. */
const known = createStore<{ clinicId: string; help: Help } | null>(null);

let underWay: Promise<void> | null = null;

/** The help of the user's clinic; that of the configuration for visitors, and until the clinic's is loaded. */
export function useHelp(): Help {
  const user = useStore(session);
  const found = useStore(known);
  const clinicId = user?.clinicId;
  useEffect(() => {
    if (clinicId === undefined) return;
    const load = () => void loadOnce(clinicId);
    load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [clinicId]);
  return found && found.clinicId === clinicId ? found.help : config().help;
}

/** Remembers help that came with another answer and may be newer. */
export function keepHelp({ text, numbers }: Help): void {
  const clinicId = session.get()?.clinicId;
  if (clinicId !== undefined) known.set({ clinicId, help: { text, numbers } });
}

async function loadOnce(clinicId: string): Promise<void> {
  if (known.get()?.clinicId === clinicId) return;
  underWay ??= load(clinicId).finally(() => (underWay = null));
  await underWay;
}

async function load(clinicId: string): Promise<void> {
  try {
    const input = { params: { id: clinicId } };
    const help = await (takeBegun('getClinicHelp', input) ?? call('getClinicHelp', input));
    known.set({ clinicId, help });
  } catch (error) {
    // The help of the configuration is shown instead.
    logFailedCall('the help of the clinic could not be loaded', error);
  }
}
