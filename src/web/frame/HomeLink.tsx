import { Link } from 'react-router';
import { errorPageText } from '../../text/frame.ts';
import { session } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { homePath, homeState, paths } from '../paths.ts';
import { buttonClass } from '../ui/Button.tsx';

/** The way home of whoever got lost. */
export function HomeLink() {
  const user = useStore(session);
  return (
    <Link
      className={buttonClass('primary')}
      to={user ? homePath[user.userType] : paths.landing}
      state={user ? homeState[user.userType] : null}
    >
      {errorPageText.toHome}
    </Link>
  );
}
