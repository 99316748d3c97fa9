import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import type { Address } from '../paths.ts';
import type { Elements } from './elements.ts';
import { entry, type Entry, type Place, shownPlace } from './place.ts';

// Every path is exact and has no parameters, so the history of the browser is enough of a router (record 058).

const PlaceContext = createContext<Place | null>(null);

let showPlace = () => {};

type NavigationProps = {
  children: Elements;
  /** Another page is opened. Not called for the first one. */
  onOpen: () => void;
};

/** Renders its children again for each new place. */
export function Navigation({ children, onOpen }: NavigationProps) {
  const [place, setPlace] = useState(shownPlace);
  useLayoutEffect(() => {
    let { pathname } = window.location;
    const open = () => {
      if (pathname === window.location.pathname) return;
      ({ pathname } = window.location);
      onOpen();
    };
    showPlace = () => {
      // The survey puts the overview before itself into the history: only the last place counts.
      queueMicrotask(open);
      // A transition: the browser can react to touches while a large page is rendered.
      startTransition(() => setPlace(shownPlace()));
    };
    window.addEventListener('popstate', showPlace);
    return () => window.removeEventListener('popstate', showPlace);
  }, [onOpen]);
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('not inside Navigation');
  return place;
}

type NavigateOptions = { replace?: boolean | undefined; state?: unknown };

/** Opens a page of the application. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const idx = entry().idx ?? 0;
  const next: Entry = { usr: state, key: Math.random().toString(36).slice(2), idx: replace ? idx : idx + 1 };
  if (replace) history.replaceState(next, '', to);
  else history.pushState(next, '', to);
  showPlace();
}

/** True if going back stays in the application. */
export function hasOwnHistory(): boolean {
  return (entry().idx ?? 0) > 0;
}

/** Opens another page instead of this one. */
export function Redirect({ to, state = null }: { to: string; state?: unknown }) {
  useEffect(() => navigate(to, { replace: true, state }), [to, state]);
  return null;
}

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: Address } & NavigateOptions;

/** A link inside the application. Keys and buttons that open another tab or window are left to the browser. */
export function Link({ to, state, replace, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    const { pathname, search } = window.location;
    // A link to the shown page adds no entry to the history.
    navigate(to, { state, replace: replace ?? to.replace(/#.*/, '') === pathname + search });
  };
  return (
    <a href={to} {...rest} onClick={follow}>
      {children}
    </a>
  );
}

export function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}
