import { useState } from 'react';
import { frameText } from '../../text/frame.ts';
import { config } from '../api/config.ts';
import { session } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { paths } from '../paths.ts';
import { ContactDialog } from './ContactDialog.tsx';
import css from './Footer.module.css';
import { GuardedLink } from '../ui/GuardedLink.tsx';

export function Footer() {
  const isAnonymous = useStore(session) === null;
  return (
    <footer className={css.footer}>
      <nav aria-label={frameText.legalNavigation}>
        <ul className={css.links}>
          <li>
            <GuardedLink className={css.link} to={paths.imprint}>
              {frameText.imprint}
            </GuardedLink>
          </li>
          <li>
            <GuardedLink className={css.link} to={paths.privacy}>
              {frameText.privacy}
            </GuardedLink>
          </li>
          <li>{isAnonymous ? <ContactButton /> : <ContactLink />}</li>
          <li>
            <GuardedLink className={css.link} to={paths.accessibility}>
              {frameText.accessibility}
            </GuardedLink>
          </li>
        </ul>
      </nav>
      <span className={css.owner}>{config().operator.name}</span>
    </footer>
  );
}

function ContactLink() {
  return (
    <GuardedLink className={css.link} to={paths.contact}>
      {frameText.contact}
    </GuardedLink>
  );
}

// Visitors who are not signed in get the contact in a dialog and stay where they are (product 2.3).
function ContactButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={css.link} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {frameText.contact}
      </button>
      {isOpen && <ContactDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
