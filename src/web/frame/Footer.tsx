import { useState } from 'react';
import { helpText } from '../../text/crisis.ts';
import { frameText } from '../../text/frame.ts';
import { lazyPart } from '../api/chunk.ts';
import { config } from '../api/config.ts';
import { session } from '../api/session.ts';
import { useStore } from '../api/use-store.ts';
import { useHelp } from '../features/help/clinic-help.ts';
import { HelpDialog } from '../features/help/HelpDialog.tsx';
import { paths } from '../paths.ts';
import { LazyDialog } from './ErrorBoundary.tsx';
import css from './Footer.module.css';
import { GuardedLink } from '../ui/GuardedLink.tsx';

/** `belowMenu`: large windows of the staff have it below the menu at the side, so that a table has the height of the window. */
export function Footer({ belowMenu }: { belowMenu: boolean }) {
  const isAnonymous = useStore(session) === null;
  return (
    <footer className={`line between muted off-paper ${css.footer} ${belowMenu ? css.belowMenu : ''}`}>
      <HelpButton />
      <nav aria-label={frameText.legalNavigation}>
        <ul className={`plain ${css.links}`}>
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

// A dialog and not a page: it leaves no survey and no form, and it needs no connection (product 19.5).
function HelpButton() {
  const [isOpen, setIsOpen] = useState(false);
  // Loaded before it is needed.
  useHelp();
  return (
    <>
      <button type="button" className={css.link} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {helpText.title}
      </button>
      {isOpen && <HelpDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ContactLink() {
  return (
    <GuardedLink className={css.link} to={paths.contact}>
      {frameText.contact}
    </GuardedLink>
  );
}

const ContactDialog = lazyPart(() => import('./ContactDialog.tsx'));

// Visitors who are not signed in get the contact in a dialog and stay where they are (product 2.3).
function ContactButton() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button type="button" className={css.link} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {frameText.contact}
      </button>
      {isOpen && (
        <LazyDialog onClose={close}>
          <ContactDialog onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}
