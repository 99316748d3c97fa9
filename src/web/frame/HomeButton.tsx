import { wrongPageText as text } from '../../text/wrong-page.ts';
import { session } from '../api/session.ts';
import { useStore } from '../api/use-store.ts';
import { homePath, homeState, paths } from '../paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Link } from '../ui/navigation.tsx';

/** The way back to the own home page, or to the first page. */
export function HomeButton() {
  const user = useStore(session);
  return (
    <Link
      className={buttonClass('primary')}
      to={user ? homePath[user.userType] : paths.landing}
      state={user ? homeState[user.userType] : null}
    >
      {text.toHome}
    </Link>
  );
}
