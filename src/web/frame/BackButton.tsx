import { frameText } from '../../text/frame.ts';
import { loginPath, paths } from '../paths.ts';
import { Icon } from '../ui/Icon.tsx';
import { hasOwnHistory, navigate, usePlace } from '../ui/navigation.tsx';
import shared from './SideLink.module.css';

// The page before a login may require the login. Going back to it would only lead to the login again.
const leadToLanding: readonly string[] = [...Object.values(loginPath), paths.register];

/** Shown to visitors instead of a menu (product 2.3). */
export function BackButton() {
  const { pathname } = usePlace();
  const goBack = () => {
    if (leadToLanding.includes(pathname) || !hasOwnHistory()) navigate(paths.landing);
    else history.back();
  };
  return (
    <button type="button" className={`beside gap-3 ${shared.link}`} onClick={goBack}>
      <Icon name="back" size={22} />
      <span>{frameText.back}</span>
    </button>
  );
}
