import { useEffect, useState } from 'react';
import { idleText } from '../../text/frame.ts';
import { idlePhase, pressRefreshDue } from '../api/idle.ts';
import { saveBeforeEnd } from '../api/leaving.ts';
import { log } from '../api/log.ts';
import { useLogOut } from '../api/log-out.ts';
import { refreshSession } from '../api/refresh.ts';
import { session, sessionExpiry } from '../api/session.ts';
import { useStore } from '../api/use-store.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { onReturn } from '../ui/on-return.ts';
import css from './Frame.module.css';

/** Keeps the session of an active user alive, warns an idle one and logs them out (product 4.2 and 9.1). */
export function IdleWatch() {
  return useStore(session) && <Watch />;
}

function Watch() {
  const expiry = useStore(sessionExpiry);
  const phase = idlePhase(useNow(), expiry.at);
  const logOut = useLogOut();
  const { kind } = phase;
  usePressRefresh();
  useEffect(() => {
    if (!sessionExpiry.get().isTold) refreshQuietly();
  }, []);
  useEffect(() => {
    if (kind === 'warning') void saveBeforeEnd();
    if (kind === 'over') void logOut('idle');
    // The phase alone decides; a new logOut function on each render must not end the session twice.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kind]);
  if (phase.kind !== 'warning') return null;
  return <IdleWarning seconds={phase.seconds} />;
}

function IdleWarning({ seconds }: { seconds: number }) {
  return (
    <Modal
      title={idleText.title}
      size="small"
      dismissal="static"
      role="alertdialog"
      onClose={refreshQuietly}
      footer={<Button onClick={refreshQuietly}>{idleText.stay}</Button>}
    >
      <p>{idleText.lead}</p>
      <p className={css.countdown} role="timer">
        {idleText.seconds(seconds)}
      </p>
      {/* A timer is silent. The dialog itself is read with its first seconds. */}
      <output className="visually-hidden">{seconds <= 10 && idleText.seconds(seconds > 5 ? 10 : 5)}</output>
    </Modal>
  );
}

function refreshQuietly(): void {
  refreshSession().catch((error: unknown) => log('warn', 'the session could not be refreshed', error));
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, 1000);
    // Timers are late after sleep and in hidden tabs, so the clock is checked when the page is visible again.
    const stopListening = onReturn(tick);
    return () => {
      clearInterval(timer);
      stopListening();
    };
  }, []);
  return now;
}

function usePressRefresh(): void {
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      last = Date.now();
      refreshQuietly();
    };
    const press = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key === 'F5') return;
      const now = Date.now();
      if (timer !== undefined || idlePhase(now, sessionExpiry.get().at).kind === 'over') return;
      timer = setTimeout(refresh, pressRefreshDue(now, last) - now);
    };
    window.addEventListener('keydown', press);
    window.addEventListener('pointerdown', press);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', press);
      window.removeEventListener('pointerdown', press);
    };
  }, []);
}
