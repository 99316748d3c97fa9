import type { LoginSession } from '../../../contract/accounts.ts';
import { sessionsText as text } from '../../../text/security.ts';
import { Notice } from '../../ui/Notice.tsx';
import { momentText } from '../../api/clinic-time.ts';
import css from './sessions.module.css';

type SessionListProps = { sessions: readonly LoginSession[]; hasEnded: boolean };

export function SessionList({ sessions, hasEnded }: SessionListProps) {
  const isOnlyThis = sessions.length === 1;
  return (
    <>
      {hasEnded ? (
        <Notice tone="success">{text.ended}</Notice>
      ) : (
        <p>{isOnlyThis ? text.onlyThis : text.lead}</p>
      )}
      <ul className={css.list}>
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
    <li className={isThis ? `${css.session} ${css.isThis}` : css.session}>
      <strong>{isThis ? text.isThis : text.other}</strong>
      {name && <span>{name}</span>}
      <span>{text.started(momentText(started))}</span>
      <span className={css.used}>{text.lastUsed(momentText(lastUsed))}</span>
    </li>
  );
}

function nameOf({ browser, system }: LoginSession): string | null {
  return browser && system ? text.browserOn(browser, system) : (browser ?? system);
}
