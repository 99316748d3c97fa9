import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { type Page, pages } from '../../contract/pages.ts';
import { pageTitle } from '../../text/frame.ts';
import { config } from '../api/config.ts';

/** The document's title for the page shown: the configured title and the page's suffix (product 2). */
export function PageTitle() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A new page starts at its top, for the eye and for the screen reader.
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [pathname]);
  return <title>{`${config().document_title} – ${pageTitle[pageOf(pathname)]}`}</title>;
}

function pageOf(pathname: string): Page | 'notFound' {
  // Object.keys of the table of pages itself.
  const keys = Object.keys(pages) as Page[];
  return keys.find((key) => pages[key] === pathname) ?? 'notFound';
}
