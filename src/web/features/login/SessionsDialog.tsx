import { useEffect, useState } from 'react';
import type { LoginSession } from '../../../contract/accounts.ts';
import { sessionsText as text } from '../../../text/security.ts';
import { uiText } from '../../../text/ui.ts';
import { call } from '../../api/call.ts';
import { shortMomentText } from '../../api/clinic-time.ts';
import { useLogOut } from '../../api/log-out.ts';
import { failureSentence } from '../../api/failed-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import css from './sessions.module.css';

type State =
  | { kind: 'loading' }
  | { kind: 'failed'; reason: string }
  | { kind: 'shown'; sessions: readonly LoginSession[]; hasEnded: boolean; isEnding: boolean };

/** The signed-in devices of the own account, with buttons to sign them out (R74). */
export default function SessionsDialog({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const logOut = useLogOut();
  useEffect(() => {
    void load(false).then(setState);
  }, []);
  const endOthers = async (): Promise<boolean> => {
    if (state.kind !== 'shown') return false;
    setState({ ...state, isEnding: true });
    const next = await endAndLoad();
    setState(next);
    return next.kind === 'shown';
  };
  const endAll = async () => {
    if (!(await endOthers())) return;
    onClose();
    await logOut('signed-out');
  };
  const sessions = state.kind === 'shown' ? state.sessions : [];
  const isEnding = state.kind === 'shown' && state.isEnding;
  return (
    <Modal
      title={text.title}
      onClose={onClose}
      footer={
        <>
          {/* Three buttons do not fit on a line; the close icon stays. */}
          {sessions.length <= 1 && (
            <Button look="secondary" onClick={onClose}>
              {uiText.close}
            </Button>
          )}
          {state.kind === 'shown' && (
            <Button look="secondary" pending={isEnding} onClick={() => void endAll()}>
              {text.endAll}
            </Button>
          )}
          {sessions.length > 1 && (
            <Button pending={isEnding} onClick={() => void endOthers()}>
              {text.endOthers}
            </Button>
          )}
        </>
      }
    >
      {state.kind === 'loading' && <Spinner label={text.loading} />}
      {state.kind === 'failed' && <Notice tone="error">{state.reason}</Notice>}
      {state.kind === 'shown' && <SessionList {...state} />}
    </Modal>
  );
}

async function load(hasEnded: boolean): Promise<State> {
  try {
    const { sessions } = await call('listSessions');
    return { kind: 'shown', sessions, hasEnded, isEnding: false };
  } catch (error) {
    return { kind: 'failed', reason: failureSentence('loadSessions', error) };
  }
}

async function endAndLoad(): Promise<State> {
  try {
    await call('endOtherSessions');
  } catch (error) {
    return { kind: 'failed', reason: failureSentence('endSessions', error) };
  }
  return load(true);
}

type SessionListProps = { sessions: readonly LoginSession[]; hasEnded: boolean };

function SessionList({ sessions, hasEnded }: SessionListProps) {
  const isOnlyThis = sessions.length === 1;
  return (
    <>
      {hasEnded ? (
        <Notice tone="success">{text.ended}</Notice>
      ) : (
        <p>{isOnlyThis ? text.onlyThis : text.lead}</p>
      )}
      <ul className="stack plain">
        {sessions.map((session) => (
          <Session key={session.started} session={session} />
        ))}
      </ul>
    </>
  );
}

function Session({ session }: { session: LoginSession }) {
  const { started, last_used: lastUsed, is_this: isThis } = session;
  const name = nameOf(session);
  return (
    <li className={`framed stack gap-1 ${css.session} ${isThis ? css.isThis : ''}`}>
      <strong>{isThis ? text.isThis : text.other}</strong>
      {name && <span>{name}</span>}
      <span>{text.started(shortMomentText(started))}</span>
      <span className="muted">{text.lastUsed(shortMomentText(lastUsed))}</span>
    </li>
  );
}

function nameOf({ browser, system }: LoginSession): string | null {
  return browser && system ? text.browserOn(browser, system) : (browser ?? system);
}
