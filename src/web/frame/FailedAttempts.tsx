import { failedAttemptsText as text } from '../../text/login.ts';
import { failedAttempts, session } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import css from './FailedAttempts.module.css';

/** The warning after a login when earlier tries had failed (R75). It stays until it is closed. */
export function FailedAttempts() {
  const count = useStore(failedAttempts);
  const user = useStore(session);
  if (!user || count === 0) return null;
  return (
    <div className={css.box}>
      <Notice tone="warning">
        <p className={css.title}>{text.title(count)}</p>
        <p>{text.todo[user.userType]}</p>
        <Button look="secondary" onClick={close}>
          {text.close}
        </Button>
      </Notice>
    </div>
  );
}

function close(): void {
  failedAttempts.set(0);
  document.getElementById('content')?.focus();
}
